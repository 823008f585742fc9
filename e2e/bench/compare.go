package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// compareVersions has two services take turns in each round. It prints their lines with the medians
// of the rounds' ratios, because a slower moment of the machine affects both.
func (b *bench) compareVersions(ctx context.Context, against *bench, w io.Writer) error {
	sides := [...]*bench{b, against}
	var lines [len(sides)][]*line
	for i, side := range sides {
		stop, err := side.prepareRun(ctx)
		defer stop()
		if err != nil {
			return err
		}
		lines[i] = slices.DeleteFunc(side.lines, func(l *line) bool { return l.lastRoundOnly || l.on != side.load.service })
	}
	// An older version lacks some lines, which prepareRun has told.
	ours, others := keepCommon(lines[0], lines[1]), keepCommon(lines[1], lines[0])
	lines = [...][]*line{ours, others}
	for n := range b.rounds + 1 {
		for i := range lines[0] {
			for turn := range sides {
				side := (n + turn) % len(sides)
				if err := sides[side].runLine(ctx, lines[side][i], n); err != nil {
					return fmt.Errorf("%s: %w", lines[side][i].name, err)
				}
			}
		}
	}
	fmt.Printf("\r%60s\r", "")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "line\ta second\tof the other\tp99 ms\tof the other\tserver µs\tof the other\t")
	for i, l := range lines[0] {
		fmt.Fprint(table, l.name)
		for _, of := range []func(round) float64{
			func(r round) float64 { return r.rate }, func(r round) float64 { return r.p99 }, func(r round) float64 { return r.cost },
		} {
			fmt.Fprintf(table, "\t%.1f\t%.3f", l.medianOf(of), l.medianRatioTo(lines[1][i], of))
		}
		fmt.Fprint(table, "\t\n")
	}
	_ = table.Flush()
	if ours, others := b.load.bytes, against.load.bytes; ours != nil && others != nil {
		fmt.Fprintf(w, "\nAn account of gb-energy with all of its data has %.0f bytes, %.3f of the other\n", ours.Total, ours.Total/others.Total)
	}
	return errors.Join(joinFailures(lines[0]), joinFailures(lines[1]))
}

// keepCommon returns the lines that have one of the same name among the others.
func keepCommon(lines, others []*line) (common []*line) {
	for _, l := range lines {
		if slices.ContainsFunc(others, func(other *line) bool { return other.name == l.name }) {
			common = append(common, l)
		}
	}
	return common
}

// medianRatioTo returns the median of the rounds' ratios to those of another line.
func (l *line) medianRatioTo(other *line, of func(round) float64) float64 {
	values := make([]float64, len(l.rounds))
	for i, r := range l.rounds {
		values[i] = of(r) / of(other.rounds[i])
	}
	return computeMedian(values)
}
