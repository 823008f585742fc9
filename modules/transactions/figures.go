package transactions

import (
	"fmt"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"

	"github.com/shopspring/decimal"
)

// The paths of the figures of transactions, ledgers and the balance. A group of transactions
// has the name of their type.
const (
	balanceFigure     = "balance"
	ledgerCountFigure = "ledgers.count"
	ledgerSumFigure   = "ledgers.sum"
	groupPrefix       = "transactions."
	countSuffix       = ".count"
	sumSuffix         = ".sum"
)

// newFigures returns how the transactions, the ledgers and the balance of an account are
// reconciled. The amounts of transactions are added as they are sent, whatever their type
// does to the balance.
func newFigures() *module.Figures {
	list := []figures.Figure{
		figures.Sum(balanceFigure, "Balance"),
		figures.Count(ledgerCountFigure, "Ledgers"),
		figures.Sum(ledgerSumFigure, "Ledgers, balances"),
	}
	for _, name := range Type("").Choices() {
		list = append(list, figures.Count(groupPrefix+name+countSuffix, "Transactions "+name), figures.Sum(groupPrefix+name+sumSuffix, "Transactions "+name+", amounts"))
	}
	return module.NewFigures(list, readStoredFigures, func() *sentFigures { return &sentFigures{known: make(map[string][]*Transaction)} })
}

// readStoredFigures adds the figures of the rows of accounts.
func readStoredFigures(q database.Querier, accounts string, of func(string) *figures.Tally) error {
	const (
		balances     = `SELECT id, '', balance FROM accounts WHERE id IN (SELECT value FROM json_each(?))`
		ledgers      = `SELECT account, '', balance FROM ledgers WHERE account IN (SELECT value FROM json_each(?))`
		transactions = `SELECT account, type, amount FROM transactions WHERE account IN (SELECT value FROM json_each(?))`
	)
	for query, add := range map[string]func(t *figures.Tally, name string, amount decimal.Decimal){
		balances: func(t *figures.Tally, _ string, amount decimal.Decimal) { t.Add(balanceFigure, amount) },
		ledgers: func(t *figures.Tally, _ string, amount decimal.Decimal) {
			t.Count(ledgerCountFigure, 1)
			t.Add(ledgerSumFigure, amount)
		},
		transactions: addTransaction,
	} {
		err := database.EachRow(q, func(row database.Row) error {
			var id, name, text string
			if err := row.Scan(&id, &name, &text); err != nil {
				return err
			}
			amount, err := parseBalance(text)
			if err != nil {
				return fmt.Errorf("account %s: %w", id, err)
			}
			add(of(id), name, amount)
			return nil
		}, query, accounts)
		if err != nil {
			return err
		}
	}
	return nil
}

func addTransaction(t *figures.Tally, name string, amount decimal.Decimal) {
	t.Count(groupPrefix+name+countSuffix, 1)
	t.Add(groupPrefix+name+sumSuffix, amount)
}

// sentFigures are the transactions, ledgers and the balance of an account, as a book says.
type sentFigures struct {
	known          map[string][]*Transaction // by transaction_id
	tally          figures.Tally
	ledgers        int
	balance, total decimal.Decimal // total is that of the ledgers
}

// sentData are the transactions that are sent for an imported account.
type sentData struct {
	Transactions []Transaction `json:"transactions,omitzero"`
}

// AddAccount takes the ledgers of the account with their transactions.
func (s *sentFigures) AddAccount(part *Part) {
	ledgers := part.ledgers()
	each, total := part.balances(ledgers)
	s.balance = s.balance.Add(total)
	for i := range ledgers {
		s.ledgers++
		s.total = s.total.Add(each[i])
		for _, list := range [][]Transaction{ledgers[i].Historical, ledgers[i].Current} {
			for j := range list {
				s.add(&list[j])
			}
		}
	}
}

// AddData takes transactions that are sent for the imported account. They change the balance.
func (s *sentFigures) AddData(part *sentData) {
	for i := range part.Transactions {
		t := &part.Transactions[i]
		if s.has(t) {
			continue
		}
		s.add(t)
		s.balance, s.total = s.balance.Add(t.worth()), s.total.Add(t.worth())
	}
}

// has reports whether the account has a transaction of the same id, type and amount. One of
// another amount counts: the account cannot have both, and a reader must see that.
func (s *sentFigures) has(t *Transaction) bool {
	for _, known := range s.known[t.ID] {
		if known.Type == t.Type && known.Amount.Equal(t.Amount) && known.PrepayMeter == t.PrepayMeter {
			return true
		}
	}
	return false
}

func (s *sentFigures) add(t *Transaction) {
	s.known[t.ID] = append(s.known[t.ID], t)
	addTransaction(&s.tally, string(t.Type), t.Amount)
}

// Tally adds the figures.
func (s *sentFigures) Tally(t *figures.Tally) {
	t.AddFigures(&s.tally)
	t.Add(balanceFigure, s.balance)
	t.Count(ledgerCountFigure, s.ledgers)
	t.Add(ledgerSumFigure, s.total)
}
