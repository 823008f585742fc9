package progress

import (
	"context"
	"errors"
	"net/http"
	"path"
	"strconv"
	"sync"
	"time"

	"dataimport/modules/kit/store/documents"
	"dataimport/views"
)

const (
	// linkLife is how long the link to a document works: it is followed at once.
	linkLife = time.Minute
	// lookTime is how long a page waits for the document store. What is not known by
	// then is offered all the same; whether it is there shows when it is opened.
	lookTime = 2 * time.Second
	// sideBySide is how many documents are looked up at once.
	sideBySide = 8
)

// documentsOf are documents of the account, with those that have vanished marked.
// Who must not see personal data sees neither what is in them nor their names.
func (p *pages) documentsOf(s *subject, v *visit, paths []string) []views.Document {
	list := make([]views.Document, len(paths))
	if !v.seesPeople() {
		for i := range list {
			list[i] = views.Document{Name: "Document " + strconv.Itoa(i+1), Problem: "only the role support opens documents"}
		}
		return list
	}
	ctx, cancel := context.WithTimeout(v.Context(), lookTime)
	defer cancel()
	var wait sync.WaitGroup
	places := make(chan struct{}, sideBySide)
	for i, name := range paths {
		wait.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			list[i] = views.Document{Name: path.Base(name), Address: with(s.address()+"document", "path", name)}
			if p.vanished(ctx, documents.Join(s.supplier.DocumentRoot, name)) {
				list[i].Address, list[i].Problem = "", "this document is no longer in the document store"
			}
		})
	}
	wait.Wait()
	return list
}

// vanished reports whether the store says that a document is not there.
func (p *pages) vanished(ctx context.Context, stored string) bool {
	file, err := p.Documents.Open(ctx, stored)
	if err == nil {
		_ = file.Close()
	}
	return errors.Is(err, documents.ErrNotFound)
}

// document leads to a document of an account, by a link that works for a moment. It
// must be one of the account's: who may open one need not be able to guess others.
func (p *pages) document(w http.ResponseWriter, v *visit) error {
	if !v.seesPeople() {
		return &problem{http.StatusForbidden, "This is not allowed", "Documents hold personal data: only staff with the role support opens them."}
	}
	s, err := p.subjectOf(v)
	if err != nil {
		return err
	}
	name := v.URL.Query().Get("path")
	owned, err := p.owns(s, name)
	if err != nil {
		return err
	}
	if !owned {
		return &problem{http.StatusNotFound, "There is no such document", "This account has no document of this name. Open it from the account's page."}
	}
	stored := documents.Join(s.supplier.DocumentRoot, name)
	if p.vanished(v.Context(), stored) {
		return &problem{http.StatusNotFound, "This document has vanished", "It was there when the account was imported, and is no longer in the document store. Tell the migration team: “" + stored + "”."}
	}
	link, err := p.Documents.Link(v.Context(), stored, linkLife)
	if errors.Is(err, documents.ErrUnavailable) {
		return &problem{http.StatusServiceUnavailable, "The documents cannot be reached", "The document store does not answer at the moment. Try again soon."}
	}
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, v.Request, link, http.StatusSeeOther)
	return nil
}

// owns reports whether a statement or a note of the account names a document.
func (p *pages) owns(s *subject, name string) (owned bool, err error) {
	if s.account == "" || name == "" {
		return false, nil
	}
	err = p.Reader.QueryRow(`SELECT EXISTS (SELECT 1 FROM statements WHERE account = ?1 AND statement_path = ?2)
		OR EXISTS (SELECT 1 FROM notes n, json_each(CASE WHEN n.document_paths = '' THEN '[]' ELSE n.document_paths END) d
			WHERE n.account = ?1 AND json_extract(d.value, '$.document_path') = ?2)`, s.account, name).Scan(&owned)
	return owned, err
}
