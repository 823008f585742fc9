package fault

import "testing"

func TestOnlySoManyFaultsAreNamed(t *testing.T) {
	var c Collector
	at := Root(&c)
	for i := range Max + 5 {
		item := at.Index(i)
		item.Add("x", "")
	}
	if list := c.List(); len(list) != Max || list[Max-1].Attr != "99999" {
		t.Errorf("%d faults", len(c.List()))
	}
}
