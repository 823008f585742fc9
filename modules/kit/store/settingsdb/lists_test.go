package settingsdb_test

import (
	"slices"
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// A list is closed for its supplier alone, from the next request on, and open again
// when its record is gone.
func TestListsAreClosedAndOpened(t *testing.T) {
	o := newFixture(t)
	other := o.save("suppliers", map[string]any{"code": "OTHER", "status": "Ongoing"})
	if o.current().Supplier("ACME").Closed != nil {
		t.Error("a list is closed that nobody closed")
	}
	list := o.save("closed_lists", map[string]any{"supplier": o.supplier.Id, "list": "reason", "values": "A\nB"})
	o.save("closed_lists", map[string]any{"supplier": other.Id, "list": "vendor", "values": `["sandbox"]`})
	s := o.current()
	reasons := s.Supplier("ACME").Closed[settings.Reasons]
	if !reasons.Has("A") || reasons.Has("a") || reasons.Has("") || !slices.Equal(reasons.Values(), []string{"A", "B"}) {
		t.Errorf("reasons %v", reasons.Values())
	}
	if s.Supplier("ACME").Closed[settings.Vendors] != nil || !s.Supplier("OTHER").Closed[settings.Vendors].Has("sandbox") {
		t.Error("a list of another supplier")
	}
	list.Set("values", "C")
	o.must(o.Save(list))
	if reasons := o.current().Supplier("ACME").Closed[settings.Reasons]; reasons.Has("A") || !reasons.Has("C") {
		t.Errorf("reasons %v", reasons.Values())
	}
	o.must(o.Delete(list))
	if o.current().Supplier("ACME").Closed != nil {
		t.Error("the list is still closed")
	}
}

// What is written past the hooks and cannot be read allows nothing: that is noticed.
func TestAListThatCannotBeRead(t *testing.T) {
	o := newFixture(t)
	o.execute(o.DB(), `INSERT INTO closed_lists (id, supplier, list, "values") VALUES ('`+database.NewID()+`', '`+o.supplier.Id+`', 'reason', '[')`)
	o.execute(o.DB(), `INSERT INTO closed_lists (id, supplier, list, "values") VALUES ('`+database.NewID()+`', 'nobody', 'reason', 'A')`)
	if reasons := o.current().Supplier("ACME").Closed[settings.Reasons]; reasons == nil || len(reasons.Values()) > 0 {
		t.Errorf("reasons %v", reasons)
	}
}

func TestUniqueNamespaces(t *testing.T) {
	o := newFixture(t)
	if s := o.current().Supplier("ACME"); len(s.UniqueReferences)+len(s.UniqueUserDetails) > 0 {
		t.Errorf("%v %v", s.UniqueReferences, s.UniqueUserDetails)
	}
	o.supplier.Load(map[string]any{"unique_reference_namespaces": "legacy-crm, legacy.billing\nX", "unique_user_detail_namespaces": "sap_id"})
	o.must(o.Save(o.supplier))
	s := o.current().Supplier("ACME")
	if !slices.Equal(s.UniqueReferences, []string{"legacy-crm", "legacy.billing", "X"}) || !slices.Equal(s.UniqueUserDetails, []string{"sap_id"}) {
		t.Errorf("%v %v", s.UniqueReferences, s.UniqueUserDetails)
	}
}
