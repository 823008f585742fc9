package paymentinstructions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// Result says whether an instruction was added.
type Result struct {
	Added bool // false where the account held the instruction already
}

// identity is equal for two instructions that are the same to the vendor.
type identity struct {
	vendor, reference string
	kind              Type
}

// onLedger is equal for two instructions that are the same on the same ledger.
type onLedger struct {
	identity
	code string
}

func (p *PaymentInstruction) onLedger() onLedger {
	return onLedger{identity{p.Vendor, p.Reference, p.Type}, p.LedgerCode}
}

// Import adds payment instructions to an account and returns a result for each, in their
// order. It does not add an active instruction that the account already has. Where the
// account has another active instruction, the error is a *[fault.Error], since an account
// must not be debited twice. Items of one call may differ from each other, since an
// account can have one instruction for each of its ledgers. The same instruction for two
// ledgers counts as two.
func Import(tx *writer.Tx, to *account.Account, items []PaymentInstruction) ([]Result, error) {
	active, err := findActive(tx, to)
	if err != nil {
		return nil, err
	}
	return add(progress.CountingRowWriter{InsertTarget: tx}, to, items, active)
}

// add adds the instructions that are not in active.
func add(into account.RowWriter, to *account.Account, items []PaymentInstruction, active map[identity]bool) ([]Result, error) {
	met := make(map[onLedger]bool, len(items))
	results := make([]Result, len(items))
	added := make([]*PaymentInstruction, 0, len(items))
	for i := range items {
		p := &items[i]
		same := p.onLedger()
		switch {
		case active[same.identity] || met[same]:
		case len(active) > 0:
			return nil, hasActive()
		default:
			met[same], results[i].Added = true, true
			added = append(added, p)
		}
	}
	if err := insert(into, to, added); err != nil {
		return nil, err
	}
	into.Count(to.Supplier.ID, "payment_instructions", len(added))
	return results, nil
}

func hasActive() error {
	return fault.Refused(ruleHasActive.Code, "reference",
		"The account has another active payment instruction: that one must end before this one can be imported.")
}

// findActive reads the active instructions of an account.
func findActive(q database.Querier, to *account.Account) (map[identity]bool, error) {
	active := make(map[identity]bool)
	const query = `SELECT vendor, reference, type FROM payment_instructions WHERE account = ? AND status = 'active'`
	err := database.EachRow(q, func(row database.Row) error {
		var id identity
		err := row.Scan(&id.vendor, &id.reference, &id.kind)
		active[id] = true
		return err
	}, query, to.ID)
	return active, err
}

var columns = []string{"account", "status", "vendor", "reference", "type", "valid_from", "customer_reference",
	"instruction_identifier", "ledger_code", "use_for_scheduled_payments", "brand", "last_four", "expiry", "vendor_status"}

func insert(into account.RowWriter, to *account.Account, added []*PaymentInstruction) error {
	row := make([]any, len(columns)) // Insert copies the row
	return into.Insert("payment_instructions", columns, len(added), func(i int) []any {
		p := added[i]
		scheduled := p.ForScheduledPayments != nil && *p.ForScheduledPayments
		return append(row[:0], to.ID, "active", p.Vendor, p.Reference, string(p.Type), p.ValidFrom.String(), p.CustomerReference,
			p.InstructionIdentifier, p.LedgerCode, scheduled,
			p.Details.Brand, p.Details.LastFour, p.Details.Expiry, p.Details.Status)
	})
}
