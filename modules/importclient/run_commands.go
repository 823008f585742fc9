package importclient

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/ops/cli"
)

// RunCommand returns the commands below `run`.
func RunCommand() *cobra.Command { return newRunCommand(productionTimings(), nil) }

func newRunCommand(t timings, given *streams) *cobra.Command {
	b := &runCommands{service: service{concurrency: 1, timings: t}, given: given}
	return cli.NewStandAlone(cli.Group("run", "List, show and take back runs: imports of books",
		b.newListCommand(), b.newShowCommand(), b.newReportCommand(), b.newTakeBackCommand()))
}

// runCommands is what the commands below `run` share.
type runCommands struct {
	service
	given *streams
}

// A caller calls the service for a command. It tells what it does for a long time.
type caller struct {
	*api
	life lifetime
	does atomic.Pointer[string]
}

// newCommand returns a command that calls the service. work writes to standard output.
func (b *runCommands) newCommand(use, short, example string, args cobra.PositionalArgs, work func(c *caller, args []string, to io.Writer) error) *cobra.Command {
	c := cli.NewStandAlone(&cobra.Command{
		Use: use, Short: short, Example: "  DATAIMPORT_KEY=... dataimport run " + example, Args: args,
		RunE: func(c *cobra.Command, args []string) error {
			if err := b.complete(); err != nil {
				return err
			}
			to, shown := c.OutOrStdout(), newDisplay(os.Stderr, b.service)
			if b.given != nil {
				to, shown = b.given.out, newDisplay(b.given.display, b.service)
			}
			shown.terminal = false // there is no bar
			return runInterruptibly(c.Context(), func(ctx context.Context) error {
				life, stop := newLifetime(ctx, 0)
				defer stop(nil)
				calls := &caller{api: newAPI(b.service), life: life}
				defer shown.watch(b.timings.bar, calls.newSnapshot)()
				return cli.Failed(work(calls, args, to))
			})
		},
	})
	b.register(c.Flags())
	return c
}

func (c *caller) newSnapshot() snapshot {
	s := snapshot{quiet: true, total: -1, wait: c.FindWait(time.Now())}
	if does := c.does.Load(); does != nil {
		s.quiet, s.phase = false, *does
	}
	return s
}

func (b *runCommands) newListCommand() *cobra.Command {
	c := b.newCommand("list", "List the runs of a supplier, the newest first", "list --url https://import.example.com --supplier ACME", cobra.NoArgs,
		func(c *caller, _ []string, to io.Writer) error {
			if err := b.completeSupplier(); err != nil {
				return err
			}
			return c.listRuns(b.supplier, to)
		})
	b.registerSupplier(c.Flags())
	return c
}

// listRuns writes a table of runs. It reads them in parts.
func (c *caller) listRuns(supplier string, to io.Writer) error {
	const part = 200
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "run\tname\tmode\tstate\topened\tlines\tdone\trefused") // errors come with Flush
	for after := ""; ; {
		query := url.Values{"import_supplier": {supplier}, "limit": {fmt.Sprint(part)}}
		if after != "" {
			query.Set("after", after)
		}
		var runs []runRecord
		err := c.callUntilAnswered(c.life, apiclient.Request{Method: http.MethodGet, Path: paths.Runs + "/?" + query.Encode()}, &runs)
		if err != nil {
			return explainRunError(err)
		}
		for _, r := range runs {
			done, refused := r.countLines()
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", r.ID, apiclient.JoinLines(r.Name), r.Mode, r.State, r.OpenedAt, r.Book.Lines, done, refused)
			after = r.ID
		}
		if len(runs) < part {
			return table.Flush()
		}
	}
}

// countLines counts the lines of a run that have an outcome, and those that are refused in part or
// as a whole.
func (r *runRecord) countLines() (done, refused int) {
	for name, n := range r.Outcomes {
		done += n
		if name == outcomeRefused || name == outcomeIncomplete {
			refused += n
		}
	}
	return done + r.Unsent.Refused + r.Unsent.Repeated, refused + r.Unsent.Refused
}

func (b *runCommands) newShowCommand() *cobra.Command {
	return b.newCommand("show RUN", "Show a run with the counts of its outcomes and faults", "show k2j4h5g6f7d8s9a --url https://import.example.com", cobra.ExactArgs(1),
		func(c *caller, args []string, to io.Writer) error {
			r, err := c.readRun(args[0])
			if err != nil {
				return err
			}
			return r.print(to)
		})
}

// readRun reads a run.
func (c *caller) readRun(id string) (r runRecord, err error) {
	err = c.callUntilAnswered(c.life, apiclient.Request{Method: http.MethodGet, Path: pathOfRun(id, "")}, &r)
	if refused, ok := errors.AsType[*apiclient.Refusal](err); ok && refused.Status == http.StatusNotFound {
		return r, fmt.Errorf("the service knows no run %q for this API key: \"run list\" lists them", id)
	}
	return r, explainRunError(err)
}

func (r *runRecord) print(to io.Writer) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { _, _ = fmt.Fprintf(table, "%s\t%v\n", name, value) } // errors come with Flush
	row("run", r.ID)
	row("name", apiclient.JoinLines(r.Name))
	row("supplier", r.Supplier)
	row("client", apiclient.JoinLines(r.Client))
	row("mode", r.Mode)
	row("if imported", r.IfImported)
	row("state", r.State)
	row("opened", r.OpenedAt)
	if r.ClosedAt != "" {
		row("closed", r.ClosedAt)
	}
	if r.Previous != "" {
		row("run before", r.Previous)
	}
	row("book", r.Book.SHA256)
	done, _ := r.countLines()
	row("lines", fmt.Sprintf("%d, %d of them done", r.Book.Lines, done))
	for _, name := range slices.Sorted(maps.Keys(r.Outcomes)) {
		row("  "+strings.ReplaceAll(name, "_", " "), r.Outcomes[name])
	}
	if r.Unsent.Refused > 0 {
		row("  refused by the client", r.Unsent.Refused)
	}
	if r.Unsent.Repeated > 0 {
		row("  repeated", r.Unsent.Repeated)
	}
	if err := table.Flush(); err != nil || len(r.Faults) == 0 {
		return err
	}
	_, _ = fmt.Fprintln(to, "\nRefused by code and member, those of most lines first:")
	return writeGroupsTable(to, r.listGroups(), len(r.Faults))
}

