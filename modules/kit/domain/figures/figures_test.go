package figures_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"dataimport/modules/kit/domain/figures"
)

var known = []figures.Figure{
	figures.Count("accounts", "Accounts"), figures.Sum("balance", "Balance"),
	figures.Count("ledgers.count", "Ledgers"), figures.Sum("ledgers.sum", "Ledgers, balances"),
	figures.Count("transactions.CHARGE.count", "Charges"), figures.Sum("transactions.CHARGE.sum", "Charges, amounts"),
	figures.Count("transactions.CREDIT.count", "Credits"), figures.Sum("transactions.CREDIT.sum", "Credits, amounts"),
	figures.Count("documents", "Documents"),
}

func TestAppend(t *testing.T) {
	for want, values := range map[string]map[string]string{
		`{}`: {"balance": "0.00"},
		`{"accounts":1,"balance":"-0.005","transactions":{"CHARGE":{"count":2},"CREDIT":{"sum":"10.00"}},"documents":3}`: {
			"accounts": "1", "balance": "-0.0050", "transactions.CHARGE.count": "2", "transactions.CREDIT.sum": "10", "documents": "3"},
		`{"ledgers":{"count":1,"sum":"1.1234567891"}}`:                  {"ledgers.count": "1", "ledgers.sum": "1.1234567891"},
		`{"transactions":{"CREDIT":{"sum":"99999999999999999999.99"}}}`: {"transactions.CREDIT.sum": "99999999999999999999.99"},
	} {
		var tally figures.Tally
		for path, value := range values {
			tally.Add(path, decimal.RequireFromString(value))
		}
		if got := string(tally.Append(nil, known)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                      "JSON object",
		`{"acounts": 1}`:                          "there is no figure acounts; the figures are accounts, balance, ledgers.count",
		`{"ledgers": {"n": 1}}`:                   "there is no figure ledgers.n",
		`{"ledgers": 1}`:                          "ledgers is an object",
		`{"accounts": {"count": 1}}`:              "accounts is a number or a decimal text",
		`{"balance": "1,50"}`:                     "balance is a number or a decimal text",
		`{"balance": "1e9999999"}`:                "balance is a number or a decimal text",
		`{"balance": true}`:                       "balance is a number or a decimal text",
		`{"balance": null}`:                       "balance is a number or a decimal text",
		`{"balance": 1, "balance":2}`:             "duplicate",
		`{"balance": 1`:                           "EOF",
		`{"transactions": {"FEE": {"count": 1}}}`: "there is no figure transactions.FEE",
	} {
		if _, err := figures.Parse([]byte(text), known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Sums are exact, however many places the amounts have, and however they are written. They
// survive being written and read.
func TestSumsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tally, total figures.Tally
		exact := new(big.Int) // in 10^-10
		for range rapid.IntRange(0, 40).Draw(t, "amounts") {
			n := big.NewInt(rapid.Int64().Draw(t, "amount"))
			places := rapid.Int32Range(0, 10).Draw(t, "places")
			tally.Add("balance", decimal.NewFromBigInt(n, -places))
			exact.Add(exact, new(big.Int).Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(10-places)), nil)))
			tally.Count("accounts", 1)
		}
		read, err := figures.Parse(tally.Append(nil, known), known)
		if err != nil {
			t.Fatal(err)
		}
		total.AddFigures(read)
		if got, want := total.Value("balance"), decimal.NewFromBigInt(exact, -10); !got.Equal(want) {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

func TestDocuments(t *testing.T) {
	var tally figures.Tally
	tally.AddDocument("", "x")
	tally.AddDocument("b.pdf", "")
	tally.AddDocument("a.pdf", "1")
	tally.AddDocument("b.pdf", "2")
	if got := strings.Join(tally.DocumentPaths(), " "); got != "a.pdf b.pdf" || tally.Documents["b.pdf"] != "2" {
		t.Errorf("%s %v", got, tally.Documents)
	}
}
