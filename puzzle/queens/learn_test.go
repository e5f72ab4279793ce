package queens_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

func TestLearnCounts(t *testing.T) {
	for n, w := range []string{"1", "1", "0", "0", "2", "10", "4", "40", "92", "352"} {
		p, _ := queens.New(n)
		for _, o := range [][]clew.Option{{}, {clew.WithFree()}} {
			var r clew.Report
			got, err := clew.Count(context.Background(), p, append(o, clew.WithMethod(clew.Learn), clew.WithReport(&r))...)
			if err != nil || got.String() != w {
				t.Errorf("%d queens: %v, %v; want %s", n, got, err, w)
			}
			t.Logf("%+v", r)
		}
	}
}
