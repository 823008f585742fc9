package bookbuild

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dataimport/modules/bookbuild/functions"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
)

// maxLine is the size of the longest line, in bytes: that which the import client reads.
const maxLine = 32 << 20

// Codes of faults of lines.
const (
	codeNumberRepeated = fault.NumberRepeatedInBook
	codeOtherSupplier  = fault.SupplierMismatch
)

// checker checks lines by the rules that need no server.
type checker struct {
	object   *account.Object
	kinds    []module.PostImport
	supplier settings.Supplier // Code is empty where the first line says it
	now      time.Time
	snapshot *settings.Snapshot
}

// setSupplier sets the supplier of all lines.
func (c *checker) setSupplier(code string) {
	supplier := c.supplier
	supplier.Code = code
	c.supplier = supplier
	c.snapshot = settings.NewSnapshot(&settings.Values{Suppliers: []*settings.Supplier{&supplier}})
}

// checked is a line that was checked.
type checked struct {
	number  int // of the line, from one
	text    []byte
	account string // external account number
	further bool   // data for an imported account, without the account itself
	faults  fault.List
	claims  []account.Claim // of keys that no other account may have
	payload *account.Payload
	below   string // the place of the account in the line, such as "account."
}

// prepare reads what the first line says of the supplier.
func (c *checker) prepare(first []byte) {
	if c.snapshot != nil {
		return
	}
	code := ""
	if members, err := splitObject(first); err == nil {
		own := members
		if inner, err := splitObject(members.value("account")); err == nil {
			own = inner
		}
		code = own.text("import_supplier")
	}
	c.setSupplier(code)
}

// check checks a line. It is called by several goroutines.
func (c *checker) check(number int, text []byte) *checked {
	line := &checked{number: number, text: text}
	if len(text) > maxLine {
		line.text = nil
		line.add(fault.PayloadTooLarge, "", "The line is longer than 32 MiB.")
		return line
	}
	var err error
	if line.text, line.faults, err = functions.TakeMarked(text); err != nil {
		line.add(fault.MalformedJSON, "", "The query gives no JSON: "+err.Error()+".")
		return line
	}
	if bytes.IndexByte(line.text, '\n') >= 0 {
		value := jsontext.Value(line.text)
		if err := value.Compact(); err == nil {
			line.text = value
		}
	}
	members, err := splitObject(line.text)
	if err != nil {
		line.add(fault.MalformedJSON, "", err.Error())
		return line
	}
	object := jsontext.Value(line.text)
	if inner := members.value("account"); inner != nil {
		object, line.below = inner, "account."
		c.checkMembers(line, members)
		if members, err = splitObject(inner); err != nil {
			line.add(payload.RuleInvalidType.Code, "account", "The account is no JSON object.")
			return line
		}
	} else if members.value("import_supplier") == nil && c.isFurtherData(members) {
		line.account, line.further = members.text("external_account_number"), true
		return line
	}
	line.account = members.text("external_account_number")
	c.checkAccount(line, object, members.text("import_supplier"))
	return line
}

// checkAccount applies the rules of the account object.
func (c *checker) checkAccount(line *checked, object []byte, supplier string) {
	if supplier != "" && supplier != c.supplier.Code {
		line.add(codeOtherSupplier, line.below+"import_supplier", "The line is of import supplier "+fault.Shown(supplier)+", the book is of "+fault.Shown(c.supplier.Code)+".")
		return
	}
	understood, err := c.object.Understand(object, c.snapshot, nil, c.now)
	if err != nil {
		var refused *fault.Error
		if errors.As(err, &refused) {
			line.add(refused.Code, strings.TrimSuffix(line.below, "."), refused.Detail)
		} else {
			line.add(fault.MalformedJSON, strings.TrimSuffix(line.below, "."), err.Error())
		}
		return
	}
	line.payload = understood
	line.claims = understood.Claims(&understood.Facts, understood.At())
	line.addAccountFaults()
}

