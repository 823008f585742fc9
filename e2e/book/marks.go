package book

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
)

type reference struct {
	Namespace string `json:"namespace"`
	Value     string `json:"value"`
}

type metadatum struct {
	Key   string         `json:"key"`
	Value jsontext.Value `json:"value"`
}

// marks fills the references and the metadata by which the supplier identifies the account.
func (b *builder) marks() {
	if b.plain || b.chance(80) {
		b.account.References = []reference{{"legacy-crm", "CRM-" + b.word(tokens, 12)}}
		if b.chance(40) {
			b.account.References = append(b.account.References, reference{"legacy-billing", b.DigitN(12)})
		}
	}
	if b.plain || !b.chance(60) {
		return
	}
	b.account.Metadata = []metadatum{{"migration_wave", b.json(b.Number(1, 12))}}
	if b.chance(50) {
		b.account.Metadata = append(b.account.Metadata,
			metadatum{"legacy_flags", b.json([]string{"e-bill", "smart"})},
			metadatum{"site", jsontext.Value(fmt.Sprintf(`{"bedrooms":%d,"has_ev":%t,"note":"naïve façade"}`, b.Number(1, 6), b.chance(20)))},
		)
	}
}

func (d dice) json(value any) jsontext.Value {
	text, err := json.Marshal(value)
	if err != nil {
		panic("book: a value that is not JSON: " + err.Error())
	}
	return text
}
