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

// documentsOf are the places in the document store that the data of a process names,
// be it imported or only staged, in order and each once.
func documentsOf(q database.Querier, tables module.Tables, p *imports.Process, root string) ([]string, error) {
	paths, err := tables.DocumentPaths(q, p.AccountID)
	if err != nil {
		return nil, err
	}
	payloads, err := tables.Payloads(q, p.ID)
	if err != nil {
		return nil, err
	}
	for _, payload := range payloads {
		named, err := sentPaths(payload, tables.SentDocuments())
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

// sentPaths are the documents that a payload names, at places such as
// notes.*.document_paths.*.document_path. The payload was read once, so it is as the
// account object says.
func sentPaths(payload string, places []string) (paths []string, err error) {
	for _, place := range places {
		if paths, err = appendTexts(paths, jsontext.Value(payload), strings.Split(place, ".")); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// appendTexts appends the texts at a place of a JSON value; * stands for each item of an
// array. Where nothing is there, nothing is appended.
func appendTexts(texts []string, value jsontext.Value, place []string) ([]string, error) {
	switch {
	case len(value) == 0:
		return texts, nil
	case len(place) == 0:
		if text := textOf(value); text != "" {
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

// textOf is the text of a member, which may have been sent as a number.
func textOf(v jsontext.Value) string {
	if v.Kind() != jsontext.KindString {
		return string(v)
	}
	text, _ := jsontext.AppendUnquote(nil, v) // which it was read as before
	return string(text)
}
