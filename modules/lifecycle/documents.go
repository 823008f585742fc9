package lifecycle

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"slices"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/imports"
)

// documentsOf are the places in the document store that the data of a process names,
// be it imported or only staged, in order and each once.
func documentsOf(q database.Querier, p *imports.Process, root string) ([]string, error) {
	paths, err := storedPaths(q, p.AccountID)
	if err != nil {
		return nil, err
	}
	rows, err := q.Query(`SELECT payload FROM stagings WHERE process = ? AND payload <> ''`, p.ID)
	if err != nil {
		return nil, err
	}
	payloads, err := texts(rows)
	if err != nil {
		return nil, err
	}
	for _, text := range payloads {
		named, err := namedBy(text)
		if err != nil {
			return nil, err
		}
		paths = append(paths, named...)
	}
	places := make([]string, 0, len(paths))
	for _, path := range paths {
		places = append(places, documents.Join(root, path))
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

func storedPaths(q database.Querier, accountID string) ([]string, error) {
	const query = `SELECT statement_path FROM statements WHERE account = ?1 AND statement_path <> ''
		UNION SELECT json_extract(d.value, '$.document_path') FROM notes n, json_each(NULLIF(n.document_paths, '')) d WHERE n.account = ?1`
	rows, err := q.Query(query, accountID)
	if err != nil {
		return nil, err
	}
	return texts(rows)
}

// namedBy are the documents that a payload names. It was read once, so it is as the
// account object says.
func namedBy(payload string) (paths []string, err error) {
	var account struct {
		Notes []struct {
			Documents []struct {
				Path jsontext.Value `json:"document_path"`
			} `json:"document_paths"`
		} `json:"notes"`
		Statements []struct {
			Path jsontext.Value `json:"statement_path"`
		} `json:"statements"`
	}
	if err := json.Unmarshal([]byte(payload), &account); err != nil {
		return nil, err
	}
	for _, note := range account.Notes {
		for _, document := range note.Documents {
			paths = append(paths, textOf(document.Path))
		}
	}
	for _, statement := range account.Statements {
		if path := textOf(statement.Path); path != "" {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// textOf is the text of a member, which may have been sent as a number.
func textOf(v jsontext.Value) string {
	if v.Kind() != jsontext.KindString {
		return string(v)
	}
	text, _ := jsontext.AppendUnquote(nil, v) // which it was read as before
	return string(text)
}
