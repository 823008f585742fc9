package fault

import (
	"strings"
	"testing"
)

// Beyond the limits faults are counted, and the last fault of the list says how many.
func TestOnlySoManyFaultsAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		detail         string
		faults, named  int
		first, further string
	}{
		"few":     {"x", 3, 3, "0", ""},
		"so many": {"x", Max, Max, "0", ""},
		"more":    {"x", Max + 5, Max, "0", "not named here: 5."},
		"long":    {strings.Repeat("é", MaxBytes/20), 12, 9, "0", "not named here: 3."},
	} {
		var collector Collector
		at := Root(&collector)
		for i := range c.faults {
			item := at.Index(i)
			item.Add("x", c.detail)
		}
		list := collector.List()
		if c.further != "" {
			last := list[len(list)-1]
			if last.Code != MoreFaults || last.Attr != "" || !strings.Contains(last.Detail, c.further) {
				t.Errorf("%s: %v", name, last)
			}
			list = list[:len(list)-1]
		}
		if len(list) != c.named || list[0].Attr != c.first || list.Has(MoreFaults) {
			t.Errorf("%s: %d are named", name, len(list))
		}
		if other := at.Field("other"); other.Clean() != (c.further == "") {
			t.Errorf("%s: a place without a named fault is clean: %t", name, other.Clean())
		}
	}
}
