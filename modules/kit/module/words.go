package module

import (
	"strconv"
	"strings"
)

// Words are the words for the events of accounts that a module records.
type Words struct {
	// Events are the words for an event of a name, such as account.staged.
	Events map[string]string
	// Refusals are the words for account.refused, by the step that was refused.
	Refusals map[string]string
	// Items are the words for the events of what is imported to an account, such as
	// notes.imported and notes.refused, by the part before the point.
	Items map[string]Noun
}

// Noun is what items are called, one and many.
type Noun struct{ One, Many string }

// WordsOf are the words of modules.
func WordsOf(modules []Module) Words {
	all := Words{Events: make(map[string]string), Refusals: make(map[string]string), Items: make(map[string]Noun)}
	for i := range modules {
		for name, words := range modules[i].Words.Events {
			all.Events[name] = words
		}
		for step, words := range modules[i].Words.Refusals {
			all.Refusals[step] = words
		}
		for kind, noun := range modules[i].Words.Items {
			all.Items[kind] = noun
		}
	}
	return all
}

// Describe returns an event in words: an event of a number of items, or one of an account
// at a step. An event without words is returned by its name.
func (w *Words) Describe(event, step string, items int) string {
	if words, ok := w.Events[event]; ok {
		return words
	}
	kind, what, _ := strings.Cut(event, ".")
	if words, ok := w.Refusals[step]; ok && event == "account.refused" {
		return words
	}
	noun, known := w.Items[kind]
	switch {
	case !known:
		return event
	case what == "refused":
		return capitalize(noun.Many) + " refused"
	case what == "imported" && items == 1:
		return "1 " + noun.One + " imported"
	case what == "imported" && items > 1:
		return strconv.Itoa(items) + " " + noun.Many + " imported"
	case what == "imported":
		return capitalize(noun.Many) + " imported"
	}
	return event
}

// Plural returns what items of a kind are called, such as notes. A kind without words is returned
// as it is.
func (w *Words) Plural(kind string) string {
	if noun, known := w.Items[kind]; known {
		return noun.Many
	}
	return kind
}

func capitalize(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
