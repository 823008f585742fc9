package access_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"dataimport/modules"
	"dataimport/modules/access"
	"dataimport/modules/kit/testing/apptest"
)

// No token is valid that was made without a client's secret.
func FuzzToken(f *testing.F) {
	env := apptest.Serve(f, modules.Mount(modules.All))
	env.Supplier("ACME", nil)
	env.Client("Acme", nil, "ACME")
	good := signToken(env, "Acme", "access", time.Hour)
	snapshot, err := env.Runtime.Settings.Current()
	if err != nil {
		f.Fatal(err)
	}
	parts := strings.Split(good, ".")
	for _, seed := range []string{"", ".", "..", good, "Token " + good, good[:len(good)-2], "eyJhbGciOiJub25lIn0." + parts[1] + ".", parts[0] + "." + parts[1] + ".", "Bearer  x y", "JWT"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := &http.Request{Header: http.Header{"Authorization": {header}}}
		client, err := access.NewTokens().Authorise(r, snapshot, time.Now())
		if (err == nil) != strings.HasSuffix(strings.TrimSpace(header), good) && !strings.Contains(header, parts[0]+"."+parts[1]) {
			t.Errorf("%q is %v, %v", header, client, err)
		}
	})
}
