package runs_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"dataimport/e2e/book"
	"dataimport/modules/kit/ops/config"
)

const (
	benchAccounts = 2000
	benchBatch    = 100
	benchBatches  = 4  // in flight
	benchRequests = 32 // in flight
)

func readBook(b *testing.B) (lines [][]byte) {
	b.Helper()
	for line := range book.Lines(book.Options{Supplier: "ACME", Accounts: benchAccounts, Data: true, Seed: 3}) {
		lines = append(lines, line.JSON)
	}
	return lines
}

// benchServe serves without the check of answers against the document.
func benchServe(b *testing.B) service {
	s := serve(b, func(c *config.Config) { c.Log.Level = "error" })
	s.Unchecked = true
	return s
}

// inParallel calls do for each item, some at a time.
func inParallel[T any](n int, items []T, do func(T)) {
	queue := make(chan T)
	var group sync.WaitGroup
	for range n {
		group.Go(func() {
			for item := range queue {
				do(item)
			}
		})
	}
	for _, item := range items {
		queue <- item
	}
	close(queue)
	group.Wait()
}

// BenchmarkBook imports a book with all kinds of data by the requests of single accounts and
// by batches of lines, and checks it. Run it with -benchtime=1x.
func BenchmarkBook(b *testing.B) {
	lines := readBook(b)
	report := func(b *testing.B) {
		b.ReportMetric(float64(benchAccounts*b.N)/b.Elapsed().Seconds(), "accounts/s")
	}
	b.Run("single", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s := benchServe(b)
			b.StartTimer()
			inParallel(benchRequests, lines, s.asSingle)
		}
		report(b)
	})
	batches := slices.Collect(slices.Chunk(lines, benchBatch))
	texts := func(lines [][]byte) (entries []string) {
		for _, line := range lines {
			entries = append(entries, string(line))
		}
		return entries
	}
	for _, mode := range []string{"import", "dry_run", "check"} {
		b.Run(mode, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := benchServe(b)
				var r runObject
				if mode != "check" {
					r = s.open(mode, "")
				}
				b.StartTimer()
				inParallel(benchBatches, batches, func(lines [][]byte) {
					path := runsPath + r.ID + "/lines/?holder=h"
					if mode == "check" {
						path = runsPath + "check/lines/?import_supplier=ACME&operations_team_name=Migration"
					}
					answer := s.trySend(s.token, path, batch(texts(lines)...)).Expect(200)
					if n := strings.Count(string(answer.Body), `"imported"`) + strings.Count(string(answer.Body), `"would_import"`) + strings.Count(string(answer.Body), `"valid"`); n != len(lines) {
						b.Errorf("%d of %d: %.500s", n, len(lines), answer.Body)
					}
				})
			}
			report(b)
		})
	}
}
