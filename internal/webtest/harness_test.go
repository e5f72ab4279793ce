package webtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds each wait: it is not a measure of speed, only the time after
// which a test says what it waited for instead of hanging.
const patience = 60 * time.Second

var (
	clew    string // the command under test
	browser string // "" if there is none
)

func TestMain(m *testing.M) {
	os.Exit(func() int {
		browser = findBrowser()
		if browser == "" {
			fmt.Fprintln(os.Stderr, "skipped: there is no browser; CLEW_BROWSER names one")
			return m.Run()
		}
		dir, err := os.MkdirTemp("", "webtest-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		clew = filepath.Join(dir, "clew")
		if out, err := exec.Command("go", "build", "-C", "../..", "-o", clew, "./cmd/clew").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// findBrowser returns the path of a browser, "" if there is none.
func findBrowser() string {
	if name := os.Getenv("CLEW_BROWSER"); name != "" {
		return name
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// serve starts clew serve with the given flags, and returns its address. It
// ends with the test, and must end well.
func serve(t *testing.T, flags ...string) string {
	t.Helper()
	if browser == "" {
		t.Skip("there is no browser")
	}
	cmd := exec.Command(clew, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address := make(chan string, 1)
	read := make(chan struct{})
	var said strings.Builder
	go func() {
		defer close(read)
		url := regexp.MustCompile(`http://[0-9.:]+`)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			fmt.Fprintln(&said, lines.Text())
			if found := url.FindString(lines.Text()); found != "" {
				select {
				case address <- found:
				default:
				}
			}
		}
	}()
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		<-read
		if err := cmd.Wait(); err != nil {
			t.Errorf("clew serve ended with %v\n%s", err, said.String())
		}
	})
	select {
	case a := <-address:
		return a
	case <-read:
	case <-time.After(patience):
	}
	t.Fatalf("clew serve gave no address\n%s", said.String())
	return ""
}

// A page is a tab of the browser. What the page's scripts throw, and what the
// browser complains of (a broken content policy, a file that is missing), fails
// the test.
type page struct {
	t   *testing.T
	ctx context.Context
}

// open starts a browser of the given size and loads url.
func open(t *testing.T, url string, width, height int) *page {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browser),
		chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("force-prefers-reduced-motion", true),
		chromedp.WindowSize(width, height),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	p := &page{t, ctx}
	// The first run starts the browser, which lives as long as its context.
	if err := chromedp.Do(ctx, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		return cdp.Call(ctx, target, log.Enable, cdp.Empty{})
	}); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	p.listen()
	p.run("set the size", chromedp.EmulateViewport(int64(width), int64(height)))
	p.load(url)
	return p
}

// listen collects complaints; they fail the test at its end.
func (p *page) listen() {
	var mu sync.Mutex
	var complaints []string
	err := chromedp.Listen(p.ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			complaints = append(complaints, exceptionText(e.ExceptionDetails))
		case *log.EventEntryAdded:
			// A refused request is the page's to tell; the browser logs it too.
			if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
				complaints = append(complaints, e.Entry.Text)
			}
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range complaints {
			p.t.Errorf("the browser complains: %s", c)
		}
	})
}

func exceptionText(d *runtime.ExceptionDetails) string {
	text := fmt.Sprintf("%s (line %d, column %d)", d.Text, d.LineNumber+1, d.ColumnNumber+1)
	if d.Exception != nil {
		text += ": " + d.Exception.Description
	}
	return text
}

// run does something within the time of patience.
func (p *page) run(what string, actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// load goes to url as a reader does who types it, and waits for the page.
func (p *page) load(url string) {
	p.t.Helper()
	// Going from one fragment to another is no load, so the page is left first.
	p.run("load "+url, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	p.waitFor("the page to be ready", `document.documentElement.dataset.ready === "true"`)
	p.settle()
}

// waitFor waits until an expression is true on the page.
func (p *page) waitFor(what, expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`!!(`+expression+`)`))
		if err == nil && ok {
			return
		}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			p.t.Fatalf("waited in vain for %s (%s): %v\n%s", what, expression, err, p.text("body"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// settle waits until nothing is being fetched or animated.
func (p *page) settle() {
	p.t.Helper()
	p.waitFor("the page to settle", `document.body.dataset.settled === "true"`)
}

// value returns the value of an expression.
func value[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return v
}

// text returns the text that is seen of the first element that fits.
func (p *page) text(selector string) string {
	p.t.Helper()
	return strings.TrimSpace(value[string](p, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector)))
}

// act presses the button of an action, and waits for what comes of it.
func (p *page) act(action string) {
	p.t.Helper()
	selector := fmt.Sprintf(`[data-action=%q]`, action)
	p.waitFor("the button "+action, fmt.Sprintf(`document.querySelector(%q)`, selector))
	value[bool](p, fmt.Sprintf(`(document.querySelector(%q).click(), true)`, selector))
	p.settle()
}

// press sends keys to what has the focus.
func (p *page) press(keys string) {
	p.t.Helper()
	p.run("press a key", chromedp.KeyEvent(keys))
	p.settle()
}

// step returns the number of the step at the cursor.
func (p *page) step() int {
	p.t.Helper()
	return value[int](p, `Number(document.querySelector("#step").textContent.replace(/[^0-9]/g, ""))`)
}

// board returns what each cell of the board shows, with its candidates.
func (p *page) board() []string {
	p.t.Helper()
	return value[[]string](p, `[...document.querySelectorAll(".board [data-cell]")].map(c =>
		c.dataset.cell + ": " + (c.dataset.value || "{" + (c.dataset.candidates ?? "") + "}"))`)
}

// counter returns a counter of the first lane.
func (p *page) counter(name string) int {
	p.t.Helper()
	return value[int](p, fmt.Sprintf(`Number(document.querySelector('[data-counter=%q]').textContent.replace(/[^0-9]/g, ""))`, name))
}
