package watch_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew/watch"
	"github.com/google/go-cmp/cmp"
)

// screens keeps what is drawn, a screen a Write.
type screens []string

func (s *screens) Write(p []byte) (int, error) {
	*s = append(*s, string(p))
	return len(p), nil
}

var controls = regexp.MustCompile(`\x1b\[[?0-9]*[A-Za-z]`)

// titles returns the first line and the frame of each screen.
func (s screens) titles() (out []string) {
	for _, text := range s[1 : len(s)-1] {
		lines := strings.Split(controls.ReplaceAllString(text, ""), "\r\n")
		out = append(out, lines[0]+"|"+lines[2])
	}
	return out
}

// player returns a player of n frames, every third of which is a solution.
func player(n int, keys <-chan watch.Key) (*watch.Player, *screens) {
	made, out := 0, &screens{}
	return &watch.Player{
		Title: "t", Keys: keys, Out: out,
		Size: func() (columns, rows int) { return 60, 8 },
		Next: func() (watch.Frame, bool) {
			if made == n {
				return watch.Frame{}, false
			}
			made++
			return watch.Frame{Text: fmt.Sprintf("frame %d\n", made), Solution: made%3 == 0}, true
		},
	}, out
}

// TestKeys: the bytes of a terminal are the keys that they mean, and play what
// they say.
func TestKeys(t *testing.T) {
	typed := "n" + "\x1b[C" + "\x1b[D" + "\x1b[5~" + "x" + "s" + "s" + "h" + "g" + "\r"
	p, out := player(7, watch.ReadKeys(strings.NewReader(typed)))
	// Next solution stops for a key that waits: give the keys one by one.
	keys := make(chan watch.Key)
	from := p.Keys
	go func() {
		defer close(keys)
		for k := range from {
			keys <- k
		}
	}()
	p.Keys = keys
	n, err := p.Play(context.Background())
	if err != nil || n != 6 {
		t.Errorf("%d frames made: %v", n, err)
	}
	want := []string{
		"t  step 1  paused|frame 1",
		"t  step 2  paused|frame 2",
		"t  step 3  paused  answer|frame 3",
		"t  step 2  paused|frame 2",
		"t  step 3  paused  answer|frame 3",
		"t  step 6  paused  answer|frame 6",
		"t  step 5  paused|frame 5",
		"t  step 1  paused|frame 1",
		"t  step 2  paused|frame 2",
	}
	if diff := cmp.Diff(want, out.titles()); diff != "" {
		t.Error(diff)
	}
	if last := (*out)[len(*out)-1]; !strings.Contains(last, "\x1b[?1049l") || !strings.Contains((*out)[0], "\x1b[?1049h") {
		t.Errorf("the screen is not given back: %q", last)
	}
	if !strings.Contains((*out)[1], "space play/pause  right step  left back") {
		t.Errorf("no keys on the screen: %q", (*out)[1])
	}
}

// TestPlay: playing goes on by itself, at the speed asked for, to the end.
func TestPlay(t *testing.T) {
	keys := make(chan watch.Key, 10)
	p, out := player(3, keys)
	var waits []time.Duration
	p.After = func(d time.Duration) <-chan time.Time {
		waits = append(waits, d)
		c := make(chan time.Time, 1)
		if len(keys) == 0 {
			c <- time.Time{}
		}
		if len(waits) == 4 {
			keys <- watch.KeyPlay // at the end there is nothing to play
			keys <- watch.KeyQuit
		}
		return c
	}
	keys <- watch.KeyPlay
	keys <- watch.KeyFaster
	if _, err := p.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"t  step 1  paused|frame 1",
		"t  step 1  2 steps a second|frame 1",
		"t  step 1  4 steps a second|frame 1",
		"t  step 2  4 steps a second|frame 2",
		"t  step 3  4 steps a second  answer|frame 3",
	}
	if got := out.titles(); len(got) < 6 || !cmp.Equal(want, got[:5]) {
		t.Error(cmp.Diff(want, got))
	}
	if want := []time.Duration{500, 250, 250, 250}; len(waits) != 4 || waits[0] != want[0]*time.Millisecond || waits[3] != want[3]*time.Millisecond {
		t.Errorf("waits %v", waits)
	}
}

// TestSmallScreen: what does not fit is cut, and said.
func TestSmallScreen(t *testing.T) {
	keys := make(chan watch.Key)
	close(keys)
	p, out := player(1, keys)
	p.Size = func() (columns, rows int) { return 9, 6 }
	p.Next = func() (watch.Frame, bool) { return watch.Frame{Text: "1\n2\n3\n4 and more\n"}, true }
	if _, err := p.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(controls.ReplaceAllString((*out)[1], ""), "\r\n")
	want := []string{"t  step 1", "", "(3 lines ", "4 and mor", "", "space pla"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestStopped: the end of the context ends the player.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, _ := player(3, make(chan watch.Key))
	if n, err := p.Play(ctx); n != 1 || err != nil {
		t.Errorf("%d frames, %v", n, err)
	}
}
