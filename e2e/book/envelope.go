package book

// envelope is a line with data that is imported after the account.
type envelope struct {
	Account            *account            `json:"account"`
	Notes              []note              `json:"notes,omitzero"`
	Transactions       []transaction       `json:"transactions,omitzero"`
	Statements         []statement         `json:"statements,omitzero"`
	PaymentInstruction *paymentInstruction `json:"payment_instruction,omitzero"`
}

func (e *envelope) empty() bool {
	return len(e.Notes) == 0 && len(e.Transactions) == 0 && len(e.Statements) == 0 && e.PaymentInstruction == nil
}

// bare reports whether the line is the account alone.
func (b *builder) bare() bool { return b.small || b.chance(12) }

// addLater adds a transaction to the envelope that the account never had: an entry that arrived when the statement of
// its day was closed. The import must move it to the open period.
func (b *builder) addLater(e *envelope) {
	if !b.plain && !b.chance(20) {
		return
	}
	day := b.last().to.AddDate(0, 0, -b.IntN(25))
	entry := b.paid(day, b.regular)
	if b.kind == occupier {
		entry = b.oddment(day)
	}
	e.Transactions = append(e.Transactions, entry)
}

// moveOut moves data from the account to the envelope.
func (b *builder) moveOut(e *envelope) {
	a := b.account
	a.Notes, e.Notes = cut(a.Notes, b.IntN(len(a.Notes)))
	for i := range e.Notes {
		if n := &e.Notes[i]; len(n.DocumentPaths) > 0 && b.chance(30) {
			n.Body = "" // the note is its document
		}
	}
	b.moveTransactions(e)
	b.moveStatements(e)
	if len(a.PaymentInstructions) == 1 && (b.plain || b.chance(60)) {
		b.moveInstruction(e)
	}
}

// moveTransactions moves the latest current transactions, and the balances with them. They are those of the first
// ledger, because the service cannot tell the ledger of a later transaction.
func (b *builder) moveTransactions(e *envelope) {
	from := &b.account.ledgerMoney
	if b.ledgers > 0 {
		from = &b.account.Ledgers[0].ledgerMoney
	}
	if len(from.Current) == 0 {
		return
	}
	stay, moved := cut(from.Current, b.IntN(len(from.Current)))
	from.Current = stay
	e.Transactions = inOrder(append(e.Transactions, moved...))
	b.account.balance -= sum(moved)
	b.account.TransferBalance = b.account.balance.number()
	if b.ledgers > 0 && b.account.Ledgers[0].LedgerBalance != nil {
		b.account.Ledgers[0].LedgerBalance = (from.lastStatement + sum(stay)).number()
	}
}

// moveStatements moves the oldest of the statements that no transaction of the account names.
func (b *builder) moveStatements(e *envelope) {
	if unnamed := b.months - b.billed; unnamed > 0 {
		e.Statements, b.account.Statements = cut(b.account.Statements, b.Number(1, unnamed))
	}
}

// moveInstruction moves the instruction if its import accepts all of its members.
func (b *builder) moveInstruction(e *envelope) {
	whole := b.account.PaymentInstructions[0]
	if whole.LedgerCode != "" {
		return
	}
	e.PaymentInstruction = &paymentInstruction{Vendor: whole.Vendor, Reference: whole.Reference, Type: whole.Type}
	b.account.PaymentInstructions = nil
}

// cut divides items at i; a part without items is nil, so that it is left out.
func cut[T any](items []T, i int) (before, after []T) {
	if i > 0 {
		before = items[:i:i]
	}
	if i < len(items) {
		after = items[i:]
	}
	return before, after
}
