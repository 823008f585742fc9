package bookbuild

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"dataimport/modules/bookbuild/functions"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
)

// Codes of faults of lines.
const (
	codeNumberRepeated = fault.NumberRepeatedInBook
	codeOtherSupplier  = fault.SupplierMismatch
)

// checker checks lines by the rules that need no server.
type checker struct {
	object   *account.Object
	kinds    []module.PostImport
	prepares map[string]postimport.Prepare // by the member of the kind
	limits   payload.Limits
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
	e, _ := book.ReadEntry(first)
	code := book.ReadText(e.Account, book.SupplierMember)
	c.setSupplier(code)
}

// check checks a line. It is called by several goroutines.
func (c *checker) check(number int, text []byte) *checked {
	line := &checked{number: number, text: text}
	if len(text) > book.MaxLine {
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
	e, err := book.ReadEntry(line.text)
	if err != nil && !errors.Is(err, book.ErrNoAccount) {
		var refused *fault.Error
		if errors.As(err, &refused) {
			line.add(refused.Code, "", refused.Detail)
		}
		return line
	}
	line.account, line.further = e.Number, e.IsFurther()
	if e.Enveloped {
		line.below = book.AccountMember + "."
	}
	c.checkData(line, &e)
	if e.Account.Kind() == '{' {
		c.checkAccount(line, e.Account, book.ReadText(e.Account, book.SupplierMember))
	}
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

// addAccountFaults adds the faults of the account.
func (l *checked) addAccountFaults() {
	faults := slices.Clone(l.payload.Faults())
	for i := range faults {
		faults[i].Attr = l.below + faults[i].Attr
	}
	l.addFaults(faults)
}

// addFaults adds the faults that the line does not have yet. A value that a function did not
// understand has its fault already. Teams are those of the server.
func (l *checked) addFaults(faults fault.List) {
	known := make(map[string]bool, len(l.faults))
	for _, f := range l.faults {
		known[f.Attr] = true
	}
	for _, f := range faults {
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

// checkData applies the rules of further data that need no server.
func (c *checker) checkData(line *checked, e *book.Entry) {
	data, faults := module.SplitData(e, c.kinds)
	for i := range data {
		one := &data[i]
		var refused *fault.Error
		if _, err := c.prepares[one.Kind.Member](c.newCall(one.Body(c.supplier.Code, e.Number))); errors.As(err, &refused) {
			faults = append(faults, one.Locate(refused)...)
		}
	}
	line.addFaults(faults)
}

// newCall returns the call with which a client of the supplier would send a body.
func (c *checker) newCall(body []byte) *endpoint.Call {
	return &endpoint.Call{Request: &http.Request{URL: &url.URL{}}, Client: &settings.Client{Granted: map[string]bool{c.supplier.ID: true}},
		Settings: c.snapshot, Body: body, Now: c.now, Limits: c.limits}
}

// prepareData prepares the checks of further data.
func (c *checker) prepareData() {
	service := config.Default()
	c.prepares, c.limits = make(map[string]postimport.Prepare), module.LimitsOf(&service)
	for i := range c.kinds {
		c.prepares[c.kinds[i].Member] = c.kinds[i].Prepare(&module.Runtime{})
	}
}

// checkMarket refuses a market that does not come with the program. Those that operators add
// are known to their server alone.
func (c *checker) checkMarket() error {
	trial := *c
	trial.setSupplier("?")
	_, err := trial.object.Understand([]byte(`{"import_supplier": "?"}`), trial.snapshot, nil, trial.now)
	return err
}
