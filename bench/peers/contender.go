package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/clewsolver/clew/bench"
)

// contender is a solver with a setting.
type contender struct {
	name    string
	version string
	missing string // why it cannot run, empty if it can

	// Of those that count, and of those that run the learning cases: what to
	// run. The latter get the name of a file with the model in FlatZinc. The
	// error of prepare Is fs.ErrNotExist if the contender has no such model.
	prepare func(bench.Case) (job, error)
	solve   func(c bench.LearningCase, model string) command
}

// job is a case made ready for a contender.
type job struct {
	check command // finds the number of answers
	timed command // does the same work; if it has no parse, its count is not seen
}

// contenders returns clew first, then the peers. list is the file of the cases,
// empty for the one that is part of clew's program.
func contenders(list, models, out string) ([]contender, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	field := []contender{{name: "clew", version: checkout(), prepare: func(c bench.Case) (job, error) {
		run := command{args: []string{self, "-work", list, "-count", c.Name}, env: []string{"GOMAXPROCS=1"}, parse: parseNumber}
		return job{run, run}, nil
	}}, gnuProlog(models, out)}
	field = append(field, gecode(models, out)...)
	for _, strength := range []string{"value", "domain"} {
		field = append(field, flatZincGecode(strength, models, out))
	}
	return append(field, clasp(models, out)), nil
}

// gnuProlog is GNU Prolog's solver over finite domains, on compiled programs.
func gnuProlog(models, out string) contender {
	c := contender{name: "GNU Prolog"}
	if !found("gplc") {
		c.missing = "gplc " + notFound
		return c
	}
	c.version = version(`\(GNU Prolog\) (\S+)`, "gplc", "--version")
	c.prepare = func(b bench.Case) (job, error) {
		source := filepath.Join(models, b.Model+".pl")
		if _, err := os.Stat(source); err != nil {
			return job{}, err
		}
		program := filepath.Join(out, "gprolog-"+b.Model)
		_, err := output("gplc", "--no-top-level", "-o", program, filepath.Join(models, "count.pl"), source)
		return counting(append([]string{program}, parameters(b)...)), err
	}
	return c
}

// gecode is Gecode's library, with both strengths of all_different, in a program
// of ours that is compiled first.
func gecode(models, out string) []contender {
	field := []contender{{name: "Gecode value"}, {name: "Gecode domain"}}
	program, missing, text := filepath.Join(out, "gecode"), "", []byte(nil)
	if !found("c++") {
		missing = "c++ " + notFound
	} else if _, err := output("c++", "-O3", "-o", program, filepath.Join(models, "gecode", "models.cc"),
		"-lgecodesearch", "-lgecodeminimodel", "-lgecodeint", "-lgecodekernel", "-lgecodesupport"); err != nil {
		missing = "Gecode's library " + notFound
		fmt.Fprintln(os.Stderr, err)
	} else if text, err = output(program, "version"); err != nil {
		missing = err.Error()
	}
	for i := range field {
		f := &field[i]
		strength := strings.TrimPrefix(f.name, "Gecode ")
		f.version, f.missing = strings.TrimSpace(string(text))+", a program of its library by c++ -O3", missing
		f.prepare = func(b bench.Case) (job, error) {
			return counting(append([]string{program, strength, b.Model}, parameters(b)...)), nil
		}
	}
	return field
}

// counting is the job of a program that prints the number of answers.
func counting(args []string) job {
	run := command{args: args, parse: parseNumber}
	return job{run, run}
}

// parameters returns those of a case as arguments.
func parameters(c bench.Case) (args []string) {
	for _, p := range c.Params {
		args = append(args, strconv.Itoa(p.Value))
	}
	return args
}

