package lifecycle

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"slices"
	"strings"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/imports"
)

// listDocuments lists the places in the document store that the data of a process names, imported
// or only staged. They are sorted, each once.
func listDocuments(q database.Querier, tables module.Tables, p *imports.Process, root string) ([]string, error) {
	paths, err := tables.DocumentPaths(q, p.AccountID)
	if err != nil {
		return nil, err
	}
	payloads, err := tables.Payloads(q, p.ID)
	if err != nil {
		return nil, err
	}
	for _, payload := range payloads {
		named, err := listSentPaths(payload, tables.SentDocuments())
		if err != nil {
			return nil, err
		}
		paths = append(paths, named...)
	}
	places := make([]string, 0, len(paths))
	for _, path := range paths {
		places = append(places, documents.Location{Root: root, Path: path}.String())
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

// listSentPaths lists the documents that a payload names, at places such as
// notes.*.document_paths.*.document_path. The payload was decoded when it was staged, so it has the
// shape of the account object.
func listSentPaths(payload string, places []string) (paths []string, err error) {
	for _, place := range places {
		if paths, err = appendTexts(paths, jsontext.Value(payload), strings.Split(place, ".")); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// appendTexts appends the texts at a place of a JSON value. A * stands for each item of an array.
// It appends nothing where the place does not exist.
func appendTexts(texts []string, value jsontext.Value, place []string) ([]string, error) {
	switch {
	case len(value) == 0:
		return texts, nil
	case len(place) == 0:
		if text := readText(value); text != "" {
			texts = append(texts, text)
		}
		return texts, nil
	case place[0] != "*":
		var members map[string]jsontext.Value
		if err := json.Unmarshal(value, &members); err != nil {
			return nil, err
		}
		return appendTexts(texts, members[place[0]], place[1:])
	}
	var items []jsontext.Value
	if err := json.Unmarshal(value, &items); err != nil {
		return nil, err
	}
	var err error
	for _, item := range items {
		if texts, err = appendTexts(texts, item, place[1:]); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// readText returns the text of a member, which may have been sent as a number.
func readText(v jsontext.Value) string {
	if v.Kind() != jsontext.KindString {
		return string(v)
	}
	text, _ := jsontext.AppendUnquote(nil, v) // it was decoded before
	return string(text)
}
