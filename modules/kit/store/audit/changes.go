package audit

import (
	"encoding/json/v2"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// hidden stands for a value that nobody may read.
const hidden = "(hidden)"

// Changes are the fields in which two states of a record differ, as they were and as
// they are; nil stands for a record that is not there. The dates that PocketBase keeps
// are left out: the log has its own.
func Changes(before, after *core.Record) (was, is map[string]any) {
	of := before
	if of == nil {
		of = after
	}
	for _, field := range of.Collection().Fields {
		if field.Type() == core.FieldTypeAutodate || field.GetName() == core.FieldNameId {
			continue
		}
		name, old, current := field.GetName(), "", ""
		if before != nil {
			old = text(before, name)
		}
		if after != nil {
			current = text(after, name)
		}
		if old == current {
			continue
		}
		if before != nil {
			was = with(was, name, shown(before, field))
		}
		if after != nil {
			is = with(is, name, shown(after, field))
		}
	}
	return was, is
}

func with(fields map[string]any, name string, value any) map[string]any {
	if fields == nil {
		fields = make(map[string]any)
	}
	fields[name] = value
	return fields
}

// text is a value in a form that can be compared; a password's is its hash.
func text(record *core.Record, name string) string {
	if password, ok := record.GetRaw(name).(*core.PasswordFieldValue); ok {
		return password.Hash
	}
	encoded, err := json.Marshal(record.Get(name), json.Deterministic(true))
	if err != nil {
		return record.GetString(name)
	}
	return string(encoded)
}

func shown(record *core.Record, field core.Field) any {
	if !isSecret(field) {
		return record.Get(field.GetName())
	}
	if text(record, field.GetName()) == `""` || text(record, field.GetName()) == "" {
		return ""
	}
	return hidden
}

// isSecret errs on the safe side: a text whose name sounds like a secret is one, also
// where nobody has thought of hiding it.
func isSecret(field core.Field) bool {
	if field.GetHidden() || field.Type() == core.FieldTypePassword {
		return true
	}
	name := strings.ToLower(field.GetName())
	return field.Type() == core.FieldTypeText && (strings.Contains(name, "secret") || strings.Contains(name, "token") || strings.Contains(name, "password"))
}

// LabelOf is what people call a record.
func LabelOf(record *core.Record) string {
	for _, name := range []string{"code", "name", "email", "list", "external_account_number"} {
		if label := record.GetString(name); label != "" {
			return label
		}
	}
	return record.Id
}
