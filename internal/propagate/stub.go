package propagate

import "github.com/clewsolver/clew/internal/store"

type Op uint8

const (
	Eq Op = iota
	Ne
	Lt
	Le
	Gt
	Ge
)

func (o Op) String() string { return "" }

type Strength uint8

const (
	ByValue Strength = iota
	ByBounds
	ByDomain
)

type Automaton struct {
	States, Start int
	Accept        []bool
	Symbols       []int32
	Next          []int32
}

func (a *Automaton) Validate() error { return nil }

type PartialChecker interface {
	CheckPartial(a []int32, assigned func(store.Var) bool) bool
}

type V = store.View
type P = store.Propagator

func NewAllDifferent(xs []V, at Strength) P                          { panic(0) }
func NewLinear(c []int64, xs []V, op Op, rhs int64) P                { panic(0) }
func NewLinearIff(b V, c []int64, xs []V, op Op, rhs int64) P        { panic(0) }
func NewLinearIf(b V, c []int64, xs []V, op Op, rhs int64) P         { panic(0) }
func NewCompare(x V, op Op, y V, c int32) P                          { panic(0) }
func NewSumIn(xs []V, set []int32) P                                 { panic(0) }
func NewElement(i V, a []V, r V, base int32) P                       { panic(0) }
func NewTable(xs []V, t [][]int32) P                                 { panic(0) }
func NewNotTable(xs []V, t [][]int32) P                              { panic(0) }
func NewRegular(xs []V, a *Automaton) P                              { panic(0) }
func NewCount(xs []V, v, c V) P                                      { panic(0) }
func NewAmong(xs []V, set []int32, c V) P                            { panic(0) }
func NewCardinality(xs []V, vals []int32, cs []V, closed bool) P     { panic(0) }
func NewXor(xs []V, parity bool) P                                   { panic(0) }
func NewTimes(x, y, z V) P                                           { panic(0) }
func NewDiv(x, y, z V) P                                             { panic(0) }
func NewMod(x, y, z V) P                                             { panic(0) }
func NewDistance(x, y, z V) P                                        { panic(0) }
func NewAbs(x, z V) P                                                { panic(0) }
func NewMin(z V, xs []V) P                                           { panic(0) }
func NewMax(z V, xs []V) P                                           { panic(0) }
func NewInverse(f, g []V, a, b int32) P                              { panic(0) }
func NewLex(xs, ys []V, strict bool) P                               { panic(0) }
