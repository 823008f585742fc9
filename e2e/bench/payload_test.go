package main

import (
	"encoding/json/v2"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// The payloads are realistic: about 6 KB, valid JSON, different, and of the account that the
// operation names.
func TestAccounts(t *testing.T) {
	energy, err := newEnergyAccounts(energySupplier, 200)
	if err != nil {
		t.Fatal(err)
	}
	for supplier, made := range map[string][]template{supplier: newAccounts(supplier, 200), energySupplier: energy} {
		seen := make(map[string]int)
		for i, account := range made {
			if n := len(account.text); n < 4_500 || n > 10_000 {
				t.Errorf("account %d of %s has %d bytes", i, supplier, n)
			}
			text := string(account.fillTemplate(nil, 12345678, 0))
			if other, twice := seen[text]; twice {
				t.Errorf("accounts %d and %d of %s are alike", other, i, supplier)
			}
			seen[text] = i
			var read struct {
				Supplier string `json:"import_supplier"`
				Number   string `json:"external_account_number"`
			}
			if err := json.Unmarshal([]byte(text), &read); err != nil || read.Supplier != supplier || read.Number != "EXT-12345678" {
				t.Errorf("account %d of %s: %+v %v", i, supplier, read, err)
			}
		}
	}
}

func TestBodiesDifferByAccountAndSerial(t *testing.T) {
	for member, b := range map[string]template{
		"notes": newBody("notes", 2, newNotes("A")), "transactions": newBody("transactions", 100, newTransactions("A")), "statements": newBody("statements", 12, formatStatement),
	} {
		seen := make(map[string]bool)
		for _, of := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {99999999, 99999999}} {
			text := string(b.fillTemplate(nil, of[0], of[1]))
			if seen[text] || strings.Contains(text, serialMark) || json.Unmarshal([]byte(text), new(map[string]any)) != nil {
				t.Errorf("%s of %v: %s", member, of, text)
			}
			seen[text] = true
		}
	}
}

// A line of a book is one line, with the account and the data of its number.
func TestBookLines(t *testing.T) {
	accounts, data := newAccounts(supplier, 3), newFurtherData()
	before := []byte("before\n")
	for _, n := range []int{0, 1, 12345678, 99999999} {
		line := appendBookLine(before, accounts, data, n)[len(before):]
		var read struct {
			Account struct {
				Number string `json:"external_account_number"`
			} `json:"account"`
			Notes        []map[string]any `json:"notes"`
			Transactions []struct {
				ID string `json:"transaction_id"`
			} `json:"transactions"`
			Statements []map[string]any `json:"statements"`
		}
		if err := json.Unmarshal(line, &read); err != nil || strings.Contains(string(line), "\n") || strings.Contains(string(line), serialMark) {
			t.Fatalf("%v: %s", err, line)
		}
		if want := fmt.Sprintf("EXT-%08d", n); read.Account.Number != want {
			t.Errorf("account %s, want %s", read.Account.Number, want)
		}
		if len(read.Notes) != wholeNotes || len(read.Transactions) != wholeTransactions || len(read.Statements) != wholeStatements {
			t.Errorf("%d notes, %d transactions, %d statements", len(read.Notes), len(read.Transactions), len(read.Statements))
		} else if id := read.Transactions[0].ID; !strings.HasSuffix(id, fmt.Sprintf("-%08d", n)) {
			t.Errorf("transaction %s of account %d", id, n)
		}
	}
}

func TestKeepCommon(t *testing.T) {
	ours, older := []*line{{name: "stage"}, {name: "bulk check"}, {name: "status"}}, []*line{{name: "stage"}, {name: "status"}}
	for _, c := range [][2][]*line{{ours, older}, {older, ours}} {
		if common := keepCommon(c[0], c[1]); len(common) != 2 || common[0].name != "stage" || common[1].name != "status" {
			t.Errorf("%d lines", len(common))
		}
	}
}

func TestAPeerThatEnds(t *testing.T) {
	_, err := startPeer(t.Context(), "exit 3")
	if err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Error(err)
	}
}

func TestScatterNumberMeetsEachNumber(t *testing.T) {
	var count atomic.Int64
	count.Store(1000)
	met := make(map[int]bool)
	for n := range 1000 {
		met[scatterNumber(n, &count)] = true
	}
	for n := range 1000 {
		if !met[n] {
			t.Errorf("%d is never met", n)
		}
	}
}

// A ratio is computed with the mean of the rounds before and after. The result is the median over
// the rounds.
func TestRatio(t *testing.T) {
	rounds := func(rates ...float64) (made []round) {
		for _, rate := range rates {
			made = append(made, round{rate: rate})
		}
		return made
	}
	for _, c := range []struct {
		line, others []round
		want         float64
	}{
		{rounds(10, 40, 30), rounds(10, 10, 10, 10), 3},
		{rounds(30), rounds(10, 20), 2},
		{rounds(30), rounds(1, 1, 10, 20), 2}, // in the last round alone
		{rounds(10, 20), rounds(10, 10, 30), 1},
		{rounds(7), rounds(0, 0), 7},
	} {
		l := line{rounds: c.line}
		if got := l.medianRatio(c.others); got != c.want {
			t.Errorf("%v of %v: %v, want %v", c.line, c.others, got, c.want)
		}
	}
}
