package sudoku_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

func ExampleParseGrid() {
	p, err := sudoku.ParseGrid("1... ..2. .3.. ...4", sudoku.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	u, err := clew.Unique(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("only one answer:", u.Unique())
	fmt.Print(p.Draw(u.Solutions[0].Values()))
	// Output:
	// only one answer: true
	// 1 2 | 4 3
	// 3 4 | 2 1
	// ----+----
	// 4 3 | 1 2
	// 2 1 | 3 4
}

func ExampleRead() {
	text := "1... ..2. .3.. ...4 # on one line\n\n1 1 . .\n. . . .\n. . . .\n. . . .\n\n1... ..2. .3.. ...5\n"
	for p, err := range sudoku.Read(strings.NewReader(text), "mine.txt", sudoku.ReadOptions{}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p.Line(p.Clues()), p.Conflicts())
	}
	// Output:
	// 1.....2..3.....4 []
	// 11.............. [r1c1 and r1c2 are both 1 in row 1]
	// mine.txt:8:19: found "5", expected a symbol from 1 to 4 or a blank
}
