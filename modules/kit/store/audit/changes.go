package audit

import (
	"encoding/json/v2"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// hidden replaces a value that must not be read.
const hidden = "(hidden)"

// Changes returns the fields in which two states of a record differ, with their values
// before and after. nil stands for an absent record. PocketBase's dates of creation and
// change are left out, because the log has its own.
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

// text returns a value in a form that can be compared. For a password that is its hash.
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

// isSecret reports whether a field may be a secret. A text field whose name suggests a
// secret is one, even if it is not a hidden field.
func isSecret(field core.Field) bool {
	if field.GetHidden() || field.Type() == core.FieldTypePassword {
		return true
	}
	name := strings.ToLower(field.GetName())
	return field.Type() == core.FieldTypeText && (strings.Contains(name, "secret") || strings.Contains(name, "token") || strings.Contains(name, "password"))
}

// LabelOf returns the name of a record for people.
func LabelOf(record *core.Record) string {
	for _, name := range []string{"code", "name", "email", "list", "external_account_number"} {
		if label := record.GetString(name); label != "" {
			return label
		}
	}
	return record.Id
}
