package queens_test

import (
	"context"
	"fmt"
	"log"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

func ExampleNew() {
	p, err := queens.New(8)
	if err != nil {
		log.Fatal(err)
	}
	n, err := clew.Count(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n)
	// Output: 92
}
