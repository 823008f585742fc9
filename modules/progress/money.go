package progress

import (
	"cmp"
	"encoding/json/v2"
	"strings"

	"github.com/shopspring/decimal"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// addMoney adds the balance of an account, and a page of its transactions with the balance after
// each.
func (p *pages) addMoney(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
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
	m := views.AccountMoney{Balance: formatMoney(balance.Abs()), Credit: balance.IsPositive(), Debt: balance.IsNegative()}
	names, err := p.addLedgers(&m, s)
	if err != nil {
		return err
	}
	moves, err := p.readChanges(s)
	if err != nil {
		return err
	}
	part := newListPage(v, "transactions", len(moves))
	m.Pages = part.newPager(s, "transactions")
	opening := computeBalances(moves, balance)
	if part.to == len(moves) && !opening.IsZero() {
		m.Opening = formatMoney(opening)
	}
	for _, move := range moves[part.from:part.to] {
		line, err := p.readTransaction(&move, v)
		if err != nil {
			return err
		}
		line.Ledger = names[move.ledger]
		m.Rows = append(m.Rows, line)
	}
	content.Money = &m
	return nil
}

// addLedgers adds the ledgers of an account where they show more than its balance. It returns their
// names by id.
func (p *pages) addLedgers(m *views.AccountMoney, s *pageAccount) (map[string]string, error) {
	names := make(map[string]string)
	err := database.EachRow(p.Reader, func(row database.Row) error {
		var id, code, identifier, balance, last, closed string
		if err := row.Scan(&id, &code, &identifier, &balance, &last, &closed); err != nil {
			return err
		}
		names[id] = cmp.Or(strings.TrimSpace(code+" "+identifier), "Account")
		m.Ledgers = append(m.Ledgers, views.LedgerLine{Name: names[id], Balance: formatStoredMoney(balance), LastStatement: formatStoredMoney(last), Closed: closed})
		return nil
	}, `SELECT id, code, identifier, balance, last_statement_balance, last_statement_closing_date FROM ledgers WHERE account = ? ORDER BY id LIMIT 100`, s.account)
	m.Several = len(m.Ledgers) > 1
	if len(m.Ledgers) == 1 && m.Ledgers[0].LastStatement == "" {
		m.Ledgers = nil // it shows no more than the account's balance
	}
	return names, err
}

// balanceChange is how a transaction changes the balance.
type balanceChange struct {
	id, ledger    string
	effect, after decimal.Decimal
	amount        decimal.Decimal
	prepaid       bool // for a meter with a balance of its own
}

// creditTypes are the types that add to the balance. All others subtract from it.
var creditTypes = map[string]bool{"PAYMENT": true, "CREDIT": true}

// readChanges reads all transactions of an account, the latest first. The balance after a
// transaction depends on all later ones, so all are read, with few columns.
func (p *pages) readChanges(s *pageAccount) ([]balanceChange, error) {
	var moves []balanceChange
	err := database.EachRow(p.Reader, func(row database.Row) error {
		var m balanceChange
		var kind, amount string
		var err error
		if err = row.Scan(&m.id, &m.ledger, &kind, &amount, &m.prepaid); err != nil {
			return err
		}
		if m.amount, err = decimal.NewFromString(amount); err != nil {
			return err
		}
		switch {
		case m.prepaid:
		case creditTypes[kind]:
			m.effect = m.amount
		default:
			m.effect = m.amount.Neg()
		}
		moves = append(moves, m)
		return nil
	}, `SELECT id, ledger, type, amount, to_prepay_meter_serial_number <> '' FROM transactions WHERE account = ?
		ORDER BY transaction_date DESC, id DESC`, s.account)
	return moves, err
}

// computeBalances sets the balance after each transaction, from the latest to the first. It returns
// the balance before all of them.
func computeBalances(moves []balanceChange, balance decimal.Decimal) decimal.Decimal {
	for i := range moves {
		moves[i].after = balance
		balance = balance.Sub(moves[i].effect)
	}
	return balance
}

func (p *pages) readTransaction(m *balanceChange, v *pageRequest) (line views.TransactionLine, err error) {
	var id, kind, reason, payment, product, reference, display, note, description, lines string
	err = p.Reader.QueryRow(`SELECT transaction_id, transaction_date, type, reason, payment_type, product_code, reference, display_note, note, description, line_items
		FROM transactions WHERE id = ?`, m.id).Scan(&id, &line.Date, &kind, &reason, &payment, &product, &reference, &display, &note, &description, &lines)
	if err != nil {
		return line, err
	}
	line.Type, line.Balance, line.In = humanizeCode(kind), formatMoney(m.after), creditTypes[kind]
	line.Amount = "−" + formatMoney(m.amount)
	if line.In {
		line.Amount = "+" + formatMoney(m.amount)
	}
	if m.amount.IsNegative() {
		line.Amount = formatMoney(m.amount) // a correction: it has its own sign
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
			line.Notes = append(line.Notes, v.maskText(text))
		}
	}
	if n := countItems(lines); n > 0 {
		line.Notes = append(line.Notes, formatCount(n, "line item"))
	}
	if m.prepaid {
		line.Notes = append(line.Notes, "With a prepayment meter: it does not count towards this balance.")
	}
	return line, nil
}

func countItems(text string) int {
	var list []any
	if text == "" || json.Unmarshal([]byte(text), &list) != nil {
		return 0
	}
	return len(list)
}

func formatCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return formatNumber(n) + " " + noun + "s"
}

// formatMoney returns an exact amount with at least two places.
func formatMoney(d decimal.Decimal) string {
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

// formatStoredMoney returns a stored amount for readers. A text that is no amount is returned
// unchanged.
func formatStoredMoney(stored string) string {
	d, err := decimal.NewFromString(stored)
	if err != nil {
		return stored
	}
	return formatMoney(d)
}

// humanizeCode returns a code such as SUPPLY_CHARGE as words.
func humanizeCode(code string) string {
	words := strings.ToLower(strings.ReplaceAll(code, "_", " "))
	if words == "" {
		return ""
	}
	return capitalize(words)
}
