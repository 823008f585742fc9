package book

import "fmt"

// statements lists one statement per billed period. Its charge is known only for the periods whose transactions are
// sent.
func (b *builder) statements() {
	var typical pence
	for _, t := range b.tariffs {
		typical += t.month()
	}
	for i, p := range b.periods {
		gross := p.charged
		if gross == 0 {
			gross = typical * pence(b.Number(70, 140)) / 100
		}
		s := statement{
			StatementID:        p.statement,
			BillPeriodFromDate: isoDate(p.from),
			BillPeriodToDate:   isoDate(p.to),
			IssuedDate:         isoDate(p.issued),
			Number:             fmt.Sprintf("INV%s%03d", b.DigitN(6), i+1),
			GrossAmount:        gross.number(),
		}
		if b.o.Documents {
			s.StatementPath = b.document("statements", "Statement", p.to.Format("2006-01"))
		}
		b.account.Statements = append(b.account.Statements, s)
	}
}
