package progress

import (
	"database/sql"
	"encoding/json/jsontext"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	// mostShown bytes of a payload stand on its page.
	mostShown = 200_000
	// mostCompared bytes of two payloads are compared.
	mostCompared = 2_000_000
)

// sent is data that was staged, as it was sent.
type sent struct {
	id, sha256 string
	at, purged time.Time // purged: zero while the data are there
	payload    []byte
}

// sentOf is the staging that the address names, which must be the account's.
func (p *pages) sentOf(v *visit) (*subject, *sent, error) {
	s, err := p.subjectOf(v)
	if err != nil {
		return nil, nil, err
	}
	d, err := p.readSent(`SELECT id, created, purged_at, sha256, payload FROM stagings WHERE id = ? AND process = ?`, v.PathValue("staging"), s.id)
	switch {
	case err != nil:
	case d == nil:
		err = &problem{http.StatusNotFound, "There is no such data", "This account has no such data. Its page lists all that was sent."}
	case !d.purged.IsZero():
		err = &problem{http.StatusGone, "This data was removed", "What was sent was removed on " + d.purged.Format(time.DateOnly) + ", as the supplier's settings or the customer asked. What was imported of it may still be there."}
	}
	return s, d, err
}

func (p *pages) readSent(query string, args ...any) (*sent, error) {
	var d sent
	var created, purged string
	err := p.Reader.QueryRow(query, args...).Scan(&d.id, &created, &purged, &d.sha256, &d.payload)
	d.at, d.purged = database.ParseTime(created), database.ParseTime(purged)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &d, err
}

// mask leaves nothing personal in data for readers who may not see it. What cannot
// be read cannot be masked, and is left out.
func (d *sent) mask(v *visit) {
	if v.seesPeople() {
		return
	}
	d.sha256 = "" // who knows all but one value could try them
	masked, err := maskJSON(d.payload)
	if err != nil {
		masked = nil
	}
	d.payload = masked
}

// pretty is the data with one member to a line; as it is where it cannot be read.
func (d *sent) pretty() []byte {
	value := jsontext.Value(d.payload).Clone()
	if err := value.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return d.payload
	}
	return value
}

// staging is the page of data as they were sent.
func (p *pages) staging(w http.ResponseWriter, v *visit) error {
	s, d, err := p.sentOf(v)
	if err != nil {
		return err
	}
	content := views.StagingPage{
		Frame:    views.Frame{Title: "Data of " + s.number, Reader: v.reader, Current: views.NavImports, Scripts: []string{"live.js"}},
		Supplier: views.Link{Name: s.supplier.Code, Address: supplierAddress(s.supplier.Code)},
		Account:  views.Link{Name: s.number, Address: s.address()},
		At:       d.at, Size: byteSize(len(d.payload)), Current: d.id == s.staging, Masked: !v.seesPeople(),
		Download: s.dataAddress(d.id) + "json",
	}
	if err := p.addChanges(&content, s, d, v); err != nil {
		return err
	}
	d.mask(v)
	content.SHA256 = d.sha256
	text := d.pretty()
	if len(text) > mostShown {
		text, content.Cut = text[:mostShown], true
	}
	content.Text = strings.ToValidUTF8(string(text), string(utf8.RuneError))
	return show(w, v, views.Staging(content))
}

// addChanges compares data with those before.
func (p *pages) addChanges(content *views.StagingPage, s *subject, d *sent, v *visit) error {
	before, err := p.readSent(`SELECT id, created, purged_at, sha256, payload FROM stagings WHERE process = ? AND id < ? ORDER BY id DESC LIMIT 1`, s.id, d.id)
	if err != nil {
		return err
	}
	if before == nil {
		content.IsFirst = true
		return nil
	}
	content.Before = before.at
	list, ok := compare(before.payload, d.payload, v)
	content.Unreadable = !ok
	if len(list) > mostChanges {
		content.MoreChanges = "and " + grouped(len(list)-mostChanges) + " more"
		list = list[:mostChanges]
	}
	content.Changes = list
	return nil
}

// compare is what changed from one payload to another, with what the reader may see
// of it; false where that cannot be told.
func compare(before, after []byte, v *visit) ([]views.Change, bool) {
	if len(before)+len(after) > mostCompared {
		return nil, false
	}
	was, err := tree(before)
	if err != nil {
		return nil, false
	}
	is, err := tree(after)
	if err != nil {
		return nil, false
	}
	d := difference{masked: !v.seesPeople()}
	d.values("", "", was, is)
	return d.list, true
}

// stagingJSON is the data as a file.
func (p *pages) stagingJSON(w http.ResponseWriter, v *visit) error {
	s, d, err := p.sentOf(v)
	if err != nil {
		return err
	}
	d.mask(v)
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "account-" + s.number + ".json"}))
	header.Set("Content-Length", strconv.Itoa(len(d.payload)))
	header.Set("Cache-Control", "no-store")
	_, _ = w.Write(d.payload)
	return nil
}
