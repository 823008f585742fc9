package account

import (
	"bytes"
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/payload"
)

// billedMember is the member that says up to which day something was billed.
const billedMember = "last_billed_to_date"

// supplied are the arrays of supplied things in the account object of a market, from the
// outermost on: each is a member of the items of the one before. Any of their items may
// have a date of its own up to which it was billed.
var supplied = []string{"supply_addresses", "meter_points", "meters", "registers"}

// NoteBilledTo notes the earliest day up to which supply points, meters and registers were
// billed, the zero date where none was. A market that has read them knows it.
func (f *Facts) NoteBilledTo(earliest payload.Date) {
	f.earliestBilledTo, f.foundBilledTo = f.LastBilledTo, true
	f.addBilled(earliest)
}

// EarliestBilledTo is the earliest day up to which the account, or one of its supply
// points, meters and registers, was billed. It is the zero date where none has such a day.
// The sections have been read before. Where the account's market has not noted the day, the
// supply addresses are read for it.
func (f *Facts) EarliestBilledTo() payload.Date {
	if f.foundBilledTo {
		return f.earliestBilledTo
	}
	f.earliestBilledTo, f.foundBilledTo = f.LastBilledTo, true
	for i := range f.Extra {
		e := &f.Extra[i]
		if e.Object == "" && e.Name == supplied[0] && bytes.Contains(e.Value, []byte(billedMember)) {
			f.readBilled(jsontext.NewDecoder(bytes.NewReader(e.Value)), 1)
		}
	}
	return f.earliestBilledTo
}

// readBilled reads an array of supplied things, which has the given depth among them. What
// is of another form is left out: the market's schema refuses it. An error cannot occur,
// since the payload was read before.
func (f *Facts) readBilled(json *jsontext.Decoder, depth int) {
	if json.PeekKind() != '[' {
		_ = json.SkipValue()
		return
	}
	_, _ = json.ReadToken()
	for k := json.PeekKind(); k != ']' && k != 0; k = json.PeekKind() {
		f.readBilledItem(json, depth)
	}
	_, _ = json.ReadToken()
}

func (f *Facts) readBilledItem(json *jsontext.Decoder, depth int) {
	if json.PeekKind() != '{' {
		_ = json.SkipValue()
		return
	}
	_, _ = json.ReadToken()
	for k := json.PeekKind(); k != '}' && k != 0; k = json.PeekKind() {
		token, err := json.ReadToken()
		if err != nil {
			return
		}
		name := token.String() // a token is valid until the next one is read
		switch {
		case name == billedMember && json.PeekKind() == '"':
			text, _ := json.ReadToken()
			date, _ := payload.ParseDate(text.String())
			f.addBilled(date)
		case depth < len(supplied) && name == supplied[depth]:
			f.readBilled(json, depth+1)
		default:
			_ = json.SkipValue()
		}
	}
	_, _ = json.ReadToken()
}

func (f *Facts) addBilled(date payload.Date) {
	if date != 0 && (f.earliestBilledTo == 0 || date < f.earliestBilledTo) {
		f.earliestBilledTo = date
	}
}
