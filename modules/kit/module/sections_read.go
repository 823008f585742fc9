package module

import (
	"bytes"
	"encoding/json/jsontext"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/payload"
	"dataimport/views"
)

// documentReader reads a document for the page of an account. It stops showing values when left
// is used up.
type documentReader struct {
	view *AccountView
	left int
}

func (r *documentReader) read(document []byte, privacy payload.Privacy) (shownValue, error) {
	return r.readValue(jsontext.NewDecoder(bytes.NewReader(document)), "", privacy)
}

func (r *documentReader) readValue(in *jsontext.Decoder, name string, privacy payload.Privacy) (v shownValue, err error) {
	token, err := in.ReadToken()
	if err != nil {
		return v, err
	}
	r.left--
	switch token.Kind() {
	case '{':
		v.members = []shownMember{}
		for err == nil && in.PeekKind() != '}' {
			err = r.readMember(in, &v, privacy)
		}
	case '[':
		v.items = []shownValue{}
		for err == nil && in.PeekKind() != ']' {
			err = r.readItem(in, &v, name, privacy)
		}
	default:
		v.text = r.view.showValue(name, token, privacy)
		return v, nil
	}
	if err == nil {
		_, err = in.ReadToken()
	}
	return v, err
}

func (r *documentReader) readItem(in *jsontext.Decoder, v *shownValue, name string, privacy payload.Privacy) error {
	if r.left < 0 {
		return in.SkipValue()
	}
	item, err := r.readValue(in, name, privacy.Item())
	v.items = append(v.items, item)
	return err
}

func (r *documentReader) readMember(in *jsontext.Decoder, v *shownValue, privacy payload.Privacy) error {
	token, err := in.ReadToken()
	if err != nil {
		return err
	}
	if r.left < 0 {
		return in.SkipValue()
	}
	m := shownMember{name: token.String()}
	m.shownValue, err = r.readValue(in, m.name, memberPrivacy(privacy, m.name))
	v.members = append(v.members, m)
	return err
}

// memberPrivacy returns the privacy of a member. The member of an object in a list may be named by
// its attr.
func memberPrivacy(privacy payload.Privacy, name string) payload.Privacy {
	if strings.Contains(name, ".") {
		return privacy.At(name)
	}
	return privacy.Member(name)
}

// showValue returns a text, a number or a boolean of a member for readers.
func (v *AccountView) showValue(name string, token jsontext.Token, privacy payload.Privacy) string {
	text := token.String()
	switch token.Kind() {
	case 'n':
		return ""
	case 't':
		text = "yes"
	case 'f':
		text = "no"
	case '"':
		text = v.showText(name, text, privacy)
	case '0':
		if !privacy.IsKnown() && endsWithWord(name, moneyEndings) {
			text = views.FormatMoney(text, v.Currency)
		}
	}
	if !privacy.IsImpersonal() {
		return v.Mask(text)
	}
	return text
}

// showText returns a text of a member for readers. Of an object that is not known, the name of the
// member tells what the text is.
func (v *AccountView) showText(name, text string, privacy payload.Privacy) string {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC().Format("2006-01-02 15:04") + " UTC"
	}
	switch {
	case privacy.HoldsCode(), !privacy.IsKnown() && endsWithWord(name, codeEndings):
		return views.HumanizeCode(text)
	case privacy.HoldsDecimal(), endsWithWord(name, moneyEndings):
		return views.FormatMoney(text, v.Currency)
	}
	return text
}

// codeEndings and moneyEndings are how the names of members end that hold codes of words, and exact
// amounts. A code that names a record elsewhere, such as a tariff, is not put into words: people
// compare it.
var (
	codeEndings = []string{
		"type", "status", "means", "frequency", "trigger", "method", "reason", "source", "strategy", "interval", "group", "role", "roles", "class", "classification",
		"category", "subcategory", "mode", "state", "threshold", "units", "measure", "form", "bracket", "quality",
	}
	moneyEndings = []string{"amount", "balance"}
)

// endsWithWord reports whether the last word of a member's name is one of the words.
func endsWithWord(name string, words []string) bool {
	return slices.Contains(words, name[strings.LastIndexAny(name, "_.")+1:])
}
