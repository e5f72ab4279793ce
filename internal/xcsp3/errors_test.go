package xcsp3

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clewsolver/clew/internal/input"
)

// TestErrors: what is wrong is told with its place.
func TestErrors(t *testing.T) {
	const head = `<instance format="XCSP3" type="CSP">
<variables> <var id="a"> 0..3 </var> <array id="x" size="[2][3]"> 0..3 </array> </variables>
<constraints>
`
	for _, c := range []struct{ constraint, want string }{
		{`<intension> eq(a,b) </intension>`, `f.xml:4:18: found "b", expected a declared variable`},
		{`<intension> eq(a </intension>`, `f.xml:4:18: found the end of <intension>, expected ","`},
		{`<intension> eqq(a,1) </intension>`, `f.xml:4:13: found "eqq(", expected a variable or a known operator`},
		{`<intension> not(a,1) </intension>`, `f.xml:4:13: found not(...) with 2 arguments, expected 1`},
		{"<intension>\n  eq(a,\n   %1) </intension>", `f.xml:6:4: found "%1", expected a parameter only in a template`},
		{`<allDifferent> x[0][3] </allDifferent>`, `f.xml:4:16: found "x[0][3]", expected indices of x within 0..2`},
		{`<allDifferent> x[0] </allDifferent>`, `f.xml:4:16: found x with 1 index, expected 2`},
		{`<allDifferent> x </allDifferent>`, `f.xml:4:16: found "x", expected indices after the name of an array`},
		{`<allDifferent> a $ </allDifferent>`, `f.xml:4:18: found "$", expected a variable, an integer or an expression`},
		{`<sum> <list> a </list> </sum>`, `f.xml:4:1: found <sum> with 0 times <condition>, expected one`},
		{`<sum> <list> a </list> <condition> (lt,1..2) </condition> </sum>`, `f.xml:4:44: found a set after lt, expected a number`},
		{`<sum> <list> a </list> <condition> (equal,1) </condition> </sum>`, `f.xml:4:37: found "equal", expected lt, le, eq, ne, ge, gt, in or notin`},
		{`<sum> <list> a </list> <coeffs> 1 2 </coeffs> <condition> (le,1) </condition> </sum>`, `f.xml:4:1: found 2 coefficients, expected 1`},
		{`<sum> <lists> a </lists> <condition> (le,1) </condition> </sum>`, `f.xml:4:7: found <lists>, expected <list>, <coeffs>, <condition> or </sum>`},
		{`<extension> <list> a x[0][0] </list> <supports> (1,2)(1) </supports> </extension>`, `f.xml:4:54: found a tuple of 1 values, expected 2, as in the first tuple`},
		{`<extension> <list> a </list> </extension>`, `f.xml:4:1: found <extension> without <supports> or <conflicts>, or with both, expected one of them`},
		{`<group> <intension> eq(%0,%1) </intension> <args> a </args> </group>`, `f.xml:4:27: found "%1" with 1 argument, expected an argument for each parameter`},
		{`<group> </group>`, `f.xml:4:1: found an empty <group>, expected a constraint and <args>`},
		{`text`, `f.xml:3:14: found "text", expected an element or </constraints>`},
		{`<allDifferent> ` + strings.Repeat("0x1048576 ", 2) + `1 </allDifferent>`, `f.xml:4:36: found a list of more than 2097152 items, expected fewer`},
		{`<sum> <list> a </sum>`, `f.xml:4:22: found element <list> closed by </sum>, expected well-formed XML`},
	} {
		_, err := Read(strings.NewReader(head+c.constraint+"\n</constraints></instance>"), "f.xml")
		var bad *input.Error
		if err == nil || err.Error() != c.want || !errors.As(err, &bad) || errors.Is(err, ErrUnsupported) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.constraint, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{``, `f.xml:1:1: found the end of the input, expected <instance>`},
		{`<html/>`, `f.xml:1:1: found <html>, expected <instance>`},
		{`<instance format="XCSP2">`, `f.xml:1:1: found format="XCSP2", expected format="XCSP3"`},
		{`<instance format="XCSP3" type="CSP"><variables><var id="a"> </var></variables></instance>`, `f.xml:1:48: found an empty domain, expected at least one value`},
		{`<instance format="XCSP3" type="CSP"><variables><var id="a"> 1 b </var></variables></instance>`, `f.xml:1:63: found "b", expected a declared variable`},
		{`<instance format="XCSP3" type="CSP"><variables><var id="a"> 1 </var><var id="a"> 1 </var></variables></instance>`, `f.xml:1:69: found a second "a", expected a name of its own for each variable`},
		{`<instance format="XCSP3" type="CSP"><variables><array id="a" size="3"> 1 </array></variables></instance>`, `f.xml:1:48: found size="3", expected the length of each dimension, as [3][4]`},
		{`<instance format="XCSP3" type="CSP"><variables><var id="a" type="symbolic"> u(v </var></variables></instance>`, `f.xml:1:78: found "(v", expected a symbol`},
		{`<instance format="XCSP3" type="CSP"><variables>`, `f.xml:1:48: found the end of the input, expected well-formed XML`},
		{"\x7fELF\x02", `f.xml:1:1: found the byte 0x7F, expected <instance>`},
		{"]\x00\x00\x80", `f.xml:1:1: found "]", expected <instance>`},
		{" text ", `f.xml:1:1: found "text", expected <instance>`},
		{"\ufeff<html/>", `f.xml:1:4: found <html>, expected <instance>`},
	} {
		_, err := Read(strings.NewReader(c.text), "f.xml")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestUnsupported: correct XCSP3 that is not read is told apart from mistakes.
func TestUnsupported(t *testing.T) {
	const head = `<instance format="XCSP3" type="COP"><variables> <var id="a"> 0..3 </var> <var id="b"> 0..1000000000 </var> </variables>`
	for _, c := range []struct{ rest, want string }{
		{`<constraints><stretch> <list> a </list> </stretch></constraints>`, `<stretch>`},
		{`<constraints><allEqual><list> a </list> <except> 1 </except></allEqual></constraints>`, `<allEqual> with <except>`},
		{`<constraints><sum type="soft"> <list> a </list> </sum></constraints>`, `a soft <sum>`},
		{`<constraints><sum reifiedBy="a"> <list> a </list> <condition> (eq,1) </condition> </sum></constraints>`, `a reified <sum>`},
		{`<constraints><cumulative><origins>a</origins><lengths>1</lengths><heights>1</heights><condition>(ge,1)</condition></cumulative></constraints>`, `<cumulative> with a condition other than le and lt`},
		{`<constraints><intension> eq(add(mul(b,b),a),1) </intension></constraints>`, `beyond the range of numbers`},
		{`<objectives><minimize> a </minimize><minimize> b </minimize></objectives>`, `a second objective`},
		{`<objectives><minimize type="lex"> a b </minimize></objectives>`, `an objective of type "lex"`},
	} {
		_, err := Read(strings.NewReader(head+c.rest+"</instance>"), "f.xml")
		if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "f.xml:1:") {
			t.Errorf("%s: %v, want %s", c.rest, err, c.want)
		}
	}
	_, err := Read(strings.NewReader(`<instance format="XCSP3" type="WCSP"/>`), "f.xml")
	if !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}

// FuzzRead: whatever is read gives an instance or an error with a place.
func FuzzRead(f *testing.F) {
	f.Add(instance(upTo(2, 0, 2), `<intension> or(lt(x[0],1),eq(dist(x[0],x[1]),mod(x[1],2))) </intension>`))
	f.Add(instance(upTo(3, 0, 2), `<group><extension><list>%0 %...</list><supports>(0,*,1)(1,1,1)</supports></extension><args>x[]</args></group>`))
	f.Add(instance(upTo(3, 0, 2), `<regular><list>x[]</list><transitions>(a,0,a)(a,1,b)</transitions><start>a</start><final>b</final></regular>`))
	f.Add(instance(upTo(4, 0, 2), `<slide circular="true"><list>x[]</list><sum><list>%0 %1</list><coeffs>2x2</coeffs><condition>(in,{1,2})</condition></sum></slide>`))
	f.Add(`<instance format="XCSP3" type="COP"><variables><var id="a" type="symbolic"> u v-w </var></variables><constraints><intension>eq(a,v-w)</intension></constraints><objectives><maximize> a </maximize></objectives></instance>`)
	f.Fuzz(func(t *testing.T, text string) {
		inst, err := Read(strings.NewReader(text), "f.xml")
		var bad *input.Error
		switch {
		case err == nil && inst == nil:
			t.Error("neither an instance nor an error")
		case err != nil && !errors.As(err, &bad) && !errors.Is(err, ErrUnsupported):
			t.Errorf("an error of another kind: %v", err)
		}
	})
}

// TestReadContext: reading ends with the context, and says why.
func TestReadContext(t *testing.T) {
	why := errors.New("the reader has gone")
	const text = `<instance format="XCSP3" type="CSP"><variables><var id="a"> 0..3 </var></variables></instance>`
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := ReadContext(ctx, strings.NewReader(text), "f.xml"); err != nil {
		t.Error(err)
	}
	cancel(why)
	if _, err := ReadContext(ctx, strings.NewReader(text), "f.xml"); err != why {
		t.Errorf("got %v, want %v", err, why)
	}
}

// TestLargeAutomaton: a text of an automaton whose table would be many times as
// large is refused.
func TestLargeAutomaton(t *testing.T) {
	var transitions strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&transitions, "(r,%d,n%d)", i, i)
	}
	_, err := Read(strings.NewReader(instance(upTo(1, 0, 1), `<mdd><list>x[]</list><transitions>`+transitions.String()+`</transitions></mdd>`)), "f.xml")
	if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "an automaton of more than 16777216 transitions") {
		t.Errorf("%v", err)
	}
}
