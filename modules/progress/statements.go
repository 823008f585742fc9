package progress

import (
	"cmp"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// maxStatements is how many statements are shown. It covers decades of monthly ones.
const maxStatements = 500

// addStatements adds the account's statements, the latest first.
func (p *pages) addStatements(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	if s.account == "" {
		return nil
	}
	var paths []string
	var where []int
	err := database.EachRow(p.Reader, func(row database.Row) error {
		var line views.AccountStatement
		var id, path string
		if err := row.Scan(&id, &line.Number, &line.From, &line.To, &line.Issued, &line.Gross, &path); err != nil {
			return err
		}
		line.Number = cmp.Or(line.Number, id)
		if path != "" {
			paths, where = append(paths, path), append(where, len(content.Statements))
		}
		content.Statements = append(content.Statements, line)
		return nil
	}, `SELECT statement_id, number, bill_period_from_date, bill_period_to_date, issued_date, gross_amount, statement_path
		FROM statements WHERE account = ? ORDER BY bill_period_to_date DESC, id DESC LIMIT ?`, s.account, maxStatements)
	if err := err; err != nil {
		return err
	}
	for i, document := range p.listDocuments(s, v, paths) {
		content.Statements[where[i]].Document = document
	}
	return nil
}

// addInstructions adds how the customer pays.
func (p *pages) addInstructions(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	if s.account == "" {
		return nil
	}
	return database.EachRow(p.Reader, func(row database.Row) error {
		var vendor, kind, status, reference, from, ledger, customer, identifier, brand, lastFour, expiry, vendorStatus string
		if err := row.Scan(&vendor, &kind, &status, &reference, &from, &ledger, &customer, &identifier, &brand, &lastFour, &expiry, &vendorStatus); err != nil {
			return err
		}
		content.Instructions = append(content.Instructions, newFacts(
			"Type", humanizeCode(kind), "Status", status, "Vendor", vendor, "Reference", v.maskText(reference), "Valid from", from, "Ledger", ledger,
			"Customer's reference", v.maskText(customer), "Instruction", v.maskText(identifier), "Brand", brand, "Ends with", v.maskText(lastFour), "Expires", expiry,
			"The vendor says", vendorStatus))
		return nil
	}, `SELECT vendor, type, status, reference, valid_from, ledger_code, customer_reference, instruction_identifier, brand, last_four, expiry, vendor_status
		FROM payment_instructions WHERE account = ? ORDER BY id LIMIT ?`, s.account, itemsPerPage)
}

// newFacts returns facts from names and values in turn. Facts without a value are left out.
func newFacts(pairs ...string) (list []views.Fact) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			list = append(list, views.Fact{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	return list
}
