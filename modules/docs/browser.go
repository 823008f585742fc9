package docs

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"

	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

// newBrowserHandler serves the browsable document. Its scripts and styles are in the binary.
// The browser keeps the reader's token, which lives for an hour, until the reader logs out.
func newBrowserHandler() http.Handler {
	shown := v5emb.NewWithConfig(swgui.Config{
		HideCurl: false,
		SettingsUI: map[string]string{
			"docExpansion": `"list"`, "defaultModelsExpandDepth": "0", "persistAuthorization": "true", "validatorUrl": "null",
		},
		AppendHead: template.HTML(`<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="` + views.Asset("docs.css") + `">`),
	})("Account migration import service", paths.Document, paths.DocsPage)
	policy := formatPolicy(shown)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		shown.ServeHTTP(w, r)
	})
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// formatPolicy lets the page run the scripts that are in it, by their hashes, and set
// styles, which the page needs. The page loads nothing from other hosts.
func formatPolicy(shown http.Handler) string {
	page := written{header: make(http.Header)}
	shown.ServeHTTP(&page, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: paths.DocsPage}})
	sources := []string{"'self'"}
	for _, script := range inlineScript.FindAllStringSubmatch(page.String(), -1) {
		sum := sha256.Sum256([]byte(script[1]))
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return "default-src 'none'; script-src " + strings.Join(sources, " ") + "; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
		"connect-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
}

// written is an answer that is kept in memory.
type written struct {
	bytes.Buffer
	header http.Header
}

func (w *written) Header() http.Header { return w.header }
func (w *written) WriteHeader(int)     {}
