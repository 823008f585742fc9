package e2e

import (
	"encoding/json/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
)

const vendorRecords = "/api/collections/payment_vendors/records"

// operator uses PocketBase's own interface, as the dashboard does, and keeps all answers.
type operator struct {
	*service
	token string
	mu    sync.Mutex
	told  strings.Builder
}

func (s *service) operator(t testing.TB) *operator {
	t.Helper()
	const identity, password = "operator@example.com", "a password of some length"
	s.must("superuser", "upsert", identity, password)
	o := &operator{service: s}
	o.token = o.send(t, http.MethodPost, "/api/collections/_superusers/auth-with-password",
		map[string]any{"identity": identity, "password": password}).expect(t, 200).member(t, "token")
	return o
}

func (o *operator) send(t testing.TB, method, path string, fields map[string]any) answer {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Error(err)
	}
	a, err := exchange(patient, method, o.url+path, o.token, string(body))
	if err != nil {
		t.Errorf("no answer from %s: %v", path, err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.told.WriteString(a.body)
	return a
}

// vendor creates a payment vendor, and returns its id.
func (o *operator) vendor(t testing.TB, code, adapter, address, secret string) (id string) {
	t.Helper()
	return o.send(t, http.MethodPost, vendorRecords,
		map[string]any{"code": code, "adapter": adapter, "base_url": address, "secret": secret}).expect(t, 200).member(t, "id")
}

// change changes a payment vendor.
func (o *operator) change(t testing.TB, id string, fields map[string]any) answer {
	t.Helper()
	return o.send(t, http.MethodPatch, vendorRecords+"/"+id, fields)
}