func (r *runRecord) listGroups() (groups []group) {
	for _, f := range r.Faults {
		groups = append(groups, group{Code: f.Code, Member: f.Member, Lines: f.Lines})
	}
	return groups
}

func (b *runCommands) newReportCommand() *cobra.Command {
	by, format := "", ""
	c := b.newCommand("report RUN", "Report the refused lines of a run by code or by member", "report k2j4h5g6f7d8s9a --url https://import.example.com --group-by member --format csv", cobra.ExactArgs(1),
		func(c *caller, args []string, to io.Writer) error {
			switch {
			case by != "code" && by != "member":
				return cli.Misuse(fmt.Errorf("--group-by %q is neither code nor member", by))
			case format != formatTable && format != formatCSV && format != formatJSON:
				return cli.Misuse(fmt.Errorf("--format %q is none of table, csv and json", format))
			}
			return c.reportRun(args[0], by, format, to)
		})
	c.Flags().StringVar(&by, "group-by", "code", "code, or member: code and member")
	c.Flags().StringVar(&format, "format", formatTable, "table, csv or json")
	return c
}

// reportRun groups the refused lines of a run. Its memory grows with the number of groups alone.
func (c *caller) reportRun(id, by, format string, to io.Writer) error {
	if _, err := c.readRun(id); err != nil {
		return err
	}
	groups := make(map[[2]string]*group)
	for _, outcome := range []string{outcomeRefused, outcomeIncomplete} {
		counted := make(map[int]bool) // an answer that breaks off is asked for again
		err := c.eachOutcome(c.life, id, "?outcome="+outcome, func(o *lineOutcome) error {
			if !counted[o.Line] {
				counted[o.Line] = true
				o.addTo(groups, by)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	list := make([]group, 0, len(groups))
	for _, g := range groups {
		list = append(list, *g)
	}
	slices.SortFunc(list, compareGroups)
	if len(list) == 0 && format == formatTable {
		_, err := fmt.Fprintln(to, "The run has refused nothing.")
		return err
	}
	return printGroups(to, list, format)
}

// compareGroups puts the group of most lines first.
func compareGroups(a, b group) int {
	if a.Lines != b.Lines {
		return b.Lines - a.Lines
	}
	return strings.Compare(a.Code+" "+a.Member, b.Code+" "+b.Member)
}

// addTo counts the line in the groups of its faults, once in each.
func (o *lineOutcome) addTo(groups map[[2]string]*group, by string) {
	faults := o.Errors
	if len(faults) == 0 {
		faults = []apiclient.Fault{{Code: o.Code, Detail: o.Detail}}
	}
	counted := make(map[[2]string]bool)
	for _, f := range faults {
		key := [2]string{f.Code}
		if by == "member" {
			key[1] = fault.MemberOf(f.Attr)
		}
		if counted[key] {
			continue
		}
		counted[key] = true
		g := groups[key]
		if g == nil {
			g = &group{Code: key[0], Member: key[1], First: o.Line, Account: o.External, Detail: f.Detail}
			groups[key] = g
		}
		if g.Lines++; o.Line < g.First {
			g.First, g.Account, g.Detail = o.Line, o.External, f.Detail
		}
	}
}

func (b *runCommands) newTakeBackCommand() *cobra.Command {
	return b.newCommand("take-back RUN", "Take back what a rehearsal has imported", "take-back k2j4h5g6f7d8s9a --url https://import.example.com", cobra.ExactArgs(1),
		func(c *caller, args []string, to io.Writer) error {
			return c.takeBackRun(args[0], to)
		})
}

// takeBackRun calls the service until nothing is left. The same command continues after an
// interruption.
func (c *caller) takeBackRun(id string, to io.Writer) error {
	taken := 0
	for {
		var answered struct {
			TakenBack int `json:"taken_back"`
			Left      int `json:"left"`
		}
		body, _ := json.Marshal(struct{}{}) // it has no members
		err := c.callUntilAnswered(c.life, apiclient.Request{Method: http.MethodPost, Path: pathOfRun(id, paths.TakeBackRun), Media: apiclient.MediaJSON, Body: body}, &answered)
		if refused, ok := errors.AsType[*apiclient.Refusal](err); ok && refused.Code == "run_is_no_rehearsal" {
			return cli.Misuse(fmt.Errorf("run %s is no rehearsal: what it has imported stays. This command takes back runs of \"import --rehearsal\" alone; an operator takes back single accounts, with \"dataimport account take-back\" or in the dashboard", id))
		}
		if err != nil {
			return explainRunError(err)
		}
		if taken += answered.TakenBack; answered.Left == 0 || c.life.taking.Err() != nil {
			_, _ = fmt.Fprintf(to, "%d accounts taken back, %d left.\n", taken, answered.Left)
			if answered.Left > 0 {
				return errInterrupted
			}
			return nil
		}
		if answered.TakenBack == 0 {
			return fmt.Errorf("%d accounts cannot be taken back at present", answered.Left)
		}
		c.does.Store(new(fmt.Sprintf("%d accounts taken back, %d left", taken, answered.Left)))
	}
}
