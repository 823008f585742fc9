package settingsdb_test

import (
	"fmt"
	"slices"
	"testing"
)

func TestTenancy(t *testing.T) {
	o := newFixture(t)
	o.save("suppliers", map[string]any{"code": "RIVAL", "status": "Ongoing"})
	o.save("api_clients", map[string]any{"name": "Nobody"})
	s := o.current()
	client := s.Client(o.client.Id)
	if got := s.SupplierFor(client, "ACME"); got == nil || got != s.SupplierByID(o.supplier.Id) || !client.May(got) {
		t.Errorf("a granted supplier: %v", got)
	}
	for _, code := range []string{"RIVAL", "NONE", "", "acme", "ACME "} {
		if got := s.SupplierFor(client, code); got != nil {
			t.Errorf("%q: the client sees %v", code, got)
		}
	}
	if s.SupplierFor(nil, "ACME") != nil || client.May(nil) || s.Client("none") != nil || s.SupplierByID("none") != nil {
		t.Error("something is made of nothing")
	}
	// A grant that is taken away takes effect, and so does a supplier's end.
	o.client.Set("suppliers", []string{})
	o.must(o.Save(o.client))
	if s := o.current(); s.SupplierFor(s.Client(o.client.Id), "ACME") != nil {
		t.Error("the grant still works")
	}
}

func TestClients(t *testing.T) {
	o := newFixture(t)
	hash := fmt.Sprintf("%064x", 7)
	o.client.Load(map[string]any{"key_hash": hash, "token_key": "secret", "read_only": true, "disabled": true})
	o.must(o.Save(o.client))
	s := o.current()
	got := s.ClientByKeyHash(hash)
	if got == nil || got != s.Client(o.client.Id) || got.Name != "Client" || got.TokenKey != "secret" || !got.ReadOnly || !got.Disabled {
		t.Errorf("got %+v", got)
	}
	o.save("api_clients", map[string]any{"name": "Without a key"})
	if o.current().ClientByKeyHash("") != nil {
		t.Error("a client without a key is found by none")
	}
}

func TestSupplierDefaults(t *testing.T) {
	o := newFixture(t)
	got := o.current().Supplier("ACME")
	if got.Country != "GB" || got.Zone.String() != "UTC" || got.Market != "core" || !got.VerifyDocuments || got.SendEmails || got.DefaultTeam != "Night" || len(got.Rules.InternalEmails) != 0 {
		t.Errorf("got %+v", got)
	}
	o.supplier.Load(map[string]any{
		"name": "Acme Ltd", "country": "DE", "market": "gb-energy", "verify_documents": "no", "send_migration_emails": true, "document_root": "root",
		"internal_emails": " Acme.com,\tacme.co.uk\r\n,, x.de", "default_operations_team": "",
	})
	o.must(o.Save(o.supplier))
	got = o.current().Supplier("ACME")
	if got.Name != "Acme Ltd" || got.Country != "DE" || got.Market != "gb-energy" || got.VerifyDocuments || !got.SendEmails || got.DocumentRoot != "root" || got.DefaultTeam != "" {
		t.Errorf("got %+v", got)
	}
	if !slices.Equal(got.Rules.InternalEmails, []string{"acme.com", "acme.co.uk", "x.de"}) {
		t.Errorf("domains %q", got.Rules.InternalEmails)
	}
}

func TestZones(t *testing.T) {
	o := newFixture(t)
	for written, want := range map[string]string{
		"": "UTC", "UTC": "UTC", "Europe/London": "Europe/London", "Australia/Lord_Howe": "Australia/Lord_Howe",
		"Local": "UTC", "Nowhere/Land": "UTC", "../etc/passwd": "UTC", "/etc/localtime": "UTC", "+01:00": "UTC",
	} {
		o.supplier.Set("time_zone", written)
		o.must(o.Save(o.supplier))
		if got := o.current().Supplier("ACME").Zone; got == nil || got.String() != want {
			t.Errorf("%q: got %v, want %s", written, got, want)
		}
	}
}
