package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

// Names of the lines that the others are compared with.
const (
	stockLine = "stock PocketBase"
	floorLine = "floor"
)

const megabyte = 1 << 20

// report is the results, in their JSON form.
type report struct {
	Date         string    `json:"date"`
	Machine      string    `json:"machine"`
	Connections  int       `json:"connections"`
	Rounds       int       `json:"rounds"`
	Seconds      float64   `json:"seconds"` // of a line in a round
	AccountBytes int       `json:"account_bytes"`
	EnergyBytes  int       `json:"energy_account_bytes"`
	RSS          float64   `json:"rss_mb"`       // the most that the service had
	Batch        *float64  `json:"commit_batch"` // of stage
	Before       *growth   `json:"before,omitzero"`
	Book         *imported `json:"book,omitzero"`
	Lines        []results `json:"lines"`

	Bytes *accountBytes `json:"bytes_of_an_account,omitzero"`
}

// results are the medians of a line's rounds, with the sum of the errors and the highest memory.
type results struct {
	Name      string   `json:"name"`
	Unit      string   `json:"unit"`
	Rate      float64  `json:"rate"`
	P50       float64  `json:"p50_ms"`
	P99       float64  `json:"p99_ms"`
	OfStock   float64  `json:"of_stock"`
	OfFloor   float64  `json:"of_floor"`
	OfWhole   float64  `json:"of_whole_way,omitzero"`
	OfPlain   float64  `json:"of_no_replica,omitzero"`
	Errors    int      `json:"errors"`
	RSS       float64  `json:"rss_mb"`
	Batch     *float64 `json:"commit_batch"` // writes in a commit; null where nothing is written
	Cost      float64  `json:"server_us"`    // processor time for one of the unit
	First     float64  `json:"first_byte_ms"`
	Bytes     float64  `json:"bytes_per_second"` // of answers
	Generator float64  `json:"generator_share"`
	Server    float64  `json:"server_share"`
	Rows      int      `json:"rows,omitzero"` // rows that one operation adds
}

func (b *bench) newReport() *report {
	r := &report{
		Date: time.Now().UTC().Format(time.DateOnly), Machine: describeMachine(), Connections: connections,
		Rounds: b.rounds, Seconds: b.length.Seconds(), AccountBytes: computeMeanSize(b.load.accounts), EnergyBytes: computeMeanSize(b.load.energy), Before: b.growth,
		Book: b.imported, Bytes: b.load.bytes,
	}
	if b.imported != nil {
		r.RSS = b.imported.RSS
	}
	stock, floor := b.lines[0].rounds, b.lines[1].rounds
	for _, l := range b.lines {
		a := results{
			Name: l.name, Unit: l.unit, Rows: b.rows[l.name],
			Rate: l.medianOf(func(r round) float64 { return r.rate }),
			P50:  l.medianOf(func(r round) float64 { return r.p50 }), P99: l.medianOf(func(r round) float64 { return r.p99 }),
			Cost: l.medianOf(func(r round) float64 { return r.cost }), First: l.medianOf(func(r round) float64 { return r.first }),
			Bytes:   l.medianOf(func(r round) float64 { return r.bytes }),
			OfStock: l.medianRatio(stock), OfFloor: l.medianRatio(floor),
			Generator: l.medianOf(func(r round) float64 { return r.generator }), Server: l.medianOf(func(r round) float64 { return r.server }),
		}
		if l.whole != nil && len(l.whole.rounds) == len(l.rounds) {
			a.OfWhole = l.medianRatioTo(l.whole, func(r round) float64 { return r.rate })
		}
		if l.plain != nil && len(l.plain.rounds) == len(l.rounds) {
			a.OfPlain = l.medianRatioTo(l.plain, func(r round) float64 { return r.rate })
		}
		for _, round := range l.rounds {
			a.Errors += round.errors
			a.RSS = max(a.RSS, round.resident)
		}
		if l.jobs > 0 {
			batch := l.medianOf(func(r round) float64 { return r.batch })
			a.Batch = &batch
		}
		if l.on == b.load.service {
			r.RSS = max(r.RSS, a.RSS)
		}
		if l == b.load.staged {
			r.Batch = a.Batch
		}
		r.Lines = append(r.Lines, a)
	}
	return r
}

