package paymentinstructions

import (
	"cmp"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// instructionsFigure is the path of the number of payment instructions.
const instructionsFigure = "payment_instructions"

// newFigures returns how the payment instructions of an account are reconciled.
func newFigures() *module.Figures {
	return module.NewFigures([]figures.Figure{figures.Count(instructionsFigure, "Payment instructions")}, countStored, func() *sentInstructions {
		return &sentInstructions{known: make(map[onLedger]bool)}
	})
}

func countStored(q database.Querier, accounts string, of func(string) *figures.Tally) error {
	return database.EachRow(q, func(row database.Row) error {
		var id string
		n := 0
		err := row.Scan(&id, &n)
		of(id).Count(instructionsFigure, n)
		return err
	}, `SELECT account, count(*) FROM payment_instructions WHERE account IN (SELECT value FROM json_each(?)) GROUP BY account`, accounts)
}

// sentInstructions are the different payment instructions of an account, as a book says.
type sentInstructions struct{ known map[onLedger]bool }

// sentInstruction is a payment instruction that is sent for an imported account.
type sentInstruction struct {
	Instruction struct {
		Vendor    string `json:"vendor,omitzero"`
		Reference string `json:"reference,omitzero"`
		OldName   string `json:"instruction_reference,omitzero"`
		Type      string `json:"type,omitzero"`
	} `json:"payment_instruction,omitzero"`
}

// AddAccount takes the instructions of the account.
func (s *sentInstructions) AddAccount(part *Part) {
	for i := range part.Instructions {
		s.known[part.Instructions[i].onLedger()] = true
	}
}

// AddData takes the instruction that is sent for the imported account. An instruction that
// the account has on any of its ledgers is not added again.
func (s *sentInstructions) AddData(part *sentInstruction) {
	sent := identity{part.Instruction.Vendor, cmp.Or(part.Instruction.Reference, part.Instruction.OldName), Type(part.Instruction.Type)}
	if sent == (identity{}) {
		return
	}
	for known := range s.known {
		if known.identity == sent {
			return
		}
	}
	s.known[onLedger{identity: sent}] = true
}

// Tally adds the number of instructions.
func (s *sentInstructions) Tally(t *figures.Tally) { t.Count(instructionsFigure, len(s.known)) }
