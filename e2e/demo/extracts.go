package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/shopspring/decimal"
	"golang.org/x/text/encoding/charmap"
)

// extracts are the CSV files of an old billing system: German, in Windows-1252, with semicolons
// and decimal commas. What is wrong in them is wrong on purpose.
type extracts struct {
	customers int
	today     time.Time
	// corrected says that the e-mail address of a customer is corrected.
	corrected bool
	// later says that the source system has gone on for a month: some customers have new rows.
	later bool
}

// wrongCustomer is the customer with a wrong e-mail address.
const wrongCustomer = 7

var (
	surnames   = []string{"Müller-Lüdenscheidt", "Weiß", "O’Neill", "von Ävenhausen", "Öztürk", "Groß", "Núñez", "Böhm", "Süß", "Çelik"}
	givenNames = []string{"Jürgen", "Zoë", "Käthe", "François", "Björn", "Ägidius", "Søren", "Günther", "Inés", "Jörg"}
)

// write writes the files into a folder, and beside it the control totals of the source system.
func (x extracts) write(dir, totals string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	dice := rand.New(rand.NewPCG(1, 1))
	customers, bookings, notes := [][]string{{"Kundennr", "Anrede", "Vorname", "Name", "E-Mail", "Telefon", "Strasse", "PLZ", "Ort", "Abgerechnet bis", "Saldo"}},
		[][]string{{"Beleg", "Kundennr", "Datum", "Art", "Betrag", "Zweck"}}, [][]string{{"Kundennr", "Vom", "Text"}}
	balance, sums, counts := decimal.Zero, make(map[string]decimal.Decimal), make(map[string]int)
	day := func(ago int) string { return x.today.AddDate(0, 0, -ago).Format("02.01.2006") }
	book := func(customer string, ago int, kind string, cents int64, about string) {
		amount := decimal.New(cents, -2)
		bookings = append(bookings, []string{fmt.Sprintf("B%05d", len(bookings)), customer, day(ago), kind, comma(amount), about})
		counts[kind]++
		sums[kind] = sums[kind].Add(amount)
	}
	for n := 1; n <= x.customers; n++ {
		number := fmt.Sprintf("%07d", 10_000+n)
		name, given := surnames[dice.IntN(len(surnames))], givenNames[dice.IntN(len(givenNames))]
		email := fmt.Sprintf("kunde%d@example.de", n)
		if n == wrongCustomer && !x.corrected {
			email = "kunde7.example.de"
		}
		saldo := decimal.New(dice.Int64N(200_000)-150_000, -2)
		balance = balance.Add(saldo)
		customers = append(customers, []string{number, []string{"HERR", "Frau", ""}[n%3], strings.ToUpper(given), name, email, fmt.Sprintf("(0711) 123 %03d", n%1000),
			fmt.Sprintf("Königstraße %d", n), "70173", "Stuttgart", day(90), comma(saldo)})
		book(number, 60, "Rechnung", 1+dice.Int64N(50_000), "Abschlag")
		book(number, 45, "Zahlung", 1+dice.Int64N(50_000), "SEPA-Lastschrift")
		if n%4 == 0 {
			notes = append(notes, []string{number, day(50) + " 09:30", "Kunde hat angerufen: wünscht Rechnung per Post."})
		}
	}
	if x.later {
		for n := 3; n <= x.customers; n += 3 {
			book(fmt.Sprintf("%07d", 10_000+n), 5, "Zahlung", 4999, "SEPA-Lastschrift")
		}
		notes = append(notes, []string{"0010001", day(3) + " 16:05", "Umzug angekündigt."})
	}
	control, err := json.Marshal(map[string]any{
		"accounts": x.customers, "notes": len(notes) - 1, "balance": balance.Add(sums["Zahlung"]).Sub(sums["Rechnung"]).StringFixed(2),
		"transactions": map[string]any{
			"CHARGE":  map[string]any{"count": counts["Rechnung"], "sum": sums["Rechnung"].StringFixed(2)},
			"PAYMENT": map[string]any{"count": counts["Zahlung"], "sum": sums["Zahlung"].StringFixed(2)},
		},
	}, jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return err
	}
	// A customer was deleted in the source system, and its booking was not.
	bookings = append(bookings, []string{"B99999", "0099999", day(45), "Rechnung", "12,50", "Abschlag"})
	for name, rows := range map[string][][]string{"kunden.csv": customers, "buchungen.csv": bookings, "notizen.csv": notes} {
		if err := writeTable(filepath.Join(dir, name), rows); err != nil {
			return err
		}
	}
	return os.WriteFile(totals, append(control, '\n'), 0o644)
}

// comma writes an amount as the source system does: 1.234,50.
func comma(amount decimal.Decimal) string {
	text := strings.Replace(amount.StringFixed(2), ".", ",", 1)
	for at := len(text) - len(",00") - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "." + text[at:]
	}
	return text
}

func writeTable(path string, rows [][]string) error {
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(strings.Join(row, ";") + "\r\n")
	}
	encoded, err := charmap.Windows1252.NewEncoder().String(text.String())
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(encoded), 0o644)
}
