package propagate

import "github.com/clewsolver/clew/internal/store"

type V = store.View
type P = store.Propagator
type Automaton struct {
	States, Start int
	Accept        []bool
	Symbols       []int32
	Next          []int32
}

func (a *Automaton) Validate() error                             { return nil }
func NewElement(i V, a []V, r V, base int32) P                   { panic(0) }
func NewRegular(xs []V, a *Automaton) P                          { panic(0) }
func NewCount(xs []V, v, c V) P                                  { panic(0) }
func NewAmong(xs []V, set []int32, c V) P                        { panic(0) }
func NewCardinality(xs []V, vals []int32, cs []V, closed bool) P { panic(0) }
