package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"dataimport/e2e/book"
)

// The marks of a template: the number of the book's first account, and the number of the operation.
// The latter makes added items new.
const (
	accountMark = "EXT-00000001"
	serialMark  = "########"
	digits      = 8
)

// template is a body that is made before the measurement. Each request writes digits into a copy.
type template struct {
	text             []byte
	accounts, serial []int // offsets of the digits
}

func newTemplate(text []byte, account string) template {
	return template{text, findPlaces(text, account, len(account)-digits), findPlaces(text, serialMark, 0)}
}

// findPlaces returns the offsets of a mark's digits, which begin skip bytes after the start of the
// mark.
func findPlaces(text []byte, mark string, skip int) (at []int) {
	for from := 0; ; from += len(mark) {
		i := bytes.Index(text[from:], []byte(mark))
		if i < 0 {
			return at
		}
		from += i
		at = append(at, from+skip)
	}
}

// fillTemplate writes the body for an account and an operation into b, in place of b's content.
func (t template) fillTemplate(b []byte, account, serial int) []byte {
	return t.appendTo(b[:0], account, serial)
}

// appendTo appends the body for an account and an operation to b.
func (t template) appendTo(b []byte, account, serial int) []byte {
	from := len(b)
	b = append(b, t.text...)
	for _, at := range t.accounts {
		writeDigits(b[from+at:from+at+digits], account)
	}
	for _, at := range t.serial {
		writeDigits(b[from+at:from+at+digits], serial)
	}
	return b
}

func writeDigits(b []byte, n int) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
}

// newAccounts makes different realistic accounts of a supplier, of about 6 KB each.
func newAccounts(supplier string, n int) []template {
	made := make([]template, n)
	for i := range made {
		text := book.Account(uint64(i+1), supplier, time.Now().UTC())
		made[i] = newTemplate(text, fmt.Sprintf("EXT-%08d", i+1))
	}
	return made
}

// newBody makes the template of a request with items for an imported account.
func newBody(member string, n int, item func(i int) string) template {
	text := fmt.Sprintf(`{"import_supplier": %q, "external_account_number": %q, %q: [%s]}`,
		supplier, accountMark, member, joinItems(n, item))
	return newTemplate([]byte(text), accountMark)
}

func joinItems(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return strings.Join(items, ", ")
}

// newNotes returns a function that makes different notes. Each set of notes has other texts.
func newNotes(set string) func(i int) string {
	return func(i int) string { return formatNote(set, i) }
}

func formatNote(set string, i int) string {
	return fmt.Sprintf(`{"body": "Call %s%d-`+serialMark+`: the customer asked why the March bill was higher than the one before. Explained that `+
		`the reading of 28 February was estimated and the next one was not. They will send a photograph of the meter, and want a call back in the evening.", `+
		`"created_at": "2024-03-0%dT10:15:00Z"}`, set, i, i%9+1)
}

// newTransactions returns a function that makes transactions of mixed types. Their date is
// yesterday, which is always in the open period. Each set of transactions has other ids.
func newTransactions(set string) func(i int) string {
	return func(i int) string { return formatTransaction(set, i) }
}

func formatTransaction(set string, i int) string {
	const (
		payment = `"type": "PAYMENT", "amount": "64.00", "payment_type": "DD_REGULAR_COLLECTION", "reason": "ACCOUNT_CHARGE_PAYMENT", "reference": "PAY104` + serialMark + `"`
		supply  = `"type": "SUPPLY_CHARGE", "amount": "120.78", "product_code": "FIX-E-24", "supply_point_identifier": "%[1]s", "display_note": "Electricity", "line_items": [` +
			`{"start_date": "2024-03-01", "end_date": "2024-03-31", "number_of_units": "400.125", "price_per_unit": "0.25", "net_amount": "100.03", "rate_band": "STANDARD"}, ` +
			`{"start_date": "2024-03-01", "end_date": "2024-03-31", "number_of_units": "31", "price_per_unit": "0.4839", "net_amount": "15.00", "rate_band": "STANDING_CHARGE"}], ` +
			`"tax_items": [{"amount": "5.75", "tax_type": "VAT", "value_taxed": "115.03", "rate": "0.05", "unit_type": "PROPORTION"}]`
		credit = `"type": "CREDIT", "amount": "25.00", "reason": "GENERAL_CREDIT", "display_note": "Goodwill credit", "note": "Agreed on the telephone"`
		charge = `"type": "CHARGE", "amount": "12.00", "reason": "LATE_PAYMENT_FEE", "display_note": "Late payment fee"`
	)
	day := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	id := fmt.Sprintf("T%s%03d-"+serialMark, set, i)
	// A supply point of its own: no period of one is charged twice.
	return fmt.Sprintf(`{"transaction_id": %q, "transaction_date": %q, %s}`, id, day, strings.ReplaceAll([]string{payment, supply, credit, charge}[i%4], "%[1]s", id))
}

// formatStatement makes the statement of a month in past years.
func formatStatement(i int) string {
	from := time.Date(2022, time.January, 1, 0, 0, 0, 0, time.UTC).AddDate(0, i, 0)
	to := from.AddDate(0, 1, -1)
	return fmt.Sprintf(`{"statement_id": "S%02d-`+serialMark+`", "bill_period_from_date": %q, "bill_period_to_date": %q, "issued_date": %q, "number": "INV%06d", "gross_amount": "118.%02d"}`,
		i, from.Format(time.DateOnly), to.Format(time.DateOnly), to.AddDate(0, 0, 2).Format(time.DateOnly), i, i)
}
