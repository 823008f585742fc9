package progress

import (
	"cmp"

	"dataimport/views"
)

// mostStatements are shown: decades of monthly ones.
const mostStatements = 500

// addStatements adds the account's statements, the latest first.
func (p *pages) addStatements(content *views.AccountPage, s *subject, v *visit) error {
	if s.account == "" {
		return nil
	}
	rows, err := p.Reader.Query(`SELECT statement_id, number, bill_period_from_date, bill_period_to_date, issued_date, gross_amount, statement_path
		FROM statements WHERE account = ? ORDER BY bill_period_to_date DESC, id DESC LIMIT ?`, s.account, mostStatements)
	if err != nil {
		return err
	}
	defer rows.Close()
	var paths []string
	var where []int
	for rows.Next() {
		var line views.AccountStatement
		var id, path string
		if err := rows.Scan(&id, &line.Number, &line.From, &line.To, &line.Issued, &line.Gross, &path); err != nil {
			return err
		}
		line.Number = cmp.Or(line.Number, id)
		if path != "" {
			paths, where = append(paths, path), append(where, len(content.Statements))
		}
		content.Statements = append(content.Statements, line)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for i, document := range p.documentsOf(s, v, paths) {
		content.Statements[where[i]].Document = document
	}
	return nil
}

// addInstructions adds how the customer pays.
func (p *pages) addInstructions(content *views.AccountPage, s *subject, v *visit) error {
	if s.account == "" {
		return nil
	}
	rows, err := p.Reader.Query(`SELECT vendor, type, status, reference, valid_from, ledger_code, customer_reference, instruction_identifier, brand, last_four, expiry, vendor_status
		FROM payment_instructions WHERE account = ? ORDER BY id LIMIT ?`, s.account, partSize)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var vendor, kind, status, reference, from, ledger, customer, identifier, brand, lastFour, expiry, vendorStatus string
		if err := rows.Scan(&vendor, &kind, &status, &reference, &from, &ledger, &customer, &identifier, &brand, &lastFour, &expiry, &vendorStatus); err != nil {
			return err
		}
		content.Instructions = append(content.Instructions, filled(
			"Type", plainWords(kind), "Status", status, "Vendor", vendor, "Reference", v.masked(reference), "Valid from", from, "Ledger", ledger,
			"Customer's reference", v.masked(customer), "Instruction", v.masked(identifier), "Brand", brand, "Ends with", v.masked(lastFour), "Expires", expiry,
			"The vendor says", vendorStatus))
	}
	return rows.Err()
}

// filled are facts without the empty ones, given as name and value in turn.
func filled(pairs ...string) (list []views.Fact) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			list = append(list, views.Fact{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	return list
}
