package minizinc

import (
	"encoding/json"
	"regexp"
)

// ID is the name by which MiniZinc tells solvers apart. Users give the last
// word: minizinc --solver clew.
const ID = "org.clewsolver.clew"

// Solver is what MiniZinc has to know of clew.
type Solver struct {
	Executable string // fzn-clew: a path, or relative to the description's folder
	Library    string // the folder of the library, likewise
	Version    string // of clew, as 1.2.3 or a Go pseudo-version
}

// extraFlag is an option of fzn-clew that MiniZinc passes on: its name, what it
// does, its type and its default.
type extraFlag [4]string

// extraFlags are the options of fzn-clew beside those that all solvers share.
// They are shown by minizinc --help clew and by the MiniZinc IDE.
var extraFlags = []extraFlag{
	{"--count", "Count the solutions, print the number as statistics and no solution", "bool", "false"},
	{"--max-solutions", "Stop after this many solutions (0: no limit)", "int:0:9223372036854775807", "0"},
	{"--mem-limit", "Stop when more than this many megabytes are held (0: no limit)", "int:0:1048576", "0"},
	{"--progress", "Say once a second on stderr how much of the search is done", "bool", "false"},
}

// Config returns the description of the solver, the content of a .msc file. It
// has only what every MiniZinc since 2.4 understands: an unknown member is an
// error to older ones.
func (s Solver) Config() []byte {
	config := struct {
		ID          string      `json:"id"`
		Name        string      `json:"name"`
		Description string      `json:"description"`
		Website     string      `json:"website"`
		Version     string      `json:"version"`
		Executable  string      `json:"executable"`
		Library     string      `json:"mznlib"`
		Tags        []string    `json:"tags"`
		StdFlags    []string    `json:"stdFlags"`
		ExtraFlags  []extraFlag `json:"extraFlags"`
		FlatZinc    bool        `json:"supportsFzn"`
	}{
		ID: ID, Name: "Clew", Description: "Complete search: every answer once, exact counts",
		Website: "https://github.com/clewsolver/clew",
		Version: plainVersion(s.Version), Executable: s.Executable, Library: s.Library,
		Tags:       []string{"cp", "int", "bool"},
		StdFlags:   []string{"-a", "-n", "-i", "-s", "-v", "-p", "-r", "-f", "-t", "--cp-profiler"},
		ExtraFlags: extraFlags, FlatZinc: true,
	}
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		panic(err) // strings and lists always marshal
	}
	return append(text, '\n')
}

var numbers = regexp.MustCompile(`^v?([0-9]+\.[0-9]+\.[0-9]+)`)

// plainVersion returns the three numbers that a version begins with: MiniZinc
// picks the latest of several versions of a solver by them.
func plainVersion(v string) string {
	if n := numbers.FindStringSubmatch(v); n != nil {
		return n[1]
	}
	return "0.0.0"
}
