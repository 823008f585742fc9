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
	// maxMatches is how many accounts one search returns. Readers do not read more.
	maxMatches = 500
	// maxRead is how many rows a search reads. It is larger, because other suppliers have customers
	// of the same names.
	maxRead = 5000
)

// findCustomers finds accounts by the name or the postcode of a customer. Each page of the result
// reads the whole result, which is short.
func (p *pages) findCustomers(s *settings.Supplier, f filter, size int) (rowList, error) {
	search := p.findByName
	if f.by == byPostcode {
		search = p.findByPostcode
	}
	all, err := search(s, f.query)
	if err != nil {
		return rowList{}, err
	}
	slices.SortStableFunc(all, func(a, b row) int {
		return cmp.Or(strings.Compare(a.matchedText, b.matchedText), strings.Compare(a.number, b.number))
	})
	all = slices.CompactFunc(all, func(a, b row) bool { return a.number == b.number && a.matchedText == b.matchedText })
	var list rowList
	if len(all) > maxMatches {
		all = all[:maxMatches]
		list.note = "More than " + strconv.Itoa(maxMatches) + " match; these are the first. Type more of the name."
	}
	skip, _ := strconv.Atoi(f.cursor)
	passed := 0
	for i := range all {
		ok, err := p.matchesFilter(s, &all[i], f)
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
			list.nextCursor = strconv.Itoa(skip + size)
			break
		}
		list.rows = append(list.rows, all[i])
	}
	return list, nil
}

// The queries of a search: of a supplier (?1), between two texts (?2, ?3), for at most ?4 accounts.
// The first and the last read at most ?5 rows, because these may be of other suppliers' accounts. A
// CROSS JOIN keeps the order of its tables. Without it, SQLite would read all accounts of the
// supplier.
const (
	accountJoin = ` CROSS JOIN accounts a ON a.id = x.account AND a.supplier = ?1
	CROSS JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number LIMIT ?4`

	customersQuery = `SELECT ` + columns + `, trim(x.given_name || ' ' || x.family_name) FROM
		(SELECT account, given_name, family_name FROM customers WHERE family_name COLLATE NOCASE >= ?2 AND family_name COLLATE NOCASE < ?3
			AND family_name <> '' AND given_name LIKE ?6 || '%' ESCAPE '!' LIMIT ?5) x` + accountJoin
	companiesQuery = `SELECT ` + columns + `, a.company_name FROM accounts a
		JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number
		WHERE a.supplier = ?1 AND a.company_name <> '' AND a.company_name COLLATE NOCASE >= ?2 AND a.company_name COLLATE NOCASE < ?3 LIMIT ?4`
	addressesQuery = `SELECT ` + columns + `, x.postal_code FROM
		(SELECT account, postal_code FROM addresses WHERE replace(postal_code, ' ', '') COLLATE NOCASE >= ?2
			AND replace(postal_code, ' ', '') COLLATE NOCASE < ?3 AND postal_code <> '' LIMIT ?5) x` + accountJoin
)

// findByName finds customers by family name, or by given and family name, and companies.
func (p *pages) findByName(s *settings.Supplier, query string) ([]row, error) {
	var list []row
	for _, split := range splitName(query) {
		for _, family := range listNameSpellings(split.family) {
			rows, err := p.readRows(customersQuery, s.ID, family, family+maxText, maxMatches+1, maxRead, escapeLike(split.given))
			if err != nil {
				return nil, err
			}
			list = append(list, rows...)
		}
	}
	for _, company := range listNameSpellings(query) {
		rows, err := p.readRows(companiesQuery, s.ID, company, company+maxText, maxMatches+1)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	return list, nil
}

// findByPostcode finds addresses by the beginning of their postcode, with or without its spaces.
func (p *pages) findByPostcode(s *settings.Supplier, query string) ([]row, error) {
	postcode := strings.ReplaceAll(query, " ", "")
	return p.readRows(addressesQuery, s.ID, postcode, postcode+maxText, maxMatches+1, maxRead)
}

// typedName is one reading of a typed name.
type typedName struct{ given, family string }

// splitName returns the possible readings of a name. “van der Berg” is a family name. “Anna van der
// Berg” has a given name. “Berg, Anna” has it at the end.
func splitName(query string) []typedName {
	if family, given, ok := strings.Cut(query, ","); ok {
		return []typedName{{strings.TrimSpace(given), strings.TrimSpace(family)}}
	}
	words := strings.Fields(query)
	list := []typedName{{"", strings.Join(words, " ")}}
	for i := 1; i < len(words) && i <= 3; i++ {
		list = append(list, typedName{strings.Join(words[:i], " "), strings.Join(words[i:], " ")})
	}
	return list
}

// listSpellings returns the spellings of a typed number.
func listSpellings(query string) []string {
	return removeDuplicates([]string{query, toUpper(query), strings.ToLower(query), toTitle(query)}, func(v string) string { return v })
}

// listNameSpellings returns the spellings of a typed name. The database ignores the case of the
// letters a-z itself, but of no others.
func listNameSpellings(query string) []string {
	var list []string
	for _, v := range listSpellings(query) {
		list = append(list, v, strings.ReplaceAll(v, "'", "’"), strings.ReplaceAll(v, "’", "'"))
	}
	return removeDuplicates(list, func(v string) string {
		return strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}, v)
	})
}

// removeDuplicates returns the first text of each key.
func removeDuplicates(list []string, key func(string) string) []string {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(v string) bool {
		known := seen[key(v)]
		seen[key(v)] = true
		return known
	})
}

func toUpper(s string) string { return strings.ToUpper(s) }

// toTitle returns a text in which each word begins with a capital.
func toTitle(s string) string {
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

// escapeLike escapes the special characters of LIKE.
func escapeLike(s string) string {
	if !utf8.ValidString(s) {
		return ""
	}
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(s)
}
