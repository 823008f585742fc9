package progress

import (
	"cmp"
	"encoding/json/v2"
	"strings"

	"github.com/shopspring/decimal"

	"dataimport/views"
)

// addMoney adds the balance of an account, and a page of its transactions with the
// balance after each.
func (p *pages) addMoney(content *views.AccountPage, s *subject, v *visit) error {
	if s.account == "" {
		return nil
	}
	var stored string
	if err := p.Reader.QueryRow(`SELECT balance FROM accounts WHERE id = ?`, s.account).Scan(&stored); err != nil {
		return err
	}
	balance, err := decimal.NewFromString(cmp.Or(stored, "0"))
	if err != nil {
		return err
	}
	m := views.AccountMoney{Balance: money(balance.Abs()), Credit: balance.IsPositive(), Debt: balance.IsNegative()}
	names, err := p.addLedgers(&m, s)
	if err != nil {
		return err
	}
	moves, err := p.movesOf(s)
	if err != nil {
		return err
	}
	part := partOf(v, "transactions", len(moves))
	m.Pages = part.pager(s, "transactions")
	opening := balances(moves, balance)
	if part.to == len(moves) && !opening.IsZero() {
		m.Opening = money(opening)
	}
	for _, move := range moves[part.from:part.to] {
		line, err := p.transaction(&move, v)
		if err != nil {
			return err
		}
		line.Ledger = names[move.ledger]
		m.Rows = append(m.Rows, line)
	}
	content.Money = &m
	return nil
}

// addLedgers adds the ledgers of an account, where they say more than its balance,
// and gives their names by id.
func (p *pages) addLedgers(m *views.AccountMoney, s *subject) (map[string]string, error) {
	rows, err := p.Reader.Query(`SELECT id, code, identifier, balance, last_statement_balance, last_statement_closing_date FROM ledgers WHERE account = ? ORDER BY id LIMIT 100`, s.account)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := make(map[string]string)
	for rows.Next() {
		var id, code, identifier, balance, last, closed string
		if err := rows.Scan(&id, &code, &identifier, &balance, &last, &closed); err != nil {
			return nil, err
		}
		names[id] = cmp.Or(strings.TrimSpace(code+" "+identifier), "Account")
		m.Ledgers = append(m.Ledgers, views.LedgerLine{Name: names[id], Balance: moneyText(balance), LastStatement: moneyText(last), Closed: closed})
	}
	m.Several = len(m.Ledgers) > 1
	if len(m.Ledgers) == 1 && m.Ledgers[0].LastStatement == "" {
		m.Ledgers = nil // it has but the account's own balance
	}
	return names, rows.Err()
}

// move is what a transaction does to the balance.
type move struct {
	id, ledger   string
	worth, after decimal.Decimal
	amount       decimal.Decimal
	prepaid      bool // with a meter that has a balance of its own
}

// adds are the types that add to the balance; all others take from it.
var adds = map[string]bool{"PAYMENT": true, "CREDIT": true}

// movesOf are all transactions of an account, the latest first. The balance after
// any of them is made of all, so all are read; but no more of each than it takes.
func (p *pages) movesOf(s *subject) ([]move, error) {
	rows, err := p.Reader.Query(`SELECT id, ledger, type, amount, to_prepay_meter_serial_number <> '' FROM transactions WHERE account = ?
		ORDER BY transaction_date DESC, id DESC`, s.account)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var moves []move
	for rows.Next() {
		var m move
		var kind, amount string
		if err := rows.Scan(&m.id, &m.ledger, &kind, &amount, &m.prepaid); err != nil {
			return nil, err
		}
		if m.amount, err = decimal.NewFromString(amount); err != nil {
			return nil, err
		}
		switch {
		case m.prepaid:
		case adds[kind]:
			m.worth = m.amount
		default:
			m.worth = m.amount.Neg()
		}
		moves = append(moves, m)
	}
	return moves, rows.Err()
}

// balances sets the balance after each transaction, which go from the latest to the
// first, and gives what there was before all of them.
func balances(moves []move, balance decimal.Decimal) decimal.Decimal {
	for i := range moves {
		moves[i].after = balance
		balance = balance.Sub(moves[i].worth)
	}
	return balance
}

func (p *pages) transaction(m *move, v *visit) (line views.TransactionLine, err error) {
	var id, kind, reason, payment, product, reference, display, note, description, lines string
	err = p.Reader.QueryRow(`SELECT transaction_id, transaction_date, type, reason, payment_type, product_code, reference, display_note, note, description, line_items
		FROM transactions WHERE id = ?`, m.id).Scan(&id, &line.Date, &kind, &reason, &payment, &product, &reference, &display, &note, &description, &lines)
	if err != nil {
		return line, err
	}
	line.Type, line.Balance, line.In = plainWords(kind), money(m.after), adds[kind]
	line.Amount = "−" + money(m.amount)
	if line.In {
		line.Amount = "+" + money(m.amount)
	}
	if m.amount.IsNegative() {
		line.Amount = money(m.amount) // a correction: its own sign says enough
	}
	var what []string
	for _, part := range []string{reason, payment, product, id} {
		if part != "" {
			what = append(what, part)
		}
	}
	line.What = strings.Join(what, " · ")
	for _, text := range []string{reference, display, note, description} {
		if text != "" {
			line.Notes = append(line.Notes, v.masked(text))
		}
	}
	if n := items(lines); n > 0 {
		line.Notes = append(line.Notes, countText(n, "line item"))
	}
	if m.prepaid {
		line.Notes = append(line.Notes, "With a prepayment meter: it does not count towards this balance.")
	}
	return line, nil
}

func items(text string) int {
	var list []any
	if text == "" || json.Unmarshal([]byte(text), &list) != nil {
		return 0
	}
	return len(list)
}

func countText(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// money is an amount, exact, with two places at least.
func money(d decimal.Decimal) string {
	places := max(2, -d.Exponent())
	for places > 2 && d.Equal(d.Truncate(places-1)) {
		places--
	}
	text := d.Abs().StringFixed(places)
	whole, rest, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if d.IsNegative() {
		return "−" + whole + "." + rest
	}
	return whole + "." + rest
}

// moneyText is a stored amount; one that cannot be read stands as it is.
func moneyText(stored string) string {
	d, err := decimal.NewFromString(stored)
	if err != nil {
		return stored
	}
	return money(d)
}

// plainWords is a code such as SUPPLY_CHARGE for people.
func plainWords(code string) string {
	words := strings.ToLower(strings.ReplaceAll(code, "_", " "))
	if words == "" {
		return ""
	}
	return capital(words)
}
