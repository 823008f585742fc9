package progress

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"

	"dataimport/views"
)

const (
	// heartbeat keeps the connection from being closed as idle.
	heartbeat = 15 * time.Second
	// writeTime is how long one message may take to a reader.
	writeTime = 10 * time.Second
)

func (p *pages) overviewLive(w http.ResponseWriter, v *visit) error {
	return p.stream(w, v, "", source{p.overviewState, func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		content, err := p.overviewPage(snapshot, time.Now().UTC())
		return html(views.OverviewLive(content)), err
	}})
}

func (p *pages) supplierLive(w http.ResponseWriter, v *visit) error {
	s, err := v.supplierOf()
	if err != nil {
		return err
	}
	return p.stream(w, v, s.ID, source{func() (string, error) { return p.supplierState(s.ID) }, func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current := snapshot.SupplierByID(s.ID)
		if current == nil {
			return "", errNotFound
		}
		content, err := p.supplierProgress(current, snapshot, time.Now().UTC())
		return html(views.SupplierLive(content)), err
	}})
}

func (p *pages) accountLive(w http.ResponseWriter, v *visit) error {
	s, err := p.subjectOf(v)
	if err != nil {
		return err
	}
	// Those who see personal data do not share a stream with those who do not.
	name := s.supplier.ID + "/" + v.reader.Role + "/" + s.number
	return p.stream(w, v, name, source{func() (string, error) { return p.accountVersion(s.supplier.ID, s.number) }, func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current, err := p.readSubject(s.supplier, s.number)
		if err != nil {
			return "", err
		}
		now := &visit{Request: v.Request, reader: v.reader, settings: snapshot, now: time.Now().UTC()}
		content, err := p.accountState(current, now, "")
		return html(views.AccountLive(content)), err
	}})
}

// html is a part of a page.
func html(c templ.Component) string {
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		panic(err) // a view fails only where it cannot be written
	}
	return b.String()
}

// version is what a part of a page is known by.
func version(c templ.Component) string { return digest(html(c)) }

func digest(html string) string {
	sum := sha256.Sum256([]byte(html))
	return hex.EncodeToString(sum[:8])
}

// stream sends the updates of a thing as server-sent events, until the reader goes,
// is signed out (then the context ends), or the service stops. What the reader has already is not sent again.
func (p *pages) stream(w http.ResponseWriter, v *visit, name string, s source) error {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // a proxy must not collect it
	out := events{w, http.NewResponseController(w)}
	updates, leave := p.hub.follow(name, s)
	defer leave()
	seen := v.URL.Query().Get("seen")
	if id := v.Header.Get("Last-Event-ID"); id != "" {
		seen = id
	}
	if !out.write("retry: 3000\n\n") {
		return nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case u := <-updates:
			if u.version != seen && !out.write(u.event()) {
				return nil
			}
			seen = u.version
		case <-beat.C:
			if !out.write(":\n\n") {
				return nil
			}
		case <-v.Context().Done():
			return nil
		case <-p.hub.ended:
			return nil
		}
	}
}

// event is an update as it is sent; an empty line would end it.
func (u update) event() string {
	var b strings.Builder
	b.WriteString("id: " + u.version + "\n")
	for line := range strings.Lines(strings.ReplaceAll(u.html, "\r", " ")) {
		b.WriteString("data: " + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String() + "\n"
}

// events writes to a reader who may be slow, or gone without a word.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e events) write(text string) bool {
	_ = e.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := e.w.Write([]byte(text)); err != nil {
		return false
	}
	return e.control.Flush() == nil
}
