package kindtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Edit changes a JSON document.
type Edit struct {
	path, value string
}

// Set sets the value at a dotted path. An index that is the length of its array adds an
// item. The value is JSON.
func Set(path, value string) Edit { return Edit{path, value} }

// Drop removes the value at a dotted path.
func Drop(path string) Edit { return Edit{path: path} }

// With returns a document with edits.
func With(t testing.TB, document string, edits ...Edit) string {
	t.Helper()
	root := parse(t, document)
	for _, e := range edits {
		root = e.apply(t, root, strings.Split(e.path, "."))
	}
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// parse reads JSON. Numbers keep their literal text.
func parse(t testing.TB, text string) (value any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func (e Edit) apply(t testing.TB, node any, path []string) any {
	t.Helper()
	if len(path) == 0 {
		return parse(t, e.value)
	}
	last := len(path) == 1
	switch node := node.(type) {
	case map[string]any:
		if last && e.value == "" {
			delete(node, path[0])
			return node
		}
		node[path[0]] = e.apply(t, node[path[0]], path[1:])
		return node
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i > len(node) {
			break
		}
		if last && e.value == "" {
			return slices.Delete(node, i, i+1)
		}
		if i == len(node) {
			node = append(node, nil)
		}
		node[i] = e.apply(t, node[i], path[1:])
		return node
	}
	t.Fatalf("%q leads nowhere", e.path)
	return nil
}

// Read reads the part P of an account. It returns its structural faults and those of
// check, in the order of the payload.
func Read[P any](t testing.TB, document string, f *account.Facts, check func(*P, *account.Facts, *fault.At)) (*P, fault.List) {
	t.Helper()
	var faults fault.Collector
	object := payload.Of(*new(P))
	parts, err := object.Decode([]byte(document), payload.Limits{Items: 10_000, Depth: 64}, &faults)
	if err != nil {
		t.Fatal(err)
	}
	part, at := parts[0].(*P), fault.Root(&faults)
	check(part, f, &at)
	list := faults.List()
	payload.Sort([]byte(document), list)
	Told(t, object.Privacy(), document, list)
	return part, list
}

// Want fails the test unless the faults are these, each written as "code attr", in any
// order, and every one has a detail for a person.
func Want(t testing.TB, got fault.List, want ...string) {
	t.Helper()
	var lines []string
	for _, f := range got {
		lines = append(lines, strings.TrimSpace(f.Code+" "+f.Attr))
		if !strings.HasSuffix(f.Detail, ".") {
			t.Errorf("%s: the detail %q is not a sentence", f.Code, f.Detail)
		}
	}
	slices.Sort(lines)
	slices.Sort(want)
	if !slices.Equal(lines, want) {
		t.Errorf("faults\n  %s\nwant\n  %s", strings.Join(lines, "\n  "), strings.Join(want, "\n  "))
	}
}

// Facts returns the facts of an account on a day, given as YYYY-MM-DD.
func Facts(day string) *account.Facts {
	today, ok := payload.ParseDate(day)
	if !ok {
		panic("kindtest: no date: " + day)
	}
	return &account.Facts{Today: today, Now: today.Time().AddDate(0, 0, 1).Add(-1)}
}
