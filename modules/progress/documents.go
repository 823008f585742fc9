package progress

import (
	"context"
	"errors"
	"net/http"
	"path"
	"slices"
	"strconv"
	"sync"
	"time"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/store/documents"
	"dataimport/views"
)

const (
	// linkLifetime is how long the link to a document works. The browser follows it at once.
	linkLifetime = time.Minute
	// lookupTimeout is how long a page waits for the document store. A document whose lookup has
	// not ended by then gets a link all the same. Opening it shows whether it exists.
	lookupTimeout = 2 * time.Second
	// maxLookups is how many documents are looked up at once.
	maxLookups = 8
)

// listDocuments returns documents of the account. Missing ones are marked. A reader who must not
// see personal data gets neither their content nor their names.
func (p *pages) listDocuments(s *pageAccount, v *page.Request, paths []string) []views.Document {
	list := make([]views.Document, len(paths))
	if !v.SeesPersonalData() {
		for i := range list {
			list[i] = views.Document{Name: "Document " + strconv.Itoa(i+1), Problem: "only the role support opens documents"}
		}
		return list
	}
	ctx, cancel := context.WithTimeout(v.Context(), lookupTimeout)
	defer cancel()
	var wait sync.WaitGroup
	places := make(chan struct{}, maxLookups)
	for i, name := range paths {
		wait.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			list[i] = views.Document{Name: path.Base(name), Address: addParameters(s.pageAddress()+"document", "path", name)}
			if p.isMissing(ctx, documents.Location{Root: s.supplier.UsableRoot(), Path: name}) {
				list[i].Address, list[i].Problem = "", "this document is no longer in the document store"
			}
		})
	}
	wait.Wait()
	return list
}

// isMissing reports whether the store answers that a document is missing.
func (p *pages) isMissing(ctx context.Context, stored documents.Location) bool {
	file, err := p.Documents.Open(ctx, stored)
	if err == nil {
		_ = file.Close()
	}
	return errors.Is(err, documents.ErrNotFound)
}

// openDocument redirects to a document of an account, by a link that works for a minute. The
// document must be one of the account's, so that readers cannot guess the names of others. A
// document that was replaced after its import is opened after a warning.
func (p *pages) openDocument(w http.ResponseWriter, v *page.Request) error {
	s, err := p.findPageAccount(v)
	if err != nil {
		return err
	}
	if !v.SeesPersonalData() {
		return page.NewError(http.StatusForbidden, "This is not allowed", "Documents hold personal data: only staff with the role support opens them.")
	}
	name := v.URL.Query().Get("path")
	checksums, err := p.tables.FindDocument(p.Reader, s.account, name)
	if err != nil {
		return err
	}
	if len(checksums) == 0 {
		return page.NewError(http.StatusNotFound, "There is no such document", "This account has no document of this name. Open it from the account's page.")
	}
	if s.supplier.UsableRoot() == "" {
		return page.NewError(http.StatusConflict, "The documents of this supplier cannot be opened", "The supplier has no document root of its own. Tell the migration team: the service has logged the reason when it started.")
	}
	stored := documents.Location{Root: s.supplier.UsableRoot(), Path: name}
	replaced, err := p.isReplaced(v.Context(), stored, checksums)
	switch {
	case errors.Is(err, documents.ErrNotFound):
		return page.NewError(http.StatusNotFound, "This document has vanished", "It was there when the account was imported, and is no longer in the document store. Tell the migration team: “"+stored.String()+"”.")
	case err != nil:
		return errDocumentsAway
	case replaced && v.URL.Query().Get(replacedParameter) == "":
		page.Write(w, v.Request, http.StatusConflict, views.ReplacedDocument(v.Frame("This document was replaced"), views.Link{Name: path.Base(name),
			Address: addParameters(s.pageAddress()+"document", "path", name, replacedParameter, "open")}))
		return nil
	}
	link, err := p.Documents.Link(v.Context(), stored, linkLifetime)
	if errors.Is(err, documents.ErrUnavailable) {
		return errDocumentsAway
	}
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, v.Request, link, http.StatusSeeOther)
	return nil
}

// replacedParameter is the parameter by which a reader opens a document after the warning.
const replacedParameter = "replaced"

var errDocumentsAway = page.NewError(http.StatusServiceUnavailable, "The documents cannot be reached", "The document store does not answer at the moment. Try again soon.")

// isReplaced reports whether a document differs from each recorded one. Without a recorded checksum
// it reports false. The error is documents.ErrNotFound or documents.ErrUnavailable.
func (p *pages) isReplaced(ctx context.Context, stored documents.Location, checksums []string) (bool, error) {
	recorded := slices.DeleteFunc(checksums, func(sum string) bool { return sum == "" })
	if len(recorded) == 0 {
		file, err := p.Documents.Open(ctx, stored)
		if err != nil {
			return false, err
		}
		return false, file.Close()
	}
	info, err := p.Documents.Stat(ctx, stored)
	return err == nil && !slices.Contains(recorded, info.SHA256), err
}
