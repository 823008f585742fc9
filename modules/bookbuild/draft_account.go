package bookbuild

import (
	"context"
	"fmt"
	"strings"
)

// pair is a member of a JSON object and the SQL for its value.
type pair struct{ member, sql string }

// object is the SQL for a JSON object, without the members that have no SQL.
func object(indent string, pairs []pair) string {
	var lines []string
	for _, p := range pairs {
		if p.sql != "" {
			lines = append(lines, indent+"  "+text(p.member)+", "+p.sql)
		}
	}
	return "json_object(\n" + strings.Join(lines, ",\n") + "\n" + indent + ")"
}

// writeAccount writes the last statement, which gives the book.
func (d *draft) writeAccount() {
	pairs := []pair{
		{"import_supplier", text(d.supplier)},
		{"external_account_number", "clean(" + column("a", d.key.name) + ")"},
		{"billing_name", d.billingName()},
		{"customers", d.customers("  ")},
		{"billing_address", d.address("  ")},
	}
	pairs = append(pairs, d.money()...)
	pairs = append(pairs, pair{"notes", d.notes("  ")})
	d.linef("\n-- The book. compact leaves out what is empty; number gives exact numbers.")
	if d.notes("") != "" {
		d.linef("-- The clock of the notes is taken for UTC: name its zone, as 'Europe/Berlin', where it is another one.")
	}
	d.linef("SELECT compact(%s)", object("", pairs))
	d.linef("FROM %s a;", name(d.main.Table))
}

// people is the table with the names of customers.
func (d *draft) people() *table {
	for _, t := range append([]*table{d.main}, d.tables...) {
		if (t == d.main || t.link != nil && !t.isMany()) && (t.find(roleFamily) != nil || t.find(roleName) != nil) {
			return t
		}
	}
	return d.main
}

// customers is the SQL for the customers of an account.
func (d *draft) customers(indent string) string {
	t := d.people()
	alias := "p"
	if t == d.main {
		alias = "a"
	}
	anywhere := func(r role, sql func(t *table, alias string) string) string { return d.anywhere(t, alias, r, sql) }
	call := func(function string, r role, arguments ...string) string {
		return anywhere(r, func(t *table, alias string) string { return t.call(alias, function, r, arguments...) })
	}
	personal := func(r role) string { return call(nameFunction(t.find(r)), r) }
	title, given, family := call("title", roleTitle), personal(roleGiven), personal(roleFamily)
	if family == "" && t.find(roleName) != nil {
		if title == "" {
			title = t.call(alias, "name_title", roleName)
		}
		given, family = t.call(alias, "name_given", roleName), t.call(alias, "name_family", roleName)
	}
	pairs := []pair{
		{"title", title}, {"given_name", given}, {"family_name", family},
		{"date_of_birth", anywhere(roleBirth, func(t *table, alias string) string { return t.date(alias, roleBirth) })},
		{"email", call("clean", roleEmail)},
		{"mobile", call("phone", roleMobile, text(d.country))},
		{"landline", call("phone", roleLandline, text(d.country))},
	}
	made := object(indent, pairs)
	if t == d.main {
		return "json_array(" + made + ")"
	}
	return fmt.Sprintf("(SELECT json_group_array(%s ORDER BY p._line) FROM %s p WHERE p.%s = a.%s)", made, name(t.Table), name(t.link.column), name(t.link.to))
}

// nameFunction is the function for a column of names. Names in capitals alone, or in small
// letters alone, get the usual capitals.
func nameFunction(p *profile) string {
	if p == nil || share(p.samples, func(s string) bool { return len(s) > 2 && (strings.ToUpper(s) == s || strings.ToLower(s) == s) }) == 0 {
		return "clean"
	}
	return "proper"
}

func (d *draft) billingName() string {
	return d.anywhere(d.main, "a", roleCompany, func(t *table, alias string) string { return t.clean(alias, roleCompany) })
}

// address is the SQL for the billing address, which is there where the account has a street.
func (d *draft) address(indent string) string {
	var where *table
	for _, t := range append([]*table{d.main}, d.tables...) {
		if t.find(roleStreet) != nil && (t == d.main || t.link != nil && !t.isMany()) {
			where = t
			break
		}
	}
	if where == nil {
		return ""
	}
	alias := "s"
	if where == d.main {
		alias = "a"
	}
	street := where.clean(alias, roleStreet)
	present := street
	if house := where.clean(alias, roleHouse); house != "" {
		street = "clean(concat_ws(' ', " + street + ", " + house + "))"
	}
	country := text(d.country)
	if p := where.find(roleCountry); p != nil && p.filled > 0 && share(p.samples, func(s string) bool { return len(strings.TrimSpace(s)) == 2 }) == 1 {
		country = "COALESCE(" + where.clean(alias, roleCountry) + ", " + country + ")"
	}
	made := object(indent, []pair{
		{"country", country}, {"street_address", street},
		{"locality", where.clean(alias, roleLocality)},
		{"administrative_area", where.clean(alias, roleRegion)},
		{"postal_code", where.call(alias, "postcode", rolePostcode, country)},
	})
	if where == d.main {
		return "CASE WHEN " + present + " IS NOT NULL THEN " + made + " END"
	}
	return fmt.Sprintf("(SELECT %s FROM %s s WHERE s.%s = a.%s AND %s IS NOT NULL ORDER BY s._line LIMIT 1)", made, name(where.Table), name(where.link.column), name(where.link.to), present)
}

