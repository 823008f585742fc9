package transactions

import (
	"cmp"
	"strings"

	"github.com/a-h/templ"
	"github.com/shopspring/decimal"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// panels are the parts of an account's page: its balance and its transactions.
var panels = []module.Panel{{Title: "Balance and transactions", Anchor: "money", Rank: 30, Show: showMoney}}

// shownMoney is the balance of an account and its transactions, as the page shows them.
type shownMoney struct {
	Balance      string
	Credit, Debt bool // which of them the balance is
	Ledgers      []shownLedger
	Rows         []shownTransaction
	Opening      string // brought forward, where the list ends there; empty for nothing
	Several      bool   // more than one ledger
	Currency     string // of all amounts; empty where it is not known
	Pages        views.Pager
}

// shownLedger is a ledger of an account.
type shownLedger struct{ Name, Balance, LastStatement, Closed string }

// shownTransaction is a transaction, with the balance after it.
type shownTransaction struct {
	Date, Type, What, Amount, Balance, Ledger string
	Notes                                     []string
	In                                        bool // it adds to the balance
}

// showMoney shows the balance of an account, and a page of its transactions with the balance
// after each.
func showMoney(v *module.AccountView) (templ.Component, error) {
	var stored string
	if err := v.Reader.QueryRow(`SELECT balance FROM accounts WHERE id = ?`, v.AccountID).Scan(&stored); err != nil {
		return nil, err
	}
	balance, err := decimal.NewFromString(cmp.Or(stored, "0"))
	if err != nil {
		return nil, err
	}
	m := shownMoney{Currency: v.Currency, Balance: views.FormatAmount(balance.Abs()), Credit: balance.IsPositive(), Debt: balance.IsNegative()}
	names, err := m.addLedgers(v)
	if err != nil {
		return nil, err
	}
	n, err := v.CountItems("transactions")
	if err != nil {
		return nil, err
	}
	if n > module.MaxSorted {
		return m.showLong(v, names)
	}
	changes, err := readChanges(v, `account = ? ORDER BY transaction_date DESC, id DESC`, v.AccountID)
	if err != nil {
		return nil, err
	}
	page := v.NewListPage("transactions", len(changes))
	m.Pages = page.Pager
	opening := computeBalances(changes, balance)
	if page.To == len(changes) && !opening.IsZero() {
		m.Opening = views.FormatAmount(opening)
	}
	for i := range changes[page.From:page.To] {
		change := &changes[page.From+i]
		line, err := readTransaction(v, change)
		if err != nil {
			return nil, err
		}
		line.Ledger = names[change.ledger]
		m.Rows = append(m.Rows, line)
	}
	return moneyTable(m), nil
}

// showLong shows a page of very many transactions, without the balance after each, which depends on
// all later ones.
func (m *shownMoney) showLong(v *module.AccountView, names map[string]string) (templ.Component, error) {
	ids, pager, err := v.ReadLongPage("transactions", "transaction_id", "transactions")
	if err != nil {
		return nil, err
	}
	m.Pages = pager
	changes, err := readChanges(v, `id IN (SELECT value FROM json_each(?)) ORDER BY transaction_id, rowid`, ids)
	if err != nil {
		return nil, err
	}
	for i := range changes {
		line, err := readTransaction(v, &changes[i])
		if err != nil {
			return nil, err
		}
		line.Ledger, line.Balance = names[changes[i].ledger], ""
		m.Rows = append(m.Rows, line)
	}
	return moneyTable(*m), nil
}

// addLedgers adds the ledgers of an account where they show more than its balance. It returns their
// names by id.
func (m *shownMoney) addLedgers(v *module.AccountView) (map[string]string, error) {
	names := make(map[string]string)
	err := database.EachRow(v.Reader, func(row database.Row) error {
		var id, code, identifier, balance, last, closed string
		if err := row.Scan(&id, &code, &identifier, &balance, &last, &closed); err != nil {
			return err
		}
		names[id] = cmp.Or(strings.TrimSpace(code+" "+v.Mask(identifier)), "Account")
		m.Ledgers = append(m.Ledgers, shownLedger{Name: names[id], Balance: views.FormatStoredAmount(balance), LastStatement: views.FormatStoredAmount(last), Closed: closed})
		return nil
	}, `SELECT id, code, identifier, balance, last_statement_balance, last_statement_closing_date FROM ledgers WHERE account = ? ORDER BY id LIMIT 100`, v.AccountID)
	m.Several = len(m.Ledgers) > 1
	if len(m.Ledgers) == 1 && m.Ledgers[0].LastStatement == "" {
		m.Ledgers = nil // it shows no more than the account's balance
	}
	return names, err
}
