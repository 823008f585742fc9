package lifecycle_test

import (
	"testing"

	"dataimport/modules/lifecycle"
)

// The items of transactions that a former version has stored are packed in steps, and say the same.
func TestItemsArePacked(t *testing.T) {
	s := newService(t)
	s.stageBook()
	s.processAccount(s.firstNumber()).Expect(201)
	const items = `[{"start_date":"2024-01-01","end_date":"2024-01-31","number_of_units":"80","net_amount":"20.00","rate_band":"STANDARD","params":{"owner":"Núñez"}}]`
	s.Exec(`UPDATE transactions SET line_items = '` + items + `', tax_items = ''`)
	n := s.Count("transactions", "")
	if n == 0 {
		t.Fatal("the account has no transactions")
	}
	s.Exec(`INSERT INTO packing (name, "column") VALUES ('transactions', 'created updated line_items tax_items')`)
	for ended := false; !ended; {
		var err error
		if ended, err = lifecycle.PackSome(s.Runtime, 2); err != nil {
			t.Fatal(err)
		}
	}
	if packed := s.Count("transactions", "typeof(line_items) = 'blob' AND length(line_items) < 120 AND unpacked(line_items) = '"+items+"' AND tax_items = ''"); packed != n {
		t.Errorf("%d of %d are packed", packed, n)
	}
}
