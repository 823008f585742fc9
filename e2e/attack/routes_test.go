package attack

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Requests without a body, and with long headers, are cheap at every route.
func TestWhatAnAnonymousRequestCosts(t *testing.T) {
	s := shared(t)
	long := strings.Repeat("a", 60_000)
	for _, path := range []string{
		"/", "/assets/style.css", "/healthz", "/readyz", "/metrics", "/imports/", "/imports/login/", "/imports/ACME/1001/", "/documents/a.pdf",
		"/v1/data-import/docs/", "/v1/data-import/docs/rules", "/v1/data-import/openapi.json", "/v1/data-import/none", "/none",
		"/v1/data-import/all-account-import-processes/ACME/", "/v1/graphql/",
		"/_/", "/api/health", "/api/none", "/api/collections", "/api/collections/suppliers/records", "/api/realtime", "/api/settings", "/api/sql",
		"/api/collections/_superusers/auth-methods", "/api/files/suppliers/a/b", "/api/oauth2-redirect", "/api/backups/a.zip?token=a",
	} {
		for name, q := range map[string]request{
			"plain":                {path: path},
			"with a long query":    {path: path + "?x=" + long},
			"with a long token":    {path: path, authorization: "Token " + long},
			"with a token of dots": {path: path, authorization: "Bearer " + strings.Repeat("e30.", 15_000)},
			"with a cookie":        {path: path, header: http.Header{"Cookie": {"staff=" + long}}},
			"with many cookies":    {path: path, header: http.Header{"Cookie": {strings.Repeat("a=b; ", 12_000)}}},
			"compressed":           {path: path, header: http.Header{"Accept-Encoding": {"gzip"}}},
		} {
			q.method = http.MethodGet
			var status int
			took := s.processorOf(t, 20, func() { status = s.ask(t, q).status })
			if took > maxAnonymous || status >= http.StatusInternalServerError && path != "/readyz" {
				t.Errorf("%s %s: %d, and %s of the processor", path, name, status, took)
			}
		}
	}
}

// Strangers do not fill the disk.
func TestAnonymousRequestsStoreNothing(t *testing.T) {
	s := newService(t, "--requests-per-second", "0")
	before := s.stored(t)
	for i := range 300 {
		long := fmt.Sprintf("?x=%d%s", i, strings.Repeat("%41", 9_000))
		for _, q := range []request{
			{path: "/api/health" + long}, {path: "/none" + long}, {path: "/api/collections/suppliers/records" + long}, {path: "/_/none" + long},
			{path: fmt.Sprint("/none/", i)}, {path: "/api/health", header: http.Header{"User-Agent": {long}, "Referer": {long}}},
		} {
			q.method = http.MethodGet
			s.ask(t, q)
		}
	}
	s.terminate(t) // which writes what PocketBase's log has in memory
	if grown := s.stored(t) - before; grown > 256<<10 {
		t.Errorf("the data folder has grown by %d bytes", grown)
	}
}

// A stranger who sends too much is told when to try again. A superuser is not limited.
func TestStrangersAreLimited(t *testing.T) {
	t.Parallel()
	s := newService(t, "--requests-per-second", "5")
	signedIn := s.tokenOfSuperuser(t, admin)
	refused := 0
	for range 50 {
		a := s.ask(t, request{method: http.MethodGet, path: "/api/collections"})
		if a.status == http.StatusTooManyRequests && a.header.Get("Retry-After") != "" {
			refused++
		}
		if a := s.ask(t, request{method: http.MethodGet, path: "/api/collections?x=" + strings.Repeat("a", 9_000), authorization: signedIn}); a.status != http.StatusOK {
			t.Fatalf("an admin: %d %s", a.status, a.body)
		}
	}
	if refused < 10 {
		t.Errorf("%d of 50 requests were refused", refused)
	}
}

// Wrong passwords cost the processor little in total, since there are few.
func TestLogInsToTheDashboardAreLimited(t *testing.T) {
	t.Parallel()
	s := newService(t)
	tried := make(map[int]int)
	for range 60 {
		tried[s.ask(t, request{path: "/api/collections/_superusers/auth-with-password", body: `{"identity":"` + admin + `","password":"wrong"}`}).status]++
	}
	if tried[http.StatusBadRequest] > 45 || tried[http.StatusTooManyRequests] < 15 {
		t.Errorf("%v", tried)
	}
}

// A body of a stranger is refused above 16 KiB, whether its length is known or not.
func TestAnonymousBodies(t *testing.T) {
	s := shared(t)
	long := `{"identity":"` + strings.Repeat("a", 1<<20) + `","password":"x"}`
	const path = "/api/collections/_superusers/auth-with-password"
	if a := s.ask(t, request{path: path, body: long}); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", a.status, a.body)
	}
	response, err := plain.Post(s.url+path, "application/json", io.MultiReader(strings.NewReader(long)))
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("of unknown length: %s", response.Status)
	}
}

// Realtime, and other routes of PocketBase that are not used, are closed, also for admins.
func TestClosedRoutes(t *testing.T) {
	s := shared(t)
	signedIn := s.tokenOfSuperuser(t, admin)
	for _, authorization := range []string{"", signedIn} {
		for _, q := range []request{
			{method: http.MethodGet, path: "/api/realtime"}, {path: "/api/realtime", body: `{"clientId":"a","subscriptions":["suppliers"]}`},
			{path: "/api/batch", body: `{"requests":[]}`}, {path: "/api/collections/staff/request-email-change", body: `{"newEmail":"a@example.com"}`},
		} {
			q.authorization = authorization
			if a := s.ask(t, q); a.status != http.StatusNotFound {
				t.Errorf("%s %s: %d %s", q.method, q.path, a.status, a.body)
			}
		}
	}
}
