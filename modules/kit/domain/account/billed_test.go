package account

import (
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

func TestEarliestBilledTo(t *testing.T) {
	for _, c := range []struct {
		account   payload.Date
		addresses string
		want      payload.Date
	}{
		{0, ``, 0},
		{20240331, ``, 20240331},
		{20240331, `[{"meter_points": [{"last_billed_to_date": "2024-03-30"}]}]`, 20240330},
		{20240331, `[{"meter_points": [{"last_billed_to_date": "2024-04-01"}]}]`, 20240331},
		{0, `[{"meter_points": []}, {"meter_points": [{"meters": [{"last_billed_to_date": "2024-02-01", "registers": [{"last_billed_to_date": " 2024-01-01"}, {"last_billed_to_date": "2024-01-31"}]}]}]}]`, 20240131},
		{0, `[{"last_billed_to_date": "2024-01-01", "metadata": [{"key": "k", "value": {"last_billed_to_date": "2023-01-01"}}]}]`, 20240101},
		{0, `[1, {"meter_points": {"last_billed_to_date": "2024-01-01"}}, {"meter_points": [null, {"last_billed_to_date": 20240101}]}]`, 0},
		{0, `"last_billed_to_date"`, 0},
	} {
		f := Facts{LastBilledTo: c.account}
		if c.addresses != "" {
			f.Extra = []payload.Extra{{Name: "supply_addresses", Value: []byte(c.addresses)}}
		}
		if got := f.EarliestBilledTo(); got != c.want || f.EarliestBilledTo() != c.want {
			t.Errorf("%s: %s, want %s", c.addresses, got, c.want)
		}
	}
}

// Only a market adds members.
func TestIsExtended(t *testing.T) {
	root := fault.Root(&fault.Collector{})
	plans := root.Field("payment_plans")
	first, second := plans.Index(0), plans.Index(1)
	extra := []payload.Extra{{Object: "payment_plans.0", Name: "plan_type"}}
	market, core := Facts{Extra: extra, Supplier: &settings.Supplier{Market: "au-energy"}}, Facts{Extra: extra, Supplier: &settings.Supplier{Market: settings.Core}}
	if !market.IsExtended(&first) || market.IsExtended(&second) || core.IsExtended(&first) {
		t.Error("which plan has members of a market")
	}
}
