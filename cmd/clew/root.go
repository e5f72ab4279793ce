package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/clewsolver/clew/internal/input"
	"github.com/spf13/cobra"
)

// Verbs and problems are listed in the order of their registries.
func init() { cobra.EnableCommandSorting = false }

// execute runs the command line args and returns the exit code.
func execute(ctx context.Context, args []string, c *console) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.onFail = func() { cancel(errOutput) }
	exit := exitYes
	root := newRoot(c, &exit)
	root.SetArgs(spelledOut(args))
	if err := root.ExecuteContext(ctx); err != nil {
		exit = exitBad
		c.Note("clew: %s", err)
	}
	c.Flush()
	if err := c.Failed(); err != nil {
		exit = exitBad
		c.Note("clew: cannot write results: %s", reason(err))
	}
	return exit
}

// newRoot returns the whole tree of commands: under each verb, each problem.
// The exit code of the one that runs goes to exit.
func newRoot(c *console, exit *int) *cobra.Command {
	root := &cobra.Command{
		Use:   "clew VERB PROBLEM [arguments]",
		Short: "clew answers questions about finite puzzles, completely",
		Long: "clew answers questions about finite puzzles, completely: one answer, every\n" +
			"answer, how many, is it the only one.\n\nProblems:\n" + problemList() +
			"\nExit codes: 0 and 1 as the verb says, 2 bad usage or input, 3 stopped before the\n" +
			"answer was known (what was found is printed and marked incomplete).",
		Example:       "  clew solve queens 8\n  clew count primesum --max 12\n  clew watch queens 8 --steps 12",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				cmd.SetOut(c.err)
				*exit = exitBad
				return cmd.Help()
			}
			return unknownName(cmd, args[0])
		},
	}
	root.SetOut(c)
	root.SetErr(c.err)
	root.SetVersionTemplate("clew {{.Version}}\n")
	root.SetUsageTemplate(usageTemplate)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.AddGroup(&cobra.Group{ID: "verbs", Title: "Verbs:"})
	for _, v := range verbs {
		root.AddCommand(verbCommand(c, v, exit))
	}
	root.AddCommand(replayCommand(c, exit))
	root.AddCommand(serveCommand(c))
	root.AddCommand(minizincCommand(c))
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		// As it comes, an unknown shell gets help and exit code 0.
		completion.Args, completion.RunE = cobra.ArbitraryArgs, unknownShell
		completion.Use = "completion " + strings.Join(shells(completion), "|")
		completion.Short = "print the completion script for a shell"
		completion.Long = "Print the completion script for a shell. clew help completion SHELL tells how to\nload it."
	}
	return root
}

// problemList lists the problems for the help of the root.
func problemList() string {
	var b strings.Builder
	for _, k := range problems {
		k := k()
		fmt.Fprintf(&b, "  %-12s %s\n", k.name, k.short)
	}
	return b.String()
}

// verbCommand returns the command of a verb with one subcommand a problem.
func verbCommand(c *console, newVerb func() *verb, exit *int) *cobra.Command {
	v := newVerb()
	set := &settings{}
	cmd := &cobra.Command{
		Use:     v.name + " PROBLEM [arguments]",
		Short:   v.short,
		Long:    v.long + "\n\nExit codes: " + v.exits + ", 2 bad usage or input, 3 incomplete.",
		GroupID: "verbs",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("%s: found no problem, expected %s", v.name, anyOf(subcommands(cmd)))
			}
			return unknownName(cmd, args[0])
		},
	}
	cmd.AddGroup(&cobra.Group{ID: "problems", Title: "Problems:"})
	set.register(cmd, v.method)
	if v.flags != nil {
		v.flags(cmd.PersistentFlags())
	}
	completeFlags(cmd, cmd.PersistentFlags())
	var examples []string
	for _, k := range problems {
		sub := problemCommand(c, v, set, k(), exit)
		cmd.AddCommand(sub)
		first, _, _ := strings.Cut(sub.Example, "\n")
		examples = append(examples, first)
	}
	cmd.Example = strings.Join(examples, "\n")
	return cmd
}

// expectedNote is the annotation that holds what a problem's arguments are.
const expectedNote = "expected"

