package progress

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dataimport/modules/kit/domain/settings"
)

const (
	// mostPeople are found by one search: more than that nobody reads on the phone.
	mostPeople = 500
	// mostRead of them are read: those of other suppliers have such names too.
	mostRead = 5000
)

// people finds accounts by the name or the postcode of a customer. The whole result
// is read for each of its pages; it is short.
func (p *pages) people(s *settings.Supplier, f filter, size int) (found, error) {
	search := p.byName
	if f.by == byPostcode {
		search = p.byPostcode
	}
	all, err := search(s, f.query)
	if err != nil {
		return found{}, err
	}
	slices.SortStableFunc(all, func(a, b row) int { return cmp.Or(strings.Compare(a.who, b.who), strings.Compare(a.number, b.number)) })
	all = slices.CompactFunc(all, func(a, b row) bool { return a.number == b.number && a.who == b.who })
	var list found
	if len(all) > mostPeople {
		all = all[:mostPeople]
		list.note = "More than " + strconv.Itoa(mostPeople) + " match; these are the first. Type more of the name."
	}
	skip, _ := strconv.Atoi(f.after)
	passed := 0
	for i := range all {
		ok, err := p.wanted(s, &all[i], f)
		if err != nil {
			return list, err
		}
		if !ok {
			continue
		}
		if passed++; passed <= skip {
			continue
		}
		if len(list.rows) == size {
			list.next = strconv.Itoa(skip + size)
			break
		}
		list.rows = append(list.rows, all[i])
	}
	return list, nil
}

// What a search asks: of a supplier (?1), between two texts (?2, ?3), for so many
// accounts (?4). Of the first two so many rows (?5) are read at most, since they may
// be of accounts of other suppliers. A CROSS JOIN keeps its order: SQLite would
// rather read all accounts of the supplier.
const (
	ofAccount = ` CROSS JOIN accounts a ON a.id = x.account AND a.supplier = ?1
	CROSS JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number LIMIT ?4`

	customersNamed = `SELECT ` + columns + `, trim(x.given_name || ' ' || x.family_name) FROM
		(SELECT account, given_name, family_name FROM customers WHERE family_name COLLATE NOCASE >= ?2 AND family_name COLLATE NOCASE < ?3
			AND family_name <> '' AND given_name LIKE ?6 || '%' ESCAPE '!' LIMIT ?5) x` + ofAccount
	companiesNamed = `SELECT ` + columns + `, a.company_name FROM accounts a
		JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number
		WHERE a.supplier = ?1 AND a.company_name <> '' AND a.company_name COLLATE NOCASE >= ?2 AND a.company_name COLLATE NOCASE < ?3 LIMIT ?4`
	addressesAt = `SELECT ` + columns + `, x.postal_code FROM
		(SELECT account, postal_code FROM addresses WHERE replace(postal_code, ' ', '') COLLATE NOCASE >= ?2
			AND replace(postal_code, ' ', '') COLLATE NOCASE < ?3 AND postal_code <> '' LIMIT ?5) x` + ofAccount
)

// byName finds customers by family name, or given and family name, and companies.
func (p *pages) byName(s *settings.Supplier, query string) ([]row, error) {
	var list []row
	for _, split := range splits(query) {
		for _, family := range names(split.family) {
			rows, err := p.rows(customersNamed, s.ID, family, family+end, mostPeople+1, mostRead, escapeLike(split.given))
			if err != nil {
				return nil, err
			}
			list = append(list, rows...)
		}
	}
	for _, company := range names(query) {
		rows, err := p.rows(companiesNamed, s.ID, company, company+end, mostPeople+1)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	return list, nil
}

// byPostcode finds addresses by the beginning of their postcode, with or without
// its spaces.
func (p *pages) byPostcode(s *settings.Supplier, query string) ([]row, error) {
	postcode := strings.ReplaceAll(query, " ", "")
	return p.rows(addressesAt, s.ID, postcode, postcode+end, mostPeople+1, mostRead)
}

// name is a way to read what was typed.
type name struct{ given, family string }

// splits are the ways in which a name may be meant: “van der Berg” is a family name,
// “Anna van der Berg” has a given one, “Berg, Anna” the other way round.
func splits(query string) []name {
	if family, given, ok := strings.Cut(query, ","); ok {
		return []name{{strings.TrimSpace(given), strings.TrimSpace(family)}}
	}
	words := strings.Fields(query)
	list := []name{{"", strings.Join(words, " ")}}
	for i := 1; i < len(words) && i <= 3; i++ {
		list = append(list, name{strings.Join(words[:i], " "), strings.Join(words[i:], " ")})
	}
	return list
}

// variants are the ways to write a number that was typed.
func variants(query string) []string {
	return distinct([]string{query, upper(query), strings.ToLower(query), title(query)}, func(v string) string { return v })
}

// names are the ways to write a name that was typed. Of letters a-z the database
// folds capitals itself, of no others.
func names(query string) []string {
	var list []string
	for _, v := range variants(query) {
		list = append(list, v, strings.ReplaceAll(v, "'", "’"), strings.ReplaceAll(v, "’", "'"))
	}
	return distinct(list, func(v string) string {
		return strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}, v)
	})
}

// distinct are the first texts of each key.
func distinct(list []string, key func(string) string) []string {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(v string) bool {
		known := seen[key(v)]
		seen[key(v)] = true
		return known
	})
}

func upper(s string) string { return strings.ToUpper(s) }

// title has each word begin with a capital.
func title(s string) string {
	before := ' '
	return strings.Map(func(r rune) rune {
		start := !unicode.IsLetter(before)
		before = r
		if start {
			return unicode.ToTitle(r)
		}
		return unicode.ToLower(r)
	}, s)
}

// escapeLike keeps a text from meaning anything else than itself in a LIKE.
func escapeLike(s string) string {
	if !utf8.ValidString(s) {
		return ""
	}
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(s)
}
