package book

import (
	"bytes"
	"errors"
	"testing"
)

func TestBookIsAFunctionOfItsOptions(t *testing.T) {
	for name, o := range map[string]Options{"bare": options(), "data": dataOptions()} {
		t.Run(name, func(t *testing.T) { checkFunctionOfOptions(t, o) })
	}
}

func checkFunctionOfOptions(t *testing.T, o Options) {
	t.Helper()
	o.Accounts, o.Faulty = 60, 0.2
	first := written(t, o)
	if !bytes.Equal(first, written(t, o)) {
		t.Error("two books with the same options differ")
	}
	for name, change := range map[string]func(*Options){
		"seed":     func(o *Options) { o.Seed++ },
		"supplier": func(o *Options) { o.Supplier = "SOUTHERN" },
		"prefix":   func(o *Options) { o.Prefix = "X" },
		"today":    func(o *Options) { o.Today = o.Today.AddDate(0, 0, 1) },
	} {
		other := o
		change(&other)
		if bytes.Equal(first, written(t, other)) {
			t.Errorf("a book with another %s is the same", name)
		}
	}
	longer := o
	longer.Accounts = 80
	if !bytes.HasPrefix(written(t, longer), first) {
		t.Error("a line depends on the length of the book")
	}
}

func TestFaultyLinesAreAsManyAsAsked(t *testing.T) {
	for _, share := range []float64{0, 0.03, 0.5, 1} {
		o := options()
		o.Accounts, o.Faulty = 100, share
		faulty, err := Write(new(bytes.Buffer), o)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, n := range faulty {
			total += n
		}
		if total != int(100*share) {
			t.Errorf("share %v: %d faulty lines", share, total)
		}
	}
}

func TestWriteIsLines(t *testing.T) {
	o := options()
	o.Accounts, o.Faulty = 50, 0.1
	var lines []byte
	for line := range Lines(o) {
		lines = append(append(lines, line.JSON...), '\n')
	}
	if !bytes.Equal(lines, written(t, o)) {
		t.Error("Write and Lines differ")
	}
}

func TestWriteReportsTheWritersError(t *testing.T) {
	if _, err := Write(brokenWriter{}, options()); !errors.Is(err, errBroken) {
		t.Errorf("err = %v", err)
	}
}

func TestLinesStop(t *testing.T) {
	count := 0
	for range Lines(options()) {
		if count++; count == 3 {
			break
		}
	}
	if count != 3 {
		t.Errorf("%d lines after a stop at 3", count)
	}
}

func TestSizes(t *testing.T) {
	var usual, small, large int
	for _, v := range accounts() {
		switch size := len(v.Line.JSON); {
		case size < 2_000:
			small++
		case size > 30_000:
			large++
		case size >= 4_000 && size <= 9_000:
			usual++
		}
	}
	if share := usual * 100 / len(accounts()); share < 80 || small < 50 || large < 5 {
		t.Errorf("%d%% between 4 and 9 KB, %d small, %d large", share, small, large)
	}
	for name, c := range map[string]struct {
		json       []byte
		least, max int
	}{
		"Account": {Account(1, "S", today), 5_000, 7_000},
		"Small":   {Small(1, "S", today), 600, 1_500},
		"Large":   {Large(1, "S", today), 35_000, 60_000},
	} {
		if len(c.json) < c.least || len(c.json) > c.max {
			t.Errorf("%s is of %d bytes", name, len(c.json))
		}
	}
	if n := len(moneyOf(parse(Line{JSON: Large(1, "S", today)}))); n < 100 {
		t.Errorf("Large has %d transactions", n)
	}
}

func TestSamplesHaveNumbersOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(200) {
		seen[parse(Line{JSON: Small(seed, "S", today)}).Number] = true
	}
	if len(seen) != 200 {
		t.Errorf("%d numbers for 200 seeds", len(seen))
	}
}

func TestDocumentsOnlyWhenAsked(t *testing.T) {
	for _, asked := range []bool{false, true} {
		o := options()
		o.Accounts, o.Documents = 100, asked
		if got := bytes.Contains(written(t, o), []byte(`_path":"`)); got != asked {
			t.Errorf("Documents %v: paths %v", asked, got)
		}
	}
}

func BenchmarkLines(b *testing.B) {
	o := options()
	o.Accounts, o.Faulty = b.N, 0.03
	b.ReportAllocs()
	var size int64
	for line := range Lines(o) {
		size += int64(len(line.JSON))
	}
	b.SetBytes(size / int64(b.N))
}

func written(t *testing.T, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(&out, o); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(out.Bytes(), []byte("\n")); n != o.Accounts {
		t.Fatalf("%d lines for %d accounts", n, o.Accounts)
	}
	return out.Bytes()
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
