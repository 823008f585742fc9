package main

import (
	"encoding/json/v2"
	"strings"
	"sync/atomic"
	"testing"
)

// What is sent is realistic: about 6 KB, JSON, no two alike, and of the account that
// the operation is about.
func TestAccounts(t *testing.T) {
	energy, err := energyAccounts(energySupplier, 200)
	if err != nil {
		t.Fatal(err)
	}
	for supplier, made := range map[string][]template{supplier: accounts(supplier, 200), energySupplier: energy} {
		seen := make(map[string]int)
		for i, account := range made {
			if n := len(account.text); n < 4_500 || n > 10_000 {
				t.Errorf("account %d of %s has %d bytes", i, supplier, n)
			}
			text := string(account.fill(nil, 12345678, 0))
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
		"notes": body("notes", 2, notes("A")), "transactions": body("transactions", 100, transactions("A")), "statements": body("statements", 12, statement),
	} {
		seen := make(map[string]bool)
		for _, of := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {99999999, 99999999}} {
			text := string(b.fill(nil, of[0], of[1]))
			if seen[text] || strings.Contains(text, serialMark) || json.Unmarshal([]byte(text), new(map[string]any)) != nil {
				t.Errorf("%s of %v: %s", member, of, text)
			}
			seen[text] = true
		}
	}
}

func TestScatteredMeetsEachNumber(t *testing.T) {
	var count atomic.Int64
	count.Store(1000)
	met := make(map[int]bool)
	for n := range 1000 {
		met[scattered(n, &count)] = true
	}
	for n := range 1000 {
		if !met[n] {
			t.Errorf("%d is never met", n)
		}
	}
}

// A ratio is of the mean before and after, and the median of those of the rounds.
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
		if got := l.ratio(c.others); got != c.want {
			t.Errorf("%v of %v: %v, want %v", c.line, c.others, got, c.want)
		}
	}
}