func (l *line) medianOf(of func(round) float64) float64 {
	values := make([]float64, len(l.rounds))
	for i, r := range l.rounds {
		values[i] = of(r)
	}
	return computeMedian(values)
}

// medianRatio divides the line's rate, round by round, by the mean rate of the others just before
// and after. A line that did not run in all rounds ran in the last ones.
func (l *line) medianRatio(others []round) float64 {
	others = others[max(0, len(others)-len(l.rounds)-1):]
	values := make([]float64, len(l.rounds))
	for i, r := range l.rounds {
		after := others[min(i+1, len(others)-1)] // the others' own last round is after all other lines
		values[i] = r.rate / max((others[i].rate+after.rate)/2, 1)
	}
	return computeMedian(values)
}

func computeMedian(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// computeMeanSize returns the mean of the accounts' sizes, in bytes.
func computeMeanSize(accounts []template) int {
	sum := 0
	for _, a := range accounts {
		sum += len(a.text)
	}
	return sum / len(accounts)
}

func describeMachine() string {
	return fmt.Sprintf("%s/%s, %d processors, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
}

func (r *report) printTable(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, %d connections, %d rounds of %.1f s, accounts of %d bytes, of gb-energy %d\n\n",
		r.Date, r.Machine, r.Connections, r.Rounds, r.Seconds, r.AccountBytes, r.EnergyBytes)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "line\tcounts\ta second\tp50 ms\tp99 ms\tof stock\tof floor\terrors\tin a commit\tRSS MB\tserver µs\tserver\tgenerator\t")
	for _, l := range r.Lines {
		batch := "-"
		if l.Batch != nil {
			batch = fmt.Sprintf("%.1f", *l.Batch)
		}
		fmt.Fprintf(table, "%s\t%s\t%.0f\t%.1f\t%.1f\t%.2f\t%.2f\t%d\t%s\t%.0f\t%.1f\t%.0f %%\t%.0f %%\t\n",
			l.Name, l.Unit, l.Rate, l.P50, l.P99, l.OfStock, l.OfFloor, l.Errors, batch, l.RSS, l.Cost, l.Server*100, l.Generator*100)
	}
	_ = table.Flush()
	for _, l := range r.Lines {
		if l.Rows > 0 {
			fmt.Fprintf(w, "\n%s: one account becomes %d rows", l.Name, l.Rows)
		}
	}
	for _, l := range r.Lines {
		if l.OfWhole > 0 {
			fmt.Fprintf(w, "\n%s: %.2f of the whole way", l.Name, l.OfWhole)
		}
	}
	for _, l := range r.Lines {
		if l.OfPlain > 0 {
			fmt.Fprintf(w, "\n%s: %.2f of the rate without a replica", l.Name, l.OfPlain)
		}
	}
	for _, l := range r.Lines {
		if l.First < l.P50/2 && l.Bytes > 10*megabyte {
			fmt.Fprintf(w, "\n%s: first byte after %.1f ms, %.1f MB/s", l.Name, l.First, l.Bytes/megabyte)
		}
	}
	if g := r.Before; g != nil {
		fmt.Fprintf(w, "\nWith %d accounts before: %.0f rows and %.0f bytes of disk for each, start in %.0f ms", g.Accounts, g.Rows, g.Bytes, g.Start)
	}
	if r.Bytes != nil {
		r.Bytes.print(w)
	}
	if r.Book != nil {
		fmt.Fprintln(w)
		r.Book.print(w)
	}
	fmt.Fprintf(w, "\nThe service's memory was %.0f MB at most. Shares are of all processors.\n", r.RSS)
}

func (r *report) writeFile(file string) error {
	text, err := json.Marshal(r, jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