// flatZincGecode is Gecode's FlatZinc interpreter, with all_different of a
// strength.
func flatZincGecode(strength, models, out string) contender {
	c := contender{name: "fzn-gecode " + strength}
	if !found("fzn-gecode", "minizinc") {
		c.missing = "fzn-gecode or minizinc " + notFound
		return c
	}
	c.version = version(`Version: (\S+)`, "fzn-gecode", "-help")
	c.prepare = func(b bench.Case) (job, error) {
		model := filepath.Join(models, b.Model+".mzn")
		if _, err := os.Stat(model); err != nil {
			return job{}, err
		}
		fzn := filepath.Join(out, fileName(b.Name, strength+".fzn"))
		data := "consistency = " + strength + "_propagation;"
		for _, p := range b.Params {
			data += fmt.Sprintf(" %s = %d;", p.Name, p.Value)
		}
		// The presolver's library keeps all_different whole; the default one
		// of some distributions takes it apart into disequalities.
		_, err := output("minizinc", "-c", "-G", "gecode_presolver", "--no-output-ozn", "-D", data, "-o", fzn, model)
		return job{
			check: command{args: []string{"fzn-gecode", "-a", "-s", fzn}, parse: parseGecode},
			timed: command{args: []string{"fzn-gecode", "-a", fzn}},
		}, err
	}
	return c
}

// clasp is the answer set solver, on programs that gringo has made ground.
func clasp(models, out string) contender {
	c := contender{name: "clasp"}
	if !found("clasp", "gringo") {
		c.missing = "clasp or gringo " + notFound
		return c
	}
	c.version = version(`clasp version (\S+)`, "clasp", "--version")
	c.prepare = func(b bench.Case) (job, error) {
		model := filepath.Join(models, b.Model+".lp")
		if _, err := os.Stat(model); err != nil {
			return job{}, err
		}
		args := []string{"gringo", model}
		for _, p := range b.Params {
			args = append(args, "-c", p.Name+"="+strconv.Itoa(p.Value))
		}
		ground, err := output(args...)
		if err != nil {
			return job{}, err
		}
		file := filepath.Join(out, fileName(b.Name, "aspif"))
		run := command{args: []string{"clasp", "-n", "0", "-q", file}, ok: []int{20, 30}, parse: parseClasp}
		return job{run, run}, os.WriteFile(file, ground, 0o644)
	}
	return c
}

func fileName(name, suffix string) string {
	return strings.ReplaceAll(name, " ", "-") + "." + suffix
}

// checkout names the commit that is timed, as far as git tells.
func checkout() string {
	commit, err := output("git", "describe", "--always", "--dirty")
	if err != nil {
		return "this checkout"
	}
	return "commit " + strings.TrimSpace(string(commit))
}

func found(programs ...string) bool {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return false
		}
	}
	return true
}

// version looks for a pattern in what a program prints, whatever its exit
// status.
func version(pattern string, args ...string) string {
	out, _ := exec.Command(args[0], args[1:]...).CombinedOutput()
	if m := regexp.MustCompile(pattern).FindSubmatch(out); m != nil {
		return string(m[1])
	}
	return "of unknown version"
}

// parseNumber reads a line with the number of answers. clew prints none unless
// the search was complete.
func parseNumber(r io.Reader) (res result, err error) {
	err = eachLine(r, func(line string) { res.answers, res.complete = line, true })
	return res, err
}

// parseGecode reads the statistics, and the mark of a complete search.
func parseGecode(r io.Reader) (res result, err error) {
	err = eachLine(r, func(line string) {
		if n, ok := strings.CutPrefix(line, "%%%mzn-stat: solutions="); ok {
			res.answers = n
		}
		res.complete = res.complete || line == "=========="
	})
	return res, err
}

// parseClasp reads the summary, where a plus sign after the number of models
// means that there may be more.
func parseClasp(r io.Reader) (res result, err error) {
	err = eachLine(r, func(line string) {
		if key, n, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "Models" {
			res.answers = strings.TrimSpace(n)
			res.complete = !strings.HasSuffix(res.answers, "+")
		}
	})
	return res, err
}

func eachLine(r io.Reader, do func(string)) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		do(sc.Text())
	}
	return sc.Err()
}
