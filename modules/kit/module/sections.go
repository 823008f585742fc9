package module

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/payload"
	"dataimport/views"
)

// Bounds of a document on the page of an account. The data as it was sent has all of it.
const (
	maxSectionValues = 5000
	maxTableRows     = 200
	maxTableColumns  = 9
	maxOpenRows      = 8 // of a table that is not folded
	maxOpenItems     = 4 // of a list whose items are not folded
)

// ReadSections returns a JSON object of the account as parts of its page: a part for each member
// that is an object or a list of objects, and one named title for the other members. The names of
// members become words, and values of members that hold codes do. Values that the privacy of the
// object does not call impersonal are masked for a reader who may not see personal data.
func (v *AccountView) ReadSections(title string, document []byte, privacy payload.Privacy) ([]views.Section, error) {
	r := documentReader{view: v, left: maxSectionValues}
	root, err := r.read(document, privacy)
	if err != nil {
		return nil, err
	}
	s := showObject(title, root.members)
	list := s.Sections
	s.Sections = nil
	for _, t := range s.Tables {
		list = append(list, views.Section{Title: t.Title, Tables: []views.SectionTable{t}})
	}
	if s.Tables = nil; len(s.Facts) > 0 {
		list = append([]views.Section{s}, list...)
	}
	if r.left < 0 {
		list = append(list, views.Section{Title: "There is more than a page can show: the data as it was sent has all of it."})
	}
	return list, nil
}

// showObject returns an object as a part: its values as facts, its lists of like items as tables,
// and what is in it otherwise as parts of their own.
func showObject(title string, members []shownMember) views.Section {
	s := views.Section{Title: title}
	slices.SortStableFunc(members, compareMembers)
	for i := range members {
		m := &members[i]
		switch {
		case m.isFlat():
			s.Facts = append(s.Facts, m.facts("")...)
		case m.members != nil:
			s.Sections = append(s.Sections, showObject(m.label(), m.members))
		default:
			if t := m.table(); t != nil {
				s.Tables = append(s.Tables, *t)
				continue
			}
			for j := range m.items {
				part := showObject(m.itemTitle(j), m.items[j].members)
				part.Folded = len(m.items) > maxOpenItems
				s.Sections = append(s.Sections, part)
			}
		}
	}
	return s
}

// naming are the members by which people tell items of a list apart, the first of them first.
var naming = []string{
	"supply_type", "identifier", "mpxn", "meter_serial_number", "serial_number", "register_id", "tariff_code", "supply_address1", "supply_postcode", "name",
	"given_name", "family_name", "slug", "campaign_name", "agency_name", "scheme", "type_of_complaint", "voucher_code", "property_external_identifier", "namespace", "key", "type",
	"reading_date", "payment_date", "start_date", "effective_from",
}

// leading are the lists that people look for first, in the order in which a page shows them.
var leading = []string{"supply_addresses", "meter_points", "agreements", "meters", "registers", "transfer_readings", "reading_history"}

// compareMembers puts what names an item first, then what people look for. Other members keep their
// order.
func compareMembers(a, b shownMember) int {
	return cmp.Compare(rank(a.name, naming)+rank(a.name, leading), rank(b.name, naming)+rank(b.name, leading))
}

// rank returns the place of a name in a list, or the length of the list.
func rank(name string, list []string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// maxTitleParts is how many members name an item.
const maxTitleParts = 2

// itemTitle returns the title of an item of a list: Meter 2: S95A 12345.
func (m *shownMember) itemTitle(i int) string {
	title := singular(m.label())
	if len(m.items) > 1 {
		title += " " + strconv.Itoa(i+1)
	}
	item := slices.Clone(m.items[i].members)
	slices.SortStableFunc(item, compareMembers)
	var parts []string
	for j := range item {
		if slices.Contains(naming, item[j].name) && item[j].isScalar() && item[j].text != "" && item[j].text != views.Masked && len(parts) < maxTitleParts {
			parts = append(parts, item[j].text)
		}
	}
	if len(parts) > 0 {
		title += ": " + strings.Join(parts, ", ")
	}
	return title
}

// singular returns the name of one item of a list.
func singular(list string) string {
	switch {
	case strings.HasSuffix(list, "ies"):
		return strings.TrimSuffix(list, "ies") + "y"
	case strings.HasSuffix(list, "sses"):
		return strings.TrimSuffix(list, "es")
	}
	return strings.TrimSuffix(list, "s")
}

// label returns the words for a member. The member of an object in a list, such as
// customers.0.psr, has the words for the item before its own.
func (m *shownMember) label() string {
	var words []string
	for part := range strings.SplitSeq(m.name, ".") {
		if i, err := strconv.Atoi(part); err == nil && len(words) > 0 {
			words[len(words)-1] = singular(words[len(words)-1]) + " " + strconv.Itoa(i+1)
			continue
		}
		words = append(words, views.HumanizeName(part))
	}
	return strings.Join(words, ": ")
}
