package payload

import (
	"encoding/json/jsontext"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"

	"github.com/shopspring/decimal"
)

// sample has a member of every kind.
type sample struct {
	Name    string              `json:"name" rule:"required,max=5"`
	Total   decimal.Decimal     `json:"total" rule:"required,decimal=10.2"`
	Code    string              `json:"code,omitzero" rule:"code,nullable"`
	Colour  colour              `json:"colour,omitzero" rule:"nullable"`
	Flag    bool                `json:"flag,omitzero"`
	Count   int                 `json:"count,omitzero" rule:"range=1..28"`
	Score   *int                `json:"score,omitzero"`
	Rate    decimal.NullDecimal `json:"rate,omitzero" rule:"decimal=15.5,nullable"`
	Day     Date                `json:"day,omitzero"`
	Moment  time.Time           `json:"moment,omitzero"`
	Address *address            `json:"address,omitzero"`
	Options options             `json:"options,omitzero" rule:"nullable"`
	Tags    []string            `json:"tags,omitzero" rule:"max=3"`
	Rows    []row               `json:"rows,omitzero"`
	Extra   jsontext.Value      `json:"extra,omitzero"`
	Params  jsontext.Value      `json:"params,omitzero" rule:"object,nullable"`
}

type colour string

func (colour) Choices() []string { return []string{"RED", "BLUE"} }

type address struct {
	Country string `json:"country" rule:"required,max=2"`
	City    string `json:"city,omitzero" rule:"max=10"`
}

type options struct {
	News bool `json:"news,omitzero"`
}

type row struct {
	ID     string   `json:"id" rule:"required"`
	Units  []amount `json:"units,omitzero"`
	Deep   *marks   `json:"deep,omitzero"`
	Hidden chan int `json:"-"`
}

type amount struct {
	Value decimal.Decimal `json:"value" rule:"required,decimal=12.4"`
}

type marks struct {
	Marks []colour `json:"marks,omitzero"`
}

var samples = Of(sample{})

// valid returns an object with every member. Each case of a table changes one.
func valid() map[string]string {
	return map[string]string{
		"name": `"Ada"`, "total": `10.50`, "code": `"Été, 2-1"`, "colour": `"RED"`, "flag": `true`, "count": `28`,
		"score": `0`, "rate": `"0.20"`, "day": `"2024-02-29"`, "moment": `"2024-02-29T23:59:59Z"`,
		"address": `{"country": "GB", "city": "York"}`, "options": `{"news": true}`, "tags": `["a", "b"]`,
		"rows":  `[{"id": "1", "units": [{"value": 1.0}], "deep": {"marks": ["RED"]}}, {"id": "2"}]`,
		"extra": `[1, null, {"a": "b"}]`, "params": `{"x": [], "y": {}}`,
	}
}

// order is the order in which written writes members. Any other member comes last.
var order = strings.Fields("name total code colour flag count score rate day moment address options tags rows extra params")

// written returns the JSON of members.
func written(members map[string]string) []byte {
	var list []string
	for _, name := range order {
		if value, there := members[name]; there {
			list = append(list, `"`+name+`": `+value)
		}
	}
	for name, value := range members {
		if !strings.Contains(" "+strings.Join(order, " ")+" ", " "+name+" ") {
			list = append(list, `"`+name+`": `+value)
		}
	}
	return []byte("{" + strings.Join(list, ",\n ") + "}")
}

// with returns the valid sample with one member changed. An empty value leaves the member
// out.
func with(name, value string) []byte {
	members := valid()
	members[name] = value
	if value == "" {
		delete(members, name)
	}
	return written(members)
}

var limits = Limits{Items: 4, Depth: 6}

// tryRead decodes data and sorts its faults.
func tryRead(data []byte) (*sample, fault.List, error) {
	var faults fault.Collector
	parts, err := samples.Decode(data, limits, &faults)
	if err != nil {
		return nil, nil, err
	}
	list := faults.List()
	Sort(data, list)
	return parts[0].(*sample), list, nil
}

// read decodes data and sorts its faults. It fails the test where data cannot be read.
func read(t testing.TB, data []byte) (*sample, fault.List) {
	t.Helper()
	s, faults, err := tryRead(data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return s, faults
}

// clean decodes data. It fails the test where data has a fault.
func clean(t testing.TB, data []byte) *sample {
	t.Helper()
	s, faults := read(t, data)
	if len(faults) > 0 {
		t.Fatalf("faults %v in\n%s", faults, data)
	}
	return s
}

// named returns a list of faults as "code attr".
func named(faults fault.List) []string {
	list := make([]string, len(faults))
	for i, f := range faults {
		list[i] = f.Code + " " + f.Attr
	}
	return list
}
