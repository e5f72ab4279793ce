package primesum_test

import (
	"context"
	"fmt"
	"log"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/primesum"
)

func ExampleNew() {
	p, err := primesum.New(3, 3, 12)
	if err != nil {
		log.Fatal(err)
	}
	n, err := clew.Count(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n)
	// Output: 768
}
