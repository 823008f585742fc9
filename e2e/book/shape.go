package book

type kind int

const (
	domestic kind = iota
	business
	occupier
	lead
	managed
)

// shape holds the decisions about an account that come before its details.
type shape struct {
	kind    kind
	months  int  // statements, monthly
	billed  int  // the number of latest statements whose transactions are in the payload
	fuels   int  // 1 electricity, 2 gas as well
	ledgers int  // 0 is the flat fields
	weekly  bool // pays every week
	small   bool // little more than a customer and an address
	plain   bool // has every section that a fault needs, and no unusual one
}

// usualShape draws from the mix of a real book.
func usualShape(d dice) shape {
	switch roll := d.Number(1, 100); {
	case roll == 1:
		return largeShape(d)
	case roll <= 9:
		return shape{kind: domestic, small: true}
	default:
		return typicalShape(d)
	}
}

func typicalShape(d dice) shape {
	s := shape{months: 12, billed: d.Number(1, 3), fuels: 1}
	switch roll := d.Number(1, 100); {
	case roll <= 3:
		s.kind = occupier
	case roll <= 16:
		s.kind = business
	case roll == 17:
		s.kind = lead
	case roll == 18:
		s.kind = managed
	}
	if d.chance(15) {
		s.months = d.Number(2, 11)
		s.billed = min(s.billed, s.months)
	}
	if d.chance(35) {
		s.fuels, s.billed = 2, min(s.billed, 2)
	}
	if d.chance(25) {
		s.ledgers = d.Number(s.fuels, 3)
	}
	return s
}

func largeShape(d dice) shape {
	return shape{kind: domestic, months: 24, billed: 24, fuels: 1, ledgers: d.Number(0, 1), weekly: true}
}
