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

// heartbeatInterval is how often a comment is sent, so that the connection is not closed as idle.
const heartbeatInterval = 15 * time.Second

func (p *pages) streamOverview(w http.ResponseWriter, v *pageRequest) error {
	// Readers who see other suppliers have separate topics. No supplier's id has a space.
	return p.streamUpdates(w, v, v.reader.Scope(), source{p.readOverviewState, func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		content, err := p.newOverviewPage(snapshot, v.reader, time.Now().UTC())
		return renderHTML(views.OverviewLive(content)), err
	}})
}

func (p *pages) streamSupplier(w http.ResponseWriter, v *pageRequest) error {
	s, err := v.findSupplier()
	if err != nil {
		return err
	}
	return p.streamUpdates(w, v, s.ID, source{func() (string, error) { return p.readSupplierState(s.ID) }, func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current := snapshot.SupplierByID(s.ID)
		if current == nil {
			return "", errNotFound
		}
		content, err := p.newSupplierPage(current, snapshot, time.Now().UTC())
		return renderHTML(views.SupplierLive(content)), err
	}})
}

func (p *pages) streamAccount(w http.ResponseWriter, v *pageRequest) error {
	s, err := p.findPageAccount(v)
	if err != nil {
		return err
	}
	// Readers with and without access to personal data have separate topics.
	name := s.supplier.ID + "/" + v.reader.Role + "/" + s.number
	return p.streamUpdates(w, v, name, source{func() (string, error) { return p.readAccountVersion(s.supplier.ID, s.number) }, func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current, err := p.readPageAccount(s.supplier, s.number)
		if err != nil {
			return "", err
		}
		now := &pageRequest{Request: v.Request, reader: v.reader, settings: snapshot, now: time.Now().UTC()}
		content, err := p.readAccountState(current, now, "")
		return renderHTML(views.AccountLive(content)), err
	}})
}

// renderHTML returns a part of a page.
func renderHTML(c templ.Component) string {
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		panic(err) // a view fails only where its output cannot be written
	}
	return b.String()
}

// computeVersion returns the version of a part of a page.
func computeVersion(c templ.Component) string { return computeDigest(renderHTML(c)) }

func computeDigest(html string) string {
	sum := sha256.Sum256([]byte(html))
	return hex.EncodeToString(sum[:8])
}

// streamUpdates sends the updates of a topic as server-sent events. It ends when the reader closes
// the connection, when the session ends (then the context ends), or when the service stops. It does
// not send the version that the reader has already.
func (p *pages) streamUpdates(w http.ResponseWriter, v *pageRequest, name string, s source) error {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // a proxy must not buffer it
	out := eventWriter{w, http.NewResponseController(w)}
	updates, leave := p.hub.followTopic(name, s)
	defer leave()
	seen := v.URL.Query().Get("seen")
	if id := v.Header.Get("Last-Event-ID"); id != "" {
		seen = id
	}
	if !out.writeText("retry: 3000\n\n") {
		return nil
	}
	beat := time.NewTicker(heartbeatInterval)
	defer beat.Stop()
	for {
		select {
		case u := <-updates:
			if u.version != seen && !out.writeText(u.formatEvent()) {
				return nil
			}
			seen = u.version
		case <-beat.C:
			if !out.writeText(":\n\n") {
				return nil
			}
		case <-v.Context().Done():
			return nil
		case <-p.hub.ended:
			return nil
		}
	}
}

// formatEvent returns an update as a server-sent event. Empty lines are removed from it, because an
// empty line ends the event.
func (u update) formatEvent() string {
	var b strings.Builder
	b.WriteString("id: " + u.version + "\n")
	for line := range strings.Lines(strings.ReplaceAll(u.html, "\r", " ")) {
		b.WriteString("data: " + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String() + "\n"
}

// eventWriter writes to a reader, who may be slow or have closed the connection.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e eventWriter) writeText(text string) bool {
	if _, err := e.w.Write([]byte(text)); err != nil {
		return false
	}
	return e.control.Flush() == nil
}
