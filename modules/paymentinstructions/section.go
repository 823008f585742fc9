// Package paymentinstructions is the import kind of payment instructions. It defines the
// form of an instruction, the rules for those of an account, and how one is added to an
// account. An instruction belongs to a payment vendor, which identifies it by its
// reference. The import does not ask the vendor: the instruction is verified before
// anything is written.
package paymentinstructions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// Part holds the members that payment instructions add to the account object.
type Part struct {
	Instructions []PaymentInstruction `json:"payment_instructions,omitzero" rule:"doc=All of them name a ledger_code, or none does."`
}

// Section is the part of an account's import that holds its payment instructions.
func Section() account.Section {
	return account.NewSection("paymentinstructions", account.Part[Part]{
		State: func(p *Part, f *account.Facts) { f.Instructions = p },
		Check: check,
		PrepareRows: func(into account.RowWriter, to *account.Account, p *Part) error {
			_, err := add(into, to, p.Instructions, nil)
			return err
		},
	})
}

// InstructionIdentifiers returns the identifiers of the instructions that have one.
func (p *Part) InstructionIdentifiers() (identifiers []string) {
	for i := range p.Instructions {
		if identifier := p.Instructions[i].InstructionIdentifier; identifier != "" {
			identifiers = append(identifiers, identifier)
		}
	}
	return identifiers
}

// EachInstruction visits the instructions. account is the place of the whole account.
func (p *Part) EachInstruction(at *fault.At, visit func(i account.Instruction, at *fault.At)) {
	instructions := at.Field("payment_instructions")
	for i := range p.Instructions {
		place := instructions.Index(i)
		visit(account.Instruction{Type: string(p.Instructions[i].Type), ValidFrom: p.Instructions[i].ValidFrom}, &place)
	}
}

func check(p *Part, f *account.Facts, at *fault.At) {
	instructions := at.Field("payment_instructions")
	checkLedgerCodes(p.Instructions, &instructions)
	checkListed(p.Instructions, f, &instructions)
}
