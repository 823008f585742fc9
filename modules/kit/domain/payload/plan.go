package payload

import (
	"encoding/json/jsontext"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

type kind uint8

const (
	text kind = iota
	boolean
	integer
	number
	date
	datetime
	object
	list
	anything
)

// member describes how one member of a JSON object is read into a struct field.
type member struct {
	name  string
	part  int   // the index of the part that holds it
	slots []int // the field's index in that part, behind those of the structs that embed it
	bit   uint64
	rule
	kind    kind
	pointer bool
	choices []string
	object  *plan
	item    *member
}

// plan describes how a JSON object is read into one or more structs.
type plan struct {
	name     string // of the Go type that it reads, where others may name it
	members  map[string]*member
	ordered  []*member
	required []*member
}

var (
	dateType     = reflect.TypeFor[Date]()
	timeType     = reflect.TypeFor[time.Time]()
	decimalType  = reflect.TypeFor[decimal.Decimal]()
	nullableType = reflect.TypeFor[decimal.NullDecimal]()
	numberType   = reflect.TypeFor[Number]()
	valueType    = reflect.TypeFor[jsontext.Value]()
	chooserType  = reflect.TypeFor[interface{ Choices() []string }]()
)

func newPlan(types ...reflect.Type) *plan {
	p := &plan{members: make(map[string]*member)}
	for part, t := range types {
		p.add(part, t, nil)
	}
	return p
}

// add adds the fields of a struct. The fields of a struct that it embeds are its own.
func (p *plan) add(part int, t reflect.Type, within []int) {
	for field := range t.Fields() {
		slots := append(slices.Clip(within), field.Index[0])
		if field.Anonymous {
			p.add(part, field.Type, slots)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		m := newMember(field.Type, parseRule(field.Tag.Get("rule")))
		m.name, m.part, m.slots = name, part, slots
		if _, twice := p.members[name]; twice {
			panic(fmt.Sprintf("payload: two members named %q", name))
		}
		p.members[name] = m
		p.ordered = append(p.ordered, m)
		if m.isRequired {
			m.bit = 1 << len(p.required)
			p.required = append(p.required, m)
		}
	}
	if len(p.required) > 64 {
		panic("payload: more than 64 required members in " + t.String())
	}
}

func newMember(t reflect.Type, r rule) *member {
	m := &member{rule: r}
	if t.Kind() == reflect.Pointer {
		m.pointer = true
		t = t.Elem()
	}
	if t.Implements(chooserType) {
		m.choices = reflect.Zero(t).Interface().(interface{ Choices() []string }).Choices()
	}
	m.kind = kindOf(t)
	if m.pointer && (m.kind == list || m.kind == anything) {
		panic("payload: a pointer to " + t.String() + ", which has an absent value of its own")
	}
	switch m.kind {
	case object:
		m.object = newPlan(t)
		if token.IsExported(t.Name()) {
			m.object.name = t.Name()
		}
	case list:
		m.item = newMember(t.Elem(), r)
	}
	return m
}

func kindOf(t reflect.Type) kind {
	switch t {
	case dateType:
		return date
	case timeType:
		return datetime
	case decimalType, nullableType, numberType:
		return number
	case valueType:
		return anything
	}
	switch t.Kind() {
	case reflect.String:
		return text
	case reflect.Bool:
		return boolean
	case reflect.Int:
		return integer
	case reflect.Struct:
		return object
	case reflect.Slice:
		return list
	}
	panic("payload: cannot read JSON into " + t.String())
}
