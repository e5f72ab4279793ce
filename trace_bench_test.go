package clew_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
)

// BenchmarkTrace is a search with nobody, and with somebody, to hear of it.
func BenchmarkTrace(b *testing.B) {
	for _, method := range []clew.Method{clew.Propagate, clew.Learn, clew.Plain} {
		for _, traced := range []bool{false, true} {
			name := string(method) + "/off"
			opts := []clew.Option{clew.WithMethod(method)}
			if traced {
				name = string(method) + "/on"
				opts = append(opts, clew.WithTrace(func(*clew.Event) {}))
			}
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if _, err := clew.Count(context.Background(), mustQueens(b, 8), opts...); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
