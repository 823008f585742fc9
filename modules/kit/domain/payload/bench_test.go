package payload

import (
	"bytes"
	"fmt"
	"testing"

	"dataimport/modules/kit/domain/fault"

	"github.com/shopspring/decimal"
)

// statement has the proportions of an account: some 200 members in some 6 KB,
// most of them in transactions.
type statement struct {
	Supplier     string              `json:"import_supplier" rule:"required,max=128"`
	Number       string              `json:"external_account_number" rule:"required,max=128"`
	Address      *address            `json:"billing_address,omitzero"`
	Balance      decimal.NullDecimal `json:"transfer_balance,omitzero" rule:"decimal=10.10"`
	Transactions []transaction       `json:"transactions,omitzero"`
}

type transaction struct {
	ID     string          `json:"transaction_id" rule:"required,max=128"`
	Date   Date            `json:"transaction_date,omitzero" rule:"required"`
	Amount decimal.Decimal `json:"amount" rule:"required,decimal=10.10"`
	Type   colour          `json:"type,omitzero" rule:"required"`
	Reason string          `json:"reason,omitzero" rule:"code"`
	Note   string          `json:"display_note,omitzero"`
}

var statements = Of(statement{})

// ofTransactions returns a statement of n transactions with a number of faults each.
func ofTransactions(n, faults int) []byte {
	b := bytes.NewBufferString(`{"import_supplier":"ACME","external_account_number":"E-1234567",` +
		`"billing_address":{"country":"GB","city":"London"},"transfer_balance":-12.34,"transactions":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, `{"transaction_id":"T-%06d","transaction_date":"2024-01-%02d","amount":%d.50,"type":"RED","reason":"IMPORTED_CHARGE",`+
			`"display_note":"A charge for the month of January, in some words of plain English, with more of them to come"`, i, i%28+1, i%1000)
		for f := range faults {
			fmt.Fprintf(b, `,"unknown_%d":true`, f)
		}
		b.WriteByte('}')
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

func BenchmarkDecode(b *testing.B) {
	data := ofTransactions(32, 0)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var faults fault.Collector
		if _, err := statements.Decode(data, Limits{Items: 10_000, Depth: 64}, &faults); err != nil || len(faults.List()) > 0 {
			b.Fatal(err, faults.List())
		}
	}
}

// Reading ten times as many faults must take ten times as long.
func BenchmarkFaults(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		data := ofTransactions(n/10, 10)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var faults fault.Collector
				if _, err := statements.Decode(data, Limits{Items: 10_000, Depth: 64}, &faults); err != nil {
					b.Fatal(err)
				}
				if list := faults.List(); len(list) != n {
					b.Fatal(len(list))
				}
				Sort(data, faults.List())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/fault")
		})
	}
}
