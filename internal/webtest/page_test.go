package webtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// lesson is the example grid of a lesson on Sudoku: one answer.
const (
	lesson       = "425008367060004120080002000040005912000000000019400675030000080006000090194000050"
	lessonSolved = "425198367963754128781362549348675912657219834219483675532946781876521493194837256"
)

// fill gives a field of the form a value, as somebody who pastes it.
func (p *page) fill(name, text string) {
	p.t.Helper()
	value[bool](p, fmt.Sprintf(`(() => {
		const field = document.querySelector('[name=%q]');
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
		field.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, name, text))
}

// choose takes an option of a list.
func (p *page) choose(selector, option string) {
	p.t.Helper()
	value[bool](p, fmt.Sprintf(`(() => {
		const list = document.querySelector(%q);
		list.value = %q;
		if (list.value !== %[2]q) throw new Error("there is no option " + %[2]q);
		list.dispatchEvent(new Event("input", {bubbles: true}));
		list.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, selector, option))
	p.settle()
}

// search chooses a problem and a method, runs, and waits for the end of the search.
func (p *page) search(problem, method string, fields ...[2]string) {
	p.t.Helper()
	p.choose("#problem", problem)
	for _, f := range fields {
		p.fill("field-"+f[0], f[1])
	}
	p.choose("#method", method)
	p.act("run")
	p.waitFor("the search to end", `document.querySelector("#state").dataset.state === "complete"`)
	p.settle()
}

// scrub puts the cursor on a step by the slider.
func (p *page) scrub(step int) {
	p.t.Helper()
	value[bool](p, fmt.Sprintf(`(() => {
		const slider = document.querySelector("#scrub");
		slider.value = %d;
		slider.dispatchEvent(new Event("input", {bubbles: true}));
		slider.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, step))
	p.waitFor("the cursor to come to the step", fmt.Sprintf(`Number(document.querySelector("#step").textContent.replace(/[^0-9]/g, "")) === %d`, step))
	p.settle()
}

func (p *page) wantBoard(what string, want []string) {
	p.t.Helper()
	if got := p.board(); !slices.Equal(got, want) {
		p.t.Errorf("%s: the board shows\n%s\nexpected\n%s", what, strings.Join(got, ", "), strings.Join(want, ", "))
	}
}

// The counters of the lesson come out, the answer is on the board, and going on
// by 50 steps and back by 50 shows the same boards on the way back.
func TestSudokuForwardsAndBackwards(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("sudoku", "plain", [2]string{"grid", lesson})
	p.act("last")
	for _, c := range []struct {
		name string
		want int
	}{{"tries", 102672}, {"placements", 11408}, {"solutions", 1}} {
		if got := p.counter(c.name); got != c.want {
			t.Errorf("%s: %d, expected %d", c.name, got, c.want)
		}
	}
	p.act("previous-solution")
	var shown strings.Builder
	for _, cell := range p.board() {
		_, v, _ := strings.Cut(cell, ": ")
		shown.WriteString(v)
	}
	if shown.String() != lessonSolved {
		t.Errorf("at the solution the board shows %s, expected %s", shown.String(), lessonSolved)
	}

	const from, steps = 3000, 50
	for _, method := range []string{"plain", "propagate"} {
		start := 0
		if method == "plain" {
			p.scrub(from)
			start = from
		} else {
			p.search("queens", method, [2]string{"n", "8"})
			p.act("first")
		}
		boards := [][]string{p.board()}
		for range steps {
			p.act("next")
			boards = append(boards, p.board())
		}
		if got := p.step(); got != start+steps {
			t.Errorf("%s: after %d steps the cursor is at %d, expected %d", method, steps, got, start+steps)
		}
		if slices.Equal(boards[0], boards[steps]) {
			t.Errorf("%s: nothing changed on the board in %d steps", method, steps)
		}
		for i := steps - 1; i >= 0; i-- {
			p.act("back")
			p.wantBoard(fmt.Sprintf("%s: back at step %d", method, start+i), boards[i])
		}
	}
}

// Inside of a step candidates go one by one: each part takes as many as its counter
// says, the last leads to the board of the whole step, and back leads to the start.
func TestInsideOfAStep(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("sudoku", "propagate", [2]string{"grid", lesson})
	p.act("first")
	candidates := func() int {
		t.Helper()
		return value[int](p, `[...document.querySelectorAll(".board [data-cell]")].reduce((n, c) =>
			n + (c.dataset.value ? 1 : c.dataset.candidates.split(" ").length), 0)`)
	}
	all := candidates()
	p.act("next")
	whole, pruned := p.board(), p.counter("prunings")
	if pruned < 100 || candidates() != all-pruned {
		t.Fatalf("step 1 takes %d of %d candidates and leaves %d", pruned, all, candidates())
	}
	p.act("first")
	boards := [][]string{p.board()}
	for p.counter("prunings") < pruned {
		p.act("part-next")
		boards = append(boards, p.board())
		if p.step() != 1 || candidates() != all-p.counter("prunings") || len(boards) > pruned+1 {
			t.Fatalf("part %d: step %d, %d candidates, %d prunings", len(boards)-1, p.step(), candidates(), p.counter("prunings"))
		}
	}
	p.wantBoard("after the last part", whole)
	for i := len(boards) - 2; i >= 0; i-- {
		p.act("part-back")
		p.wantBoard(fmt.Sprintf("back at part %d", i), boards[i])
	}
	if got := p.step(); got != 0 {
		t.Errorf("back from the first part: step %d, expected 0", got)
	}
}

// Scrubbing goes to the same boards as walking, in any order, across what the
// page holds of the search at once.
func TestScrub(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("queens", "plain", [2]string{"n", "8"})
	p.act("last")
	last := p.step()
	if got := p.counter("solutions"); got != 92 {
		t.Errorf("8 queens: %d solutions, expected 92", got)
	}
	boards := map[int][]string{}
	for _, step := range []int{1, last / 2, last - 1, 700, 1, 1500, last / 2} {
		p.scrub(step)
		got := p.board()
		if before, seen := boards[step]; seen && !slices.Equal(before, got) {
			t.Errorf("step %d shows another board the second time", step)
		}
		boards[step] = got
	}
	p.scrub(699)
	p.act("next")
	p.wantBoard("step 700 by walking", boards[700])
	p.scrub(701)
	p.act("back")
	p.wantBoard("step 700 by walking back", boards[700])

	p.act("first")
	p.act("next-solution")
	if got := p.counter("tries"); got != 876 {
		t.Errorf("the first solution comes after %d tries, expected 876", got)
	}
	p.act("next-solution")
	p.act("previous-solution")
	if got := p.counter("tries"); got != 876 {
		t.Errorf("back at the first solution: %d tries, expected 876", got)
	}
	p.act("previous-failure")
	if got := p.text("#words"); got == "" {
		t.Error("a failure has no words")
	}
}

// Methods race on the same problem, each to the same number of solutions.
func TestRace(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("queens", "plain", [2]string{"n", "6"})
	p.act("race")
	p.waitFor("the lanes to end", `[...document.querySelectorAll("[data-lane]")].length >= 2 &&
		[...document.querySelectorAll("[data-lane]")].every(l => l.dataset.state === "complete")`)
	p.act("last")
	lanes := value[[][]string](p, `[...document.querySelectorAll("[data-lane]")].map(l => [l.dataset.method,
		l.querySelector('[data-counter="solutions"]').textContent, l.querySelector('[data-counter="placements"]').textContent])`)
	placements := map[string]bool{}
	for _, lane := range lanes {
		if lane[1] != "4" {
			t.Errorf("%s: %s solutions, expected 4", lane[0], lane[1])
		}
		placements[lane[2]] = true
	}
	if len(placements) < 2 {
		t.Errorf("all methods made as many placements: %v", lanes)
	}
}

// Bad input is refused in words, at the field, and nothing runs.
func TestBadInput(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	for _, c := range []struct{ problem, field, text, wants string }{
		{"sudoku", "grid", "12345", "5 cells"},
		{"sudoku", "grid", strings.Repeat("z", 81), "line 1, column 1"},
		{"queens", "n", "-3", "0 to 100"},
		{"battleship", "grid", "what is this", "line 1, column 2"},
		{"flatzinc", "model", "var 1..3: x;\nconstraint int_eq(x, y);\nsolve satisfy;", "line 2, column 22"},
		{"xcsp3", "model", "<instance><variables></instance>", "line 1, column 33"},
	} {
		p.choose("#problem", c.problem)
		p.fill("field-"+c.field, c.text)
		value[bool](p, `(document.querySelector("#run-error").replaceChildren(), true)`) // what the one before left
		p.act("run")
		p.waitFor("the error", `document.querySelector("#run-error").textContent.trim() !== ""`)
		said := p.text("#run-error")
		if !strings.Contains(said, c.wants) {
			t.Errorf("%s %q: the page says %q, expected it to say %q", c.problem, c.text, said, c.wants)
		}
		if strings.Contains(said, "undefined") || strings.Contains(said, "[object") {
			t.Errorf("%s %q: the page says %q", c.problem, c.text, said)
		}
	}
	// The next good one runs, and the error is gone.
	p.search("queens", "plain", [2]string{"n", "4"})
	if said := p.text("#run-error"); said != "" {
		t.Errorf("after a good puzzle the page still says %q", said)
	}
}

// Clues that contradict each other are no bad input: the search says that there
// is no answer, and the page names the clash.
func TestClashingClues(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("sudoku", "propagate", [2]string{"grid", "44" + strings.Repeat(".", 79)})
	p.act("last")
	if got := p.counter("solutions"); got != 0 {
		t.Errorf("%d solutions, expected 0", got)
	}
	if said := p.text("body"); !strings.Contains(said, "r1c1") || !strings.Contains(said, "r1c2") {
		t.Errorf("the page does not name the cells that clash:\n%s", said)
	}
}

// The address has puzzle, options and step: who opens it sees the same.
func TestReloadByURL(t *testing.T) {
	address := serve(t)
	p := open(t, address, 1280, 800)
	p.search("primesum", "learn", [2]string{"rows", "3"}, [2]string{"cols", "3"}, [2]string{"max", "10"})
	p.scrub(77)
	want, words := p.board(), p.text("#words")
	p.waitFor("the step to be in the address", `location.hash.includes("step=77")`)
	url := value[string](p, `location.href`)

	q := open(t, url, 1280, 800)
	q.waitFor("the step of the address", `document.querySelector("#step").textContent.trim() === "77"`)
	q.settle()
	q.wantBoard("reloaded", want)
	if got := q.text("#words"); got != words {
		t.Errorf("reloaded, step 77 is %q, expected %q", got, words)
	}
	if got := value[string](q, `document.querySelector("#method").value`); got != "learn" {
		t.Errorf("reloaded, the method is %s, expected learn", got)
	}

	// A model of some length survives, too.
	model := "var 1..2: a :: output_var;\nvar 1..2: b :: output_var;\n" +
		strings.Repeat("constraint array_bool_or([true], true);\n", 100) +
		"constraint int_ne(a, b);\nsolve satisfy;\n"
	p.search("flatzinc", "propagate", [2]string{"model", model})
	p.act("last")
	p.waitFor("model and step to be in the address", `/problem=flatzinc.*step=[1-9]/.test(location.hash)`)
	url = value[string](p, `location.href`)
	r := open(t, url, 1280, 800)
	r.waitFor("the search to end", `document.querySelector("#state").dataset.state === "complete"`)
	if got := value[string](r, `document.querySelector('[name="field-model"]').value`); got != model {
		t.Errorf("reloaded, the model is\n%s\nexpected\n%s", got, model)
	}
	if got := r.counter("solutions"); got != 2 {
		t.Errorf("reloaded, the model has %d solutions, expected 2", got)
	}
}

// On a phone nothing sticks out, and everything can be reached.
func TestPhone(t *testing.T) {
	p := open(t, serve(t), 360, 740)
	p.choose("#problem", "sudoku")
	fits := func(selectors ...string) {
		t.Helper()
		if got := value[int](p, `document.documentElement.scrollWidth`); got > 360 {
			t.Errorf("the page is %d pixels wide, expected 360", got)
		}
		for _, selector := range selectors {
			box := value[[]float64](p, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView();
				const r = e.getBoundingClientRect(); return [r.left, r.right, r.width, r.height]; })()`, selector))
			if box[0] < -1 || box[1] > 361 || box[2] < 30 || box[3] < 20 {
				t.Errorf("%s lies from %v to %v, %v wide and %v high", selector, box[0], box[1], box[2], box[3])
			}
		}
	}
	fits("#problem", "#method", `[name="field-grid"]`, `[data-action="run"]`)
	p.search("sudoku", "propagate", [2]string{"grid", lesson})
	p.act("next")
	fits("#board", "#tree", "#scrub", `[data-action="next"]`, `[data-action="back"]`, `[data-action="play"]`, `[data-action="race"]`, `[data-action="predict"]`)
}

