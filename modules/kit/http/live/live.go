package live

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"
)

// heartbeatInterval is how often a comment is sent, so that the connection is not closed as idle.
const heartbeatInterval = 15 * time.Second

// Render returns a part of a page.
func Render(c templ.Component) string {
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		panic(err) // a view fails only where its output cannot be written
	}
	return b.String()
}

// Version returns the version of a part of a page.
func Version(c templ.Component) string { return computeDigest(Render(c)) }

func computeDigest(html string) string {
	sum := sha256.Sum256([]byte(html))
	return hex.EncodeToString(sum[:8])
}

// Serve sends the updates of a topic as server-sent events. It ends when the reader closes
// the connection, when the session ends (then the context ends), or when the service stops. It does
// not send the version that the reader has already.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, name string, s Source) error {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // a proxy must not buffer it
	out := eventWriter{w, http.NewResponseController(w)}
	updates, leave := h.followTopic(name, s)
	defer leave()
	seen := r.URL.Query().Get("seen")
	if id := r.Header.Get("Last-Event-ID"); id != "" {
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
		case <-r.Context().Done():
			return nil
		case <-h.ended:
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
