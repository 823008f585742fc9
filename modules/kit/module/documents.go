package module

import (
	"fmt"
	"strings"

	"dataimport/modules/kit/store/database"
)

// DocumentPaths are the paths of the documents that the stored rows of an account name,
// in order and each once.
func (list Tables) DocumentPaths(q database.Querier, accountID string) ([]string, error) {
	query := list.documentsQuery()
	if query == "" {
		return nil, nil
	}
	return database.ReadTexts(q, `SELECT DISTINCT path FROM (`+query+`) ORDER BY 1`, accountID)
}

// FindDocument returns the checksums that the stored rows of an account have of the document
// of a path. A row that was stored without looking the document up has an empty one. The
// list is empty where no row names the document.
func (list Tables) FindDocument(q database.Querier, accountID, path string) (checksums []string, err error) {
	query := list.documentsQuery()
	if query == "" || path == "" {
		return nil, nil
	}
	return database.ReadTexts(q, `SELECT sha256 FROM (`+query+`) WHERE path = ?2`, accountID, path)
}

// SentDocuments are the places of a sent account that name a document.
func (list Tables) SentDocuments() (places []string) {
	for i := range list {
		places = append(places, list[i].SentDocuments...)
	}
	return places
}

// Payloads are the payloads of an import process that are not emptied.
func (list Tables) Payloads(q database.Querier, processID string) (payloads []string, err error) {
	for i := range list {
		t := &list[i]
		for _, column := range strings.Fields(t.Sent) {
			texts, err := database.ReadTexts(q, `SELECT unpacked(`+column+`) FROM `+t.Name+` WHERE `+t.Key.Process+` = ? AND `+column+` <> ''`, processID)
			if err != nil {
				return nil, err
			}
			payloads = append(payloads, texts...)
		}
	}
	return payloads, nil
}

// documentsQuery selects the paths and the checksums of the documents that rows of the
// account ?1 name.
func (list Tables) documentsQuery() string {
	var parts []string
	for i := range list {
		for _, place := range list[i].Documents {
			parts = append(parts, documentQuery(&list[i], place))
		}
	}
	return strings.Join(parts, ` UNION `)
}

// documentQuery selects those of one place: a column, or a member of the objects in arrays in
// the JSON of a column.
func documentQuery(t *Table, place string) string {
	parts := strings.Split(place, ".*.")
	column, array, _ := strings.Cut(parts[0], ".")
	if len(parts) == 1 {
		return `SELECT ` + column + ` AS path, sha256 FROM ` + t.Name + ` WHERE ` + t.Key.Account + ` = ?1 AND ` + column + ` <> ''`
	}
	last := len(parts) - 1
	from := t.Name + ` r, json_each(NULLIF(r.` + column + `, ''), '` + strings.TrimSuffix("$."+array, ".") + `') d0`
	for i, inner := range parts[1:last] {
		from += fmt.Sprintf(`, json_each(d%d.value, '$.%s') d%d`, i, inner, i+1)
	}
	item := fmt.Sprintf("d%d.value", last-1)
	return `SELECT json_extract(` + item + `, '$.` + parts[last] + `') AS path, COALESCE(json_extract(` + item + `, '$.sha256'), '') AS sha256 FROM ` + from + ` WHERE r.` + t.Key.Account + ` = ?1`
}
