package modules_test

import (
	"testing"
	"time"

	"dataimport/e2e/book"
	"dataimport/modules"
	"dataimport/modules/accounts"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/testing/kindtest"
	"dataimport/modules/notes"
	"dataimport/modules/paymentinstructions"
	"dataimport/modules/statements"
	"dataimport/modules/transactions"
)

// The details of a realistic book's faults say what a person needs to know, and
// nothing about the customers, whose names and addresses are in every line.
func TestDetailsOfABook(t *testing.T) {
	env, _ := serve(t, modules.All)
	snapshot, err := env.Runtime.Settings.Current()
	if err != nil {
		t.Fatal(err)
	}
	object := account.NewObject(payload.Limits{}, accounts.Section(), transactions.Section(), notes.Section(), statements.Section(), paymentinstructions.Section())
	options := book.Options{Supplier: "ACME", Team: "Migration", Seed: 7}
	for i, f := range book.Faults() {
		t.Run(f.Name, func(t *testing.T) {
			line := f.Line(options, i+1)
			understood, err := object.Understand(line.JSON, snapshot, nil, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			faults := understood.Faults()
			kindtest.Want(t, faults, line.Code+" "+line.Attr)
			kindtest.Told(t, object.Privacy(), string(line.JSON), faults)
		})
	}
}
