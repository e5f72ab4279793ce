package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"
)

// The lines with which FlatZinc solvers end answers and runs.
const (
	endOfAnswer   = "----------"
	searchDone    = "=========="
	unsatisfiable = "=====UNSATISFIABLE====="
)

// answerSet is the set of answers that a run printed, as their texts. Only
// digests are kept, so that a million answers are no burden; the first ones are
// kept in words too, to be shown when two sets differ.
type answerSet struct {
	digests  map[[16]byte]bool
	Texts    []string
	Printed  int  // with repetitions
	Complete bool // the run said that there are no more
	Other    string
}

// keptTexts is how many answers an answerSet keeps in words.
const keptTexts = 2000

// readAnswers reads a solver's output. Comments and statistics are not part of
// answers.
func readAnswers(r io.Reader) (*answerSet, error) {
	s := &answerSet{digests: map[[16]byte]bool{}}
	var block bytes.Buffer
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadString('\n')
		switch text := strings.TrimRight(line, "\r\n"); {
		case line == "":
		case text == endOfAnswer:
			s.add(block.Bytes())
			block.Reset()
		case text == searchDone, text == unsatisfiable:
			s.Complete = true
		case strings.HasPrefix(text, "====="):
			s.Other = text
		case strings.HasPrefix(text, "%"):
		default:
			block.WriteString(text)
			block.WriteByte('\n')
		}
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
}

// add notes an answer.
func (s *answerSet) add(text []byte) {
	s.Printed++
	sum := sha256.Sum256(text)
	d := [16]byte(sum[:16])
	if s.digests[d] {
		return
	}
	s.digests[d] = true
	if len(s.Texts) < keptTexts {
		s.Texts = append(s.Texts, string(text))
	}
}

// Len returns the number of different answers.
func (s *answerSet) Len() int { return len(s.digests) }

// Hash returns a digest of the set that does not depend on its order.
func (s *answerSet) Hash() string {
	all := make([][16]byte, 0, len(s.digests))
	for d := range s.digests {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b [16]byte) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	for _, d := range all {
		h.Write(d[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// missing returns an answer that s has, in words, and t has not.
func (s *answerSet) missing(t *answerSet) string {
	for _, text := range s.Texts {
		sum := sha256.Sum256([]byte(text))
		if !t.digests[[16]byte(sum[:16])] {
			return text
		}
	}
	return ""
}