// addAccountFaults adds the faults of the account that the line does not have yet. A value
// that a function did not understand has its fault already. Teams are those of the server.
func (l *checked) addAccountFaults() {
	known := make(map[string]bool, len(l.faults))
	for _, f := range l.faults {
		known[f.Attr] = true
	}
	for _, f := range l.payload.Faults() {
		f.Attr = l.below + f.Attr
		if f.Code != fault.TeamDoesNotExist && !known[f.Attr] {
			l.faults = append(l.faults, f)
		}
	}
}

// addClaimFault adds the fault of a key that an earlier account of the book has.
func (l *checked) addClaimFault(claim *account.Claim, holder string) {
	claim.AddFault(holder)
	l.addAccountFaults()
}

func (l *checked) add(code, attr, detail string) {
	l.faults = append(l.faults, fault.Fault{Code: code, Attr: attr, Detail: detail})
}

// checkMembers checks the members beside an account.
func (c *checker) checkMembers(line *checked, members objectMembers) {
	for _, m := range members {
		if m.name == "account" {
			continue
		}
		kind := c.kind(m.name)
		switch {
		case kind == nil:
			line.add(payload.RuleUnknownField.Code, m.name, "Beside account, a line has "+c.listKinds()+" and nothing else.")
		case kind.Single && m.value.Kind() != jsontext.KindBeginObject:
			line.add(payload.RuleInvalidType.Code, m.name, "This must be an object.")
		case !kind.Single && m.value.Kind() != jsontext.KindBeginArray:
			line.add(payload.RuleInvalidType.Code, m.name, "This must be an array.")
		}
	}
}

// isFurtherData reports whether a line has data for an imported account and no account.
func (c *checker) isFurtherData(members objectMembers) bool {
	kinds := 0
	for _, m := range members {
		switch {
		case c.kind(m.name) != nil:
			kinds++
		case m.name != "external_account_number":
			return false
		}
	}
	return kinds > 0
}

func (c *checker) kind(member string) *module.PostImport {
	i := slices.IndexFunc(c.kinds, func(kind module.PostImport) bool { return kind.Member == member })
	if i < 0 {
		return nil
	}
	return &c.kinds[i]
}

func (c *checker) listKinds() string {
	names := make([]string, len(c.kinds))
	for i := range c.kinds {
		names[i] = c.kinds[i].Member
	}
	return strings.Join(names, ", ")
}

// objectMember is a member of a JSON object.
type objectMember struct {
	name  string
	value jsontext.Value
}

type objectMembers []objectMember

// splitObject splits a JSON object into its members, which share its memory.
func splitObject(text []byte) (members objectMembers, err error) {
	if len(text) == 0 {
		return nil, errors.New("the line is empty")
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	if d.PeekKind() != jsontext.KindBeginObject {
		if _, err := d.ReadValue(); err != nil {
			return nil, explainJSON(err)
		}
		return nil, errors.New("the line is no JSON object")
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, explainJSON(err)
	}
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, explainJSON(err)
		}
		m := objectMember{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return nil, explainJSON(err)
		}
		end := d.InputOffset()
		m.value = text[end-int64(len(value)) : end]
		members = append(members, m)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, explainJSON(err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the line has more than one JSON value")
	}
	return members, nil
}

func explainJSON(err error) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return fmt.Errorf("the line is no valid JSON at column %d: %w", syntactic.ByteOffset+1, syntactic.Err)
	}
	return fmt.Errorf("the line is no valid JSON: %w", err)
}

// value is the value of a member, nil where there is none.
func (o objectMembers) value(name string) jsontext.Value {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// text is a member as the service reads it: a trimmed text, or the digits of a number.
func (o objectMembers) text(name string) string {
	switch value := o.value(name); value.Kind() {
	case jsontext.KindString:
		unquoted, err := jsontext.AppendUnquote(nil, value)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(unquoted))
	case jsontext.KindNumber:
		return string(value)
	}
	return ""
}

// checkMarket refuses a market that does not come with the program. Those that operators add
// are known to their server alone.
func (c *checker) checkMarket() error {
	trial := *c
	trial.setSupplier("?")
	_, err := trial.object.Understand([]byte(`{"import_supplier": "?"}`), trial.snapshot, nil, trial.now)
	return err
}
