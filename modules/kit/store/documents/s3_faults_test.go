package documents

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"dataimport/e2e/services"
)

// s3Proxy stands between the store and a real server and changes the server's answers.
type s3Proxy struct {
	config S3Config // the address of the proxy

	mu      sync.Mutex
	asked   []string
	limit   int
	atLimit func()
	spoil   http.HandlerFunc // answers in place of the server
}

func proxyTo(t *testing.T, server *services.S3Server) *s3Proxy {
	t.Helper()
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	forward := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // the signature covers the host
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	p := &s3Proxy{config: configOf(server)}
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.count(r.Method)
		if p.spoil != nil {
			p.spoil(w, r)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(listener.Close)
	p.config.Endpoint = strings.TrimPrefix(listener.URL, "http://")
	return p
}

func (p *s3Proxy) count(method string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, method)
	if len(p.asked) == p.limit {
		p.atLimit()
	}
}

// after calls do before the request with this number is answered.
func (p *s3Proxy) after(requests int, do func()) { p.limit, p.atLimit = requests, do }

func (p *s3Proxy) methods() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// s3Unavailable tests every failure that is not an answer. The document is there every
// time, and must never be reported missing.
func s3Unavailable(t *testing.T, server *services.S3Server) {
	for what, c := range map[string]struct {
		change func(*S3Config)
		spoil  http.HandlerFunc
		cause  string // a part of the error
	}{
		"another secret key":   {change: func(c *S3Config) { c.SecretKey = "another" }, cause: "SignatureDoesNotMatch"},
		"another access key":   {change: func(c *S3Config) { c.AccessKey = "another" }, cause: "answered 4"},
		"another region":       {change: func(c *S3Config) { c.Region = "us-west-1" }, cause: "AuthorizationHeaderMalformed"},
		"a missing bucket":     {change: func(c *S3Config) { c.Bucket = "missing" }, cause: `bucket "missing": answered 404 NoSuchBucket`},
		"TLS to plain HTTP":    {change: func(c *S3Config) { c.TLS = true }, cause: "does not speak TLS"},
		"a name without host":  {change: func(c *S3Config) { c.Endpoint = "s3.invalid" }, cause: "does not resolve"},
		"a port without S3":    {change: func(c *S3Config) { c.Endpoint = "127.0.0.1:1" }, cause: "refused"},
		"500":                  {spoil: status(http.StatusInternalServerError), cause: "500"},
		"503":                  {spoil: status(http.StatusServiceUnavailable), cause: "503"},
		"429":                  {spoil: status(http.StatusTooManyRequests), cause: "429"},
		"403 of a proxy":       {spoil: status(http.StatusForbidden), cause: "403"},
		"404 of a web server":  {spoil: page(http.StatusNotFound, "<html>Not Found</html>"), cause: "404"},
		"404 with nothing":     {spoil: status(http.StatusNotFound), cause: "404"},
		"a reset connection":   {spoil: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, cause: "cut off"},
		"half a document":      {spoil: half, cause: "cut off"},
		"an answer that hangs": {spoil: hang, cause: "no answer in time"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			proxy := proxyTo(t, server)
			proxy.spoil = c.spoil
			if c.change != nil {
				c.change(&proxy.config)
			}
			store := open(t, proxy.config)
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			defer cancel()
			got, err := store.Stat(ctx, at("root/a.pdf"))
			if !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), c.cause) {
				t.Errorf("Stat = %v, %v; want ErrUnavailable because of %s", got, err, c.cause)
			}
			if err != nil && strings.Contains(err.Error(), server.SecretKey) {
				t.Errorf("the error shows the secret key: %v", err)
			}
			if _, missing, err := Verify(ctx, store, "root", []string{"a.pdf", "missing"}); !errors.Is(err, ErrUnavailable) || missing != nil {
				t.Errorf("Verify says that %v are missing, %v", missing, err)
			}
		})
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func page(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body)) // the store under test notices whether it arrived
	}
}

// half announces more bytes than it sends.
func half(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "1000")
	w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(make([]byte, 500)) // the rest is missing
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