// problemCommand returns the command that puts a verb to a problem.
func problemCommand(c *console, v *verb, set *settings, k *kind, exit *int) *cobra.Command {
	cmd := &cobra.Command{
		Use:         strings.TrimSpace(k.name + " " + k.args),
		Short:       k.short,
		Long:        k.long + "\n\n" + v.long,
		GroupID:     "problems",
		Annotations: map[string]string{expectedNote: k.expected},
		Args:        cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := set.check(v); err != nil {
				return err
			}
			ctx := cmd.Context()
			s := &session{console: c, verb: v, settings: set}
			if cmd.Flags().Changed("trace") {
				var err error
				if s.trace, err = createTrace(set.trace, c.onFail); err != nil {
					return err
				}
			}
			*exit = s.run(ctx, k.open(&inputs{ctx, c, cmd.Flags().Changed}, args))
			if s.trace != nil {
				return s.trace.close()
			}
			return nil
		},
	}
	if k.flags != nil {
		k.flags(cmd.Flags())
	}
	completeFlags(cmd, cmd.Flags())
	if !k.files {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	var lines []string
	for _, e := range k.examples {
		lines = append(lines, e.line(v, k))
	}
	cmd.Example = "  " + strings.Join(lines, "\n  ")
	return cmd
}

// helpCommand shows help for the words that follow it.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB [PROBLEM]]",
		Short: "help about a verb, or a verb on a problem",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			switch {
			case len(rest) == 0:
			case len(subcommands(about)) > 0:
				return unknownName(about, rest[0])
			case about.HasSubCommands():
				return unknownShell(about, rest)
			default:
				words := strings.TrimPrefix(about.CommandPath(), cmd.Root().Name()+" ")
				return fmt.Errorf("help: found %s, expected nothing after %s", input.Quote(rest[0]), words)
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// unknownShell is the error for a completion that is not for a subcommand of
// cmd.
func unknownShell(cmd *cobra.Command, args []string) error {
	found := "no shell"
	if len(args) > 0 {
		found = input.Quote(args[0])
	}
	return fmt.Errorf("%s: found %s, expected %s", cmd.Name(), found, anyOf(shells(cmd)))
}

// shells returns the names of the subcommands of a completion command.
func shells(cmd *cobra.Command) []string {
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	return names
}

// unknownName is the error for a word that is not a subcommand of cmd.
func unknownName(cmd *cobra.Command, word string) error {
	what := "problem"
	if cmd == cmd.Root() {
		what = "verb"
		for _, k := range problems {
			if name := k().name; name == word {
				return fmt.Errorf("%s is a problem; put a verb before it, as in: clew solve %[1]s", name)
			}
		}
	}
	known := subcommands(cmd)
	hint := didYouMean(word, known, "")
	switch {
	case hint == "" && what == "problem" && strings.Contains(word, "."):
		known = append(known, "a file that ends in "+anyOf(endingsOf(allFormats())))
		fallthrough
	case hint == "":
		hint = ", expected " + anyOf(known)
	}
	return fmt.Errorf("unknown %s %s%s", what, input.Quote(word), hint)
}

// subcommands returns the names of cmd's verbs or problems.
func subcommands(cmd *cobra.Command) []string {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.GroupID != "" {
			names = append(names, sub.Name())
		}
	}
	return names
}

// version returns what the build knows about itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(v, s.Value[:min(12, len(s.Value))]) {
			v += " " + s.Value[:min(12, len(s.Value))]
		}
	}
	return v + " " + info.GoVersion
}

// usageTemplate is the lower part of every help text.
const usageTemplate = `Usage:
  {{.UseLine}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- $cmds := .Commands}}
{{- range $group := .Groups}}
{{- $first := true}}
{{- range $cmds}}
{{- if eq .GroupID $group.ID}}
{{- if $first}}

{{$group.Title}}{{$first = false}}
{{- end}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}
{{- end}}
{{- end}}
{{- if eq .Name "clew"}}

Others:
{{- range $cmds}}
{{- if and (eq .GroupID "") (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}
{{- end}}
{{- end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableInheritedFlags}}

Flags of every problem:
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}
{{- end}}
`
