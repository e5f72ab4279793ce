package store_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
)

// TestPastDomains compares the values that Next, Prev and Narrow give of each
// past state with those that Has gives, for variables of each form and for
// views of them.
func TestPastDomains(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		s := store.New()
		vars := []store.Var{
			s.NewVar(-3, 4), s.NewVar(0, 63), s.NewSetVar([]int32{-2, 0, 5, 40}),
			s.NewVar(-50, 50), s.NewSetVar([]int32{-100, 3, 4, 70, 71, 500}), s.NewVar(-10, store.BankLimit),
		}
		s.Seal()
		s.Log()
		for range 40 {
			v := vars[r.IntN(len(vars))]
			d := s.Domain(v, nil)
			i := r.IntN(len(d))
			switch {
			case len(d) == 1:
			case r.IntN(8) == 0:
				s.SetLo(v, d[i/2], 0)
			case r.IntN(8) == 0:
				s.SetHi(v, d[len(d)-1-i/2], 0)
			default:
				s.Remove(v, d[i], 0)
			}
		}
		for pos := 0; pos <= len(s.Entries()); pos += 1 + r.IntN(4) {
			p := s.Before(pos)
			for _, v := range vars {
				for _, w := range []store.View{store.Ident(v), {V: v, A: -2, C: 1}, {V: v, Kind: store.AtLeast, C: 1}} {
					checkPastDomain(t, s, p, w)
				}
			}
		}
	}
}

func checkPastDomain(t *testing.T, s *store.Store, p store.Past, w store.View) {
	t.Helper()
	const least, most = -2*store.BankLimit - 10, 2*store.BankLimit + 10
	var want, up, down []int32
	for k := w.LoAt(p); k <= w.HiAt(p); k++ {
		if w.HasAt(p, k) {
			want = append(want, k)
		}
	}
	for k, ok := w.NextAt(p, least); ok; k, ok = w.NextAt(p, k) {
		up = append(up, k)
	}
	for k, ok := w.PrevAt(p, most); ok; k, ok = w.PrevAt(p, k) {
		down = append(down, k)
	}
	slices.Reverse(down)
	if !slices.Equal(up, want) || !slices.Equal(down, want) {
		t.Fatalf("%+v: up %v, down %v, want %v", w, up, down, want)
	}
	if _, _, narrow := s.Narrow(w.V); !narrow || !w.IsIdent() {
		return
	}
	base, word := p.Narrow(w.V)
	var bits []int32
	for i := range int32(64) {
		if word>>i&1 != 0 {
			bits = append(bits, base+i)
		}
	}
	if !slices.Equal(bits, want) {
		t.Fatalf("%+v: word of %v, want %v", w, bits, want)
	}
}
