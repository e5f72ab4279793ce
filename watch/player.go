package watch

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// Frame is a picture of a step.
type Frame struct {
	Text     string // lines
	Solution bool   // the step completed an answer
}

// Player shows frames one after the other on a screen, as keys say.
type Player struct {
	Title string
	Next  func() (f Frame, ok bool)              // the next frame, ok false at the end; may take long
	Keys  <-chan Key                             // closed when no more will come
	Out   io.Writer                              // takes one screen a Write
	Size  func() (columns, rows int)             // of the screen
	After func(d time.Duration) <-chan time.Time // time.After, unless a test has its own time

	frames  []Frame
	dropped int // frames before the first one kept
	at      int // frame shown
	ended   bool
	playing bool
	speed   int // index of speeds
}

// speeds are the frames a second to choose from.
var speeds = []float64{0.5, 1, 2, 4, 8, 16, 32, 64}

const usualSpeed = 2

// mostKept is the number of frames that can be gone back.
const mostKept = 20_000

// Key is what a key asks for.
type Key int

// What keys ask for.
const (
	KeyNone Key = iota
	KeyPlay     // play or pause
	KeyStep
	KeyBack
	KeyFirst
	KeySolution
	KeyFaster
	KeySlower
	KeyQuit
)

// keysLine tells the keys on the screen.
const keysLine = "space play/pause  right step  left back  home first  s next solution  + - speed  q quit"

// enter and leave are the sequences that begin and end the use of a screen.
const (
	enter = "\x1b[?1049h\x1b[?25l"
	leave = "\x1b[?25h\x1b[?1049l"
)

// Play shows the frames until somebody quits, the keys end, or ctx does, and
// returns the number of frames that were made.
func (p *Player) Play(ctx context.Context) (frames int, err error) {
	if p.After == nil {
		p.After = time.After
	}
	p.speed = usualSpeed
	if _, err := io.WriteString(p.Out, enter); err != nil {
		return 0, err
	}
	defer func() {
		if _, end := io.WriteString(p.Out, leave); err == nil {
			err = end
		}
	}()
	p.step()
	for {
		if _, err := io.WriteString(p.Out, p.screen()); err != nil {
			return p.made(), err
		}
		var tick <-chan time.Time
		if p.playing {
			tick = p.After(time.Duration(float64(time.Second) / speeds[p.speed]))
		}
		select {
		case <-ctx.Done():
			return p.made(), nil
		case <-tick:
			p.playing = p.step()
		case k, ok := <-p.Keys:
			if !ok || k == KeyQuit {
				return p.made(), nil
			}
			p.press(ctx, k)
		}
	}
}

// made returns the number of frames so far.
func (p *Player) made() int { return p.dropped + len(p.frames) }

// press does what a key asks for.
func (p *Player) press(ctx context.Context, k Key) {
	switch k {
	case KeyPlay:
		p.playing = !p.playing && (!p.ended || p.at+1 < len(p.frames))
	case KeyStep:
		p.playing = false
		p.step()
	case KeyBack:
		p.playing = false
		p.at = max(p.at-1, 0)
	case KeyFirst:
		p.playing = false
		p.at = 0
	case KeySolution:
		p.playing = false
		// A long search can be left where it is by any key, which then counts.
		for ctx.Err() == nil && len(p.Keys) == 0 && p.step() && !p.frames[p.at].Solution {
		}
	case KeyFaster:
		p.speed = min(p.speed+1, len(speeds)-1)
	case KeySlower:
		p.speed = max(p.speed-1, 0)
	}
}

// step shows the next frame, and reports whether there is one.
func (p *Player) step() bool {
	if p.at+1 < len(p.frames) {
		p.at++
		return true
	}
	if p.ended {
		return false
	}
	f, ok := p.Next()
	if !ok {
		p.ended = true
		return false
	}
	if len(p.frames) == mostKept {
		p.dropped += mostKept / 2
		p.frames = append([]Frame(nil), p.frames[mostKept/2:]...)
	}
	p.frames = append(p.frames, f)
	p.at = len(p.frames) - 1
	return true
}

// screen draws the frame: a title, the frame as far as there is room for, the keys.
func (p *Player) screen() string {
	columns, rows := p.Size()
	answers := ""
	if len(p.frames) > 0 && p.frames[p.at].Solution {
		answers = "  answer"
	}
	state := "paused"
	switch {
	case p.playing:
		state = fmt.Sprintf("%g steps a second", speeds[p.speed])
	case p.ended && p.at+1 >= len(p.frames):
		state = "the end"
	case p.at == 0 && p.dropped > 0:
		state = "paused, what was before is forgotten"
	}
	lines := []string{fmt.Sprintf("%s  step %d  %s%s", p.Title, p.dropped+p.at+1, state, answers), ""}
	if len(p.frames) > 0 {
		text := strings.Split(strings.TrimRight(p.frames[p.at].Text, "\n"), "\n")
		if room := max(rows-4, 1); len(text) > room {
			// The end has the board.
			text = append([]string{fmt.Sprintf("(%d lines more)", len(text)-room+1)}, text[len(text)-room+1:]...)
		}
		lines = append(lines, text...)
	}
	for len(lines) < rows-1 {
		lines = append(lines, "")
	}
	lines = append(lines, keysLine)
	var b strings.Builder
	b.WriteString("\x1b[H")
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(cut(line, columns) + "\x1b[K")
	}
	b.WriteString("\x1b[J")
	return b.String()
}

// cut returns the first n characters of a line.
func cut(line string, n int) string {
	if utf8.RuneCountInString(line) <= n {
		return line
	}
	return string([]rune(line)[:max(n, 0)])
}

// ReadKeys returns what the bytes of a terminal in raw mode ask for, until r ends.
// It reads on after the last key is taken: a terminal has one reader.
func ReadKeys(r io.Reader) <-chan Key {
	keys := make(chan Key, 16)
	go func() {
		defer close(keys)
		buf := make([]byte, 64)
		for {
			n, err := r.Read(buf)
			for text := string(buf[:n]); text != ""; {
				k, size := keyOf(text)
				text = text[size:]
				if k != KeyNone {
					keys <- k
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return keys
}

// sequences are the keys by what terminals send for them.
var sequences = []struct {
	text string
	key  Key
}{
	{"\x1b[C", KeyStep}, {"\x1bOC", KeyStep}, {"\x1b[D", KeyBack}, {"\x1bOD", KeyBack},
	{"\x1b[H", KeyFirst}, {"\x1bOH", KeyFirst}, {"\x1b[1~", KeyFirst},
	{" ", KeyPlay}, {"n", KeyStep}, {"l", KeyStep}, {"\r", KeyStep}, {"b", KeyBack}, {"h", KeyBack}, {"\x7f", KeyBack},
	{"g", KeyFirst}, {"s", KeySolution}, {"+", KeyFaster}, {"=", KeyFaster}, {"-", KeySlower},
	{"q", KeyQuit}, {"Q", KeyQuit}, {"\x03", KeyQuit}, {"\x04", KeyQuit},
}

// keyOf returns the key that text begins with, and its length.
func keyOf(text string) (k Key, size int) {
	for _, s := range sequences {
		if strings.HasPrefix(text, s.text) {
			return s.key, len(s.text)
		}
	}
	if rest, ok := strings.CutPrefix(text, "\x1b["); ok { // a sequence without meaning here
		for i := range len(rest) {
			if rest[i] >= '@' {
				return KeyNone, 3 + i
			}
		}
		return KeyNone, len(text)
	}
	return KeyNone, 1
}
