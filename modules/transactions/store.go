package transactions

import (
	"cmp"
	"fmt"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/packed"
	"dataimport/modules/kit/store/writer"

	"github.com/shopspring/decimal"
)

// The statement periods that a transaction belongs to.
const (
	periodHistorical = "historical"
	periodCurrent    = "current"
)

// entry is a transaction on its ledger.
type entry struct {
	*Transaction
	texts
	ledger      string // id
	period      string
	description string // of the change by the import, not sent by the client
}

var columns = []string{"account", "ledger", "period", "transaction_id", "transaction_date", "amount", "type", "reason",
	"display_note", "note", "reference", "payment_type", "product_code", "line_items", "tax_items",
	"supply_point_identifier", "billing_document_identifier", "to_prepay_meter_serial_number", "description"}

// texts are the columns of a transaction that are slow to encode. They are packed.
type texts struct{ lines, taxes any }

func (t *Transaction) texts() texts {
	return texts{packed.Pack(listText(t.LineItems)), packed.Pack(listText(t.TaxItems))}
}

func textsOf(items []Transaction) []texts {
	list := make([]texts, len(items))
	for i := range items {
		list[i] = items[i].texts()
	}
	return list
}

func insertEntries(into account.RowWriter, to *account.Account, entries []entry) error {
	row := make([]any, len(columns)) // Insert copies the row
	err := into.Insert("transactions", columns, len(entries), func(i int) []any {
		e := &entries[i]
		return append(row[:0], to.ID, e.ledger, e.period, e.ID, e.Date.String(), payload.Text(e.Amount), string(e.Type), e.Reason,
			e.DisplayNote, e.Note, e.Reference, e.PaymentType, e.ProductCode, e.lines, e.taxes,
			e.SupplyPoint, e.BillingDocument, e.PrepayMeter, e.description)
	})
	into.Count(to.Supplier.ID, "transactions", len(entries))
	return err
}

// readStored reads the transactions of the account that have one of the ids, by id. Of
// transactions that were added several times it returns the first.
func readStored(tx *writer.Tx, to *account.Account, ids []string) (map[string]*Result, error) {
	found := make(map[string]*Result)
	const query = `SELECT transaction_id, transaction_date, amount, type, reason, display_note, note, reference, payment_type,
		product_code, unpacked(line_items), unpacked(tax_items), supply_point_identifier, billing_document_identifier,
		to_prepay_meter_serial_number, description
		FROM transactions WHERE account = ? AND transaction_id IN (?) ORDER BY id`
	err := tx.Lookup(query, []any{to.ID}, ids, func(row database.Row) error {
		var r Result
		if err := r.scan(row); err != nil {
			return err
		}
		if found[r.Transaction.ID] == nil {
			found[r.Transaction.ID] = &r
		}
		return nil
	})
	return found, err
}

func (r *Result) scan(row database.Row) error {
	t := &r.Transaction
	var date, amount, lines, taxes string
	err := row.Scan(&t.ID, &date, &amount, &t.Type, &t.Reason, &t.DisplayNote, &t.Note, &t.Reference, &t.PaymentType,
		&t.ProductCode, &lines, &taxes, &t.SupplyPoint, &t.BillingDocument, &t.PrepayMeter, &r.Description)
	if err != nil {
		return err
	}
	t.Date, _ = payload.ParseDate(date)
	if t.Amount, err = decimal.NewFromString(amount); err != nil {
		return err
	}
	r.Status = AlreadyExists
	return t.scanItems(lines, taxes)
}

// items are the columns that hold JSON arrays.
type items struct {
	Lines []LineItem `json:"lines,omitzero"`
	Taxes []TaxItem  `json:"taxes,omitzero"`
}

var itemsShape = payload.Of(items{})

func (t *Transaction) scanItems(lines, taxes string) error {
	if lines == "" && taxes == "" {
		return nil
	}
	document := `{"lines":` + cmp.Or(lines, "[]") + `,"taxes":` + cmp.Or(taxes, "[]") + `}`
	var faults fault.Collector
	parts, err := itemsShape.Decode([]byte(document), payload.Limits{}, &faults)
	if err != nil {
		return err
	}
	if wrong := faults.List(); len(wrong) > 0 {
		return fmt.Errorf("the stored items of transaction %q: %v", t.ID, wrong[0])
	}
	read := parts[0].(*items)
	t.LineItems, t.TaxItems = read.Lines, read.Taxes
	return nil
}