// balance is the SQL for the balance of an account; empty where no table has one.
func (d *draft) balance(function string) string {
	return d.anywhere(d.main, "a", roleBalance, func(t *table, alias string) string { return t.decimal(alias, function, roleBalance) })
}

// signedSum is the SQL for what the transactions of an account add to its balance.
func (d *draft) signedSum(t *table) string {
	return fmt.Sprintf("(SELECT decimal_sum(CASE WHEN t.type IN ('PAYMENT', 'CREDIT') THEN t.amount ELSE decimal_neg(t.amount) END) FROM transactions_made t WHERE t.link = a.%s)", name(t.link.to))
}

// accountsTried is how many accounts are looked at for the sign of balances.
const accountsTried = 2000

// findSign finds whether a positive balance is credit, as the contract has it, or a debt: the
// transactions of an account are its balance in one of the two ways.
func (d *draft) findSign(ctx context.Context) error {
	balance := d.balance("decimal")
	if balance == "" {
		return nil
	}
	d.linef("\n-- In the book a positive balance is credit of the customer.")
	t := d.transactions()
	if t == nil {
		d.linef("-- Where a positive balance of the extract is a debt, write decimal_neg(...) around it.")
		return nil
	}
	var credit, debt, all int
	err := d.scratch.conn.QueryRowContext(ctx, fmt.Sprintf(`SELECT COALESCE(sum(decimal_cmp(b, t) = 0), 0), COALESCE(sum(decimal_cmp(b, decimal_neg(t)) = 0), 0), count(*)
		FROM (SELECT %s AS b, %s AS t FROM %s a LIMIT %d) WHERE decimal_cmp(b, '0') <> 0 AND decimal_cmp(t, '0') <> 0`,
		balance, d.signedSum(t), name(d.main.Table), accountsTried)).Scan(&credit, &debt, &all)
	if err != nil {
		return err
	}
	d.negate = debt > credit && debt*2 > all
	switch {
	case d.negate:
		d.linef("-- In the extract it is a debt: with the other sign, the balances of %s of %s accounts are the sums of their transactions.", groupDigits(debt), groupDigits(all))
	case credit*2 > all:
		d.linef("-- So it is in the extract: the balances of %s of %s accounts are the sums of their transactions.", groupDigits(credit), groupDigits(all))
	default:
		d.linef("-- Check whether the extract has it so: the balances of %s of %s accounts are the sums of their transactions, and those of %s", groupDigits(credit), groupDigits(all), groupDigits(debt))
		d.linef("-- with the other sign. Where a positive balance of the extract is a debt, write decimal_neg(...) around it.")
	}
	return nil
}

// money is the balance of an account and its transactions. What was there before the first
// transaction is calculated, so that the balance is right to the cent.
func (d *draft) money() (pairs []pair) {
	t, balance, total := d.transactions(), d.balance("decimal"), d.balance("number")
	if d.negate {
		balance = "decimal_neg(" + balance + ")"
		total = "number(" + balance + ")"
	}
	pairs = append(pairs, pair{"transfer_balance", total})
	if t == nil {
		return pairs
	}
	if total != "" {
		pairs = append(pairs, pair{"last_statement_balance", "number(decimal_sub(" + balance + ",\n    " + d.signedSum(t) + "))"})
	}
	fields := []pair{
		{"transaction_id", "t.id"}, {"transaction_date", "t.date"}, {"amount", "number(t.amount)"}, {"type", "t.type"},
		{"reason", "CASE t.type WHEN 'CHARGE' THEN 'IMPORTED_CHARGE' WHEN 'CREDIT' THEN 'IMPORTED_CREDIT' END"},
	}
	if t.find(roleReference) != nil {
		fields = append(fields, pair{"reference", "t.reference"})
	}
	if t.find(roleText) != nil {
		fields = append(fields, pair{"note", "t.note"})
	}
	pairs = append(pairs, pair{"current_statement_transactions", fmt.Sprintf("(SELECT json_group_array(%s ORDER BY t.date, t._line)\n    FROM transactions_made t WHERE t.link = a.%s)", object("  ", fields), name(t.link.to))})
	return pairs
}

// notes is the SQL for the notes of an account.
func (d *draft) notes(indent string) string {
	for _, t := range d.tables {
		if t == d.main || !t.isNotes() {
			continue
		}
		created := ""
		for _, r := range []role{roleCreated, roleDate} {
			if p := t.find(r); p != nil && created == "" {
				created = t.call("n", "to_datetime", r, text(p.pattern), "'UTC'")
			}
		}
		made := object(indent, []pair{{"body", column("n", t.use(roleText))}, {"created_at", created}})
		return fmt.Sprintf("(SELECT json_group_array(%s ORDER BY n._line) FROM %s n WHERE n.%s = a.%s)", made, name(t.Table), name(t.link.column), name(t.link.to))
	}
	return ""
}

// writeUnused says which columns the query does not use.
func (d *draft) writeUnused() {
	d.linef("\n-- Not used yet:")
	for _, t := range d.tables {
		var names []string
		for _, p := range t.columns {
			if !t.used[p.name] {
				names = append(names, p.name)
			}
		}
		switch {
		case t.link == nil && t != d.main:
			d.linef("--   %s (%s). A table of codes serves lookup('%s', code).", t.Table, strings.Join(names, ", "), t.Table)
		case len(names) > 0:
			d.linef("--   %s: %s", t.Table, strings.Join(names, ", "))
		}
	}
}