// Everything that the transport does, the keyboard does.
func TestKeyboard(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("queens", "plain", [2]string{"n", "6"})
	p.run("leave the form", chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	p.press(kb.Home)
	at := func(what string, want int) {
		t.Helper()
		if got := p.step(); got != want {
			t.Errorf("%s: step %d, expected %d", what, got, want)
		}
	}
	at("home", 0)
	p.press(kb.ArrowRight)
	p.press(kb.ArrowRight)
	at("right, right", 2)
	p.press(kb.ArrowLeft)
	at("left", 1)
	p.press(kb.End)
	last := p.step()
	p.press("S")
	if p.step() >= last {
		t.Error("S does not go back to a solution")
	}
	p.press(kb.Home)
	p.press("s")
	first := p.step()
	p.press("s")
	if first == 0 || p.step() <= first {
		t.Error("s does not go on to the next solution")
	}
	p.press("F")
	p.press("f")
	p.press("?")
	if !value[bool](p, `!!document.querySelector("dialog[open]")`) {
		t.Error("? opens no help")
	}
	p.press(kb.Escape)
	if value[bool](p, `!!document.querySelector("dialog[open]")`) {
		t.Error("escape does not close the help")
	}

	// By tab alone one comes to every button of the transport, and sees where.
	reached := map[string]bool{}
	value[bool](p, `(document.body.focus(), true)`)
	for range 150 {
		p.run("press tab", chromedp.KeyEvent(kb.Tab))
		reached[value[string](p, `document.activeElement?.dataset?.action ?? document.activeElement?.id ?? ""`)] = true
	}
	for _, want := range []string{"run", "play", "next", "back", "next-solution", "next-failure", "predict", "race", "tree", "scrub", "problem", "method"} {
		if !reached[want] {
			t.Errorf("tab does not come to %s", want)
		}
	}
	// Keys that are typed into a field are the field's.
	p.choose("#problem", "flatzinc")
	value[bool](p, `(document.querySelector('[name="field-model"]').focus(), true)`)
	step := p.step()
	p.press("s f")
	if got := p.step(); got != step {
		t.Errorf("typing into a field moved the cursor from %d to %d", step, got)
	}
}

// Predicting stops before a step, judges the guess, and goes on.
func TestPredict(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("queens", "propagate", [2]string{"n", "6"})
	p.act("first")
	p.act("predict")
	p.act("next")
	p.waitFor("the question", `document.querySelector("#predict [data-answer]")`)
	if got := p.step(); got != 0 {
		t.Errorf("asked at step %d, expected 0: the answer is on the board", got)
	}
	value[bool](p, `(document.querySelector("#predict [data-answer]").click(), true)`)
	p.waitFor("the step", `Number(document.querySelector("#step").textContent) === 1`)
	if got := p.text("#predict"); got == "" {
		t.Error("the guess was not judged")
	}
}

// All words are there in Chinese, and the page says in which language it is.
func TestChinese(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	p.search("queens", "plain", [2]string{"n", "6"})
	p.scrub(5)
	english := p.text("#words")
	if lang := value[string](p, `document.documentElement.lang`); lang != "en" {
		p.act("language")
		english = p.text("#words")
	}
	p.act("language")
	if lang := value[string](p, `document.documentElement.lang`); !strings.HasPrefix(lang, "zh") {
		t.Fatalf("the language is %s, expected zh", lang)
	}
	chinese := p.text("#words")
	if chinese == english || !strings.ContainsFunc(chinese, func(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }) {
		t.Errorf("the step is told as %q, in English as %q", chinese, english)
	}
	// What is left in Latin letters are names and formulas, not sentences.
	words := value[[]string](p, `[...document.querySelectorAll("button, label, h1, h2, h3, legend")]
		.map(e => e.innerText.trim()).filter(s => /[a-z]{3,} [a-z]{3,}/i.test(s))`)
	if len(words) > 0 {
		t.Errorf("not translated: %q", words)
	}
}

// The page asks for nothing from elsewhere, and runs under its own policy.
func TestOffline(t *testing.T) {
	address := serve(t)
	p := open(t, address, 1280, 800)
	p.search("queens", "propagate", [2]string{"n", "6"})
	for _, url := range value[[]string](p, `performance.getEntriesByType("resource").map(e => e.name)`) {
		if !strings.HasPrefix(url, address) {
			t.Errorf("the page asks for %s", url)
		}
	}
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'self'") || strings.Contains(policy, "unsafe-inline") {
		t.Errorf("the content security policy is %q", policy)
	}
}

// Model files get a table of their variables, and a grid for outputs in two
// dimensions.
func TestModel(t *testing.T) {
	p := open(t, serve(t), 1280, 800)
	model := `var 1..4: a;
var 1..4: b;
var 1..4: c;
var 1..4: d;
array [1..4] of var int: g :: output_array([1..2, 1..2]) = [a, b, c, d];
constraint int_lt(a, b);
constraint int_lt(b, c);
constraint int_lt(c, d);
solve satisfy;
`
	p.search("flatzinc", "propagate", [2]string{"model", model})
	p.act("last")
	p.act("previous-solution")
	p.wantBoard("the grid of g", []string{"0: 1", "1: 2", "2: 3", "3: 4"})
	if table := p.text("table"); !strings.Contains(p.text("body"), "a") || table == "" && p.text("[role=table]") == "" {
		t.Error("there is no table of the variables")
	}
}
