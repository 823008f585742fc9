package progress

import (
	"database/sql"
	"encoding/json/jsontext"
	"errors"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	// maxShown is how many bytes of a payload its page shows.
	maxShown = 200_000
	// maxCompared is how many bytes two payloads may have together to be compared, and one to be
	// shown. A larger one is downloaded.
	maxCompared = 2_000_000
)

// sentPayload is a staged payload, as it was sent.
type sentPayload struct {
	id, sha256 string
	at, purged time.Time // purged: zero while the payload is there
	size       int       // of the payload, in bytes
	payload    []byte    // empty where it is larger than the bytes that were to be read
}

// isCut reports whether the payload is too large to be read.
func (d *sentPayload) isCut() bool { return len(d.payload) < d.size }

// sentColumns are the columns of a sentPayload. Parameter 1 is how many bytes of a payload are read.
const sentColumns = `id, created, purged_at, sha256, unpacked_size(payload), CASE WHEN unpacked_size(payload) <= ?1 THEN unpacked(payload) ELSE '' END`

// findSentPayload finds the staging of the page's address, which must be the account's. The error
// is a *page.Error where there is none, or where it was removed.
func (p *pages) findSentPayload(v *page.Request, maxBytes int) (*pageAccount, *sentPayload, error) {
	s, err := p.findPageAccount(v)
	if err != nil {
		return nil, nil, err
	}
	d, err := p.readSentPayload(`SELECT `+sentColumns+` FROM stagings WHERE id = ?2 AND process = ?3`, maxBytes, v.PathValue("staging"), s.id)
	switch {
	case err != nil:
	case d == nil:
		err = page.NewError(http.StatusNotFound, "There is no such data", "This account has no such data. Its page lists all that was sent.")
	case !d.purged.IsZero():
		err = page.NewError(http.StatusGone, "This data was removed", "What was sent was removed on "+d.purged.Format(time.DateOnly)+", as the supplier's settings or the customer asked. What was imported of it may still be there.")
	}
	return s, d, err
}

func (p *pages) readSentPayload(query string, args ...any) (*sentPayload, error) {
	var d sentPayload
	var created, purged string
	err := p.Reader.QueryRow(query, args...).Scan(&d.id, &created, &purged, &d.sha256, &d.size, &d.payload)
	d.at, d.purged = database.ParseRowTime(created, d.id), database.ParseTime(purged)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &d, err
}

// maskPayload masks personal data for readers who may not see it. A payload that cannot be decoded
// cannot be masked, and is left out.
func (d *sentPayload) maskPayload(v *page.Request, privacy payload.Privacy) {
	if v.SeesPersonalData() {
		return
	}
	d.sha256 = "" // with the hash, a reader who knows all other values could try values of the last one
	masked, err := maskJSON(d.payload, privacy)
	if err != nil {
		masked = nil
	}
	d.payload = masked
}

// indentPayload returns the payload with one member on each line, and unchanged where it cannot be
// decoded.
func (d *sentPayload) indentPayload() []byte {
	value := jsontext.Value(d.payload).Clone()
	if err := value.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return d.payload
	}
	return value
}

// showStaging shows the page of a payload as it was sent.
func (p *pages) showStaging(w http.ResponseWriter, v *page.Request) error {
	s, d, err := p.findSentPayload(v, maxCompared)
	if err != nil {
		return err
	}
	content := views.StagingPage{
		Frame:    views.Frame{Title: "Data of " + s.number, Reader: v.Reader, Current: views.NavImports, Scripts: []string{"live.js"}},
		Supplier: views.Link{Name: s.supplier.Code, Address: paths.SupplierPage(s.supplier.Code)},
		Account:  views.Link{Name: s.number, Address: s.pageAddress()},
		At:       d.at, Size: formatSize(d.size), Current: d.id == s.staging, Masked: !v.SeesPersonalData(),
		Download: s.dataAddress(d.id) + "json",
	}
	if err := p.addChanges(&content, s, d, v); err != nil {
		return err
	}
	content.Cut = d.isCut()
	d.maskPayload(v, p.classes.account)
	content.SHA256 = d.sha256
	text := d.indentPayload()
	if len(text) > maxShown {
		text, content.Cut = text[:maxShown], true
	}
	content.Text = strings.ToValidUTF8(string(text), string(utf8.RuneError))
	return v.Show(w, views.Staging(content))
}

// addChanges compares a payload with the one before.
func (p *pages) addChanges(content *views.StagingPage, s *pageAccount, d *sentPayload, v *page.Request) error {
	before, err := p.readSentPayload(`SELECT `+sentColumns+` FROM stagings WHERE process = ?2 AND id < ?3 ORDER BY id DESC LIMIT 1`, maxCompared, s.id, d.id)
	if err != nil {
		return err
	}
	if before == nil {
		content.IsFirst = true
		return nil
	}
	content.Before = before.at
	if before.isCut() || d.isCut() {
		content.Unreadable = true
		return nil
	}
	list, ok := comparePayloads(before.payload, d.payload, v, p.classes.account)
	content.Unreadable = !ok
	if len(list) > maxChanges {
		content.MoreChanges = "and " + formatNumber(len(list)-maxChanges) + " more"
		list = list[:maxChanges]
	}
	content.Changes = list
	return nil
}

// comparePayloads returns the changes from one payload to another, masked for the reader. It
// returns false where they cannot be compared.
func comparePayloads(before, after []byte, v *page.Request, privacy payload.Privacy) ([]views.Change, bool) {
	if len(before)+len(after) > maxCompared {
		return nil, false
	}
	was, err := parseTree(before)
	if err != nil {
		return nil, false
	}
	is, err := parseTree(after)
	if err != nil {
		return nil, false
	}
	d := difference{masked: !v.SeesPersonalData()}
	d.compareValues("", privacy, was, is)
	return d.list, true
}

// downloadStaging sends the payload as a file.
func (p *pages) downloadStaging(w http.ResponseWriter, v *page.Request) error {
	s, d, err := p.findSentPayload(v, math.MaxInt64)
	if err != nil {
		return err
	}
	d.maskPayload(v, p.classes.account)
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "account-" + s.number + ".json"}))
	header.Set("Content-Length", strconv.Itoa(len(d.payload)))
	header.Set("Cache-Control", "no-store")
	_, _ = w.Write(d.payload)
	return nil
}
