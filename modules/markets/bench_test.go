package markets_test

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// BenchmarkReadEnergy measures reading an account of 6 KB whose supplier has the market
// gb-energy.
func BenchmarkReadEnergy(b *testing.B) {
	benchmark(b, newFixture(b, "gb-energy"), energy)
}

// BenchmarkReadEnergyWithoutAdditions measures the same account without the market's
// members, of a supplier of that market.
func BenchmarkReadEnergyWithoutAdditions(b *testing.B) {
	benchmark(b, newFixture(b, "gb-energy"), withoutAdditions(b))
}

// BenchmarkReadAustralia measures reading an account of 17 KB whose supplier has the market
// au-energy.
func BenchmarkReadAustralia(b *testing.B) {
	benchmark(b, newFixture(b, "au-energy"), australia)
}

// BenchmarkReadAustraliaWithoutAdditions measures an account without the market's members, of
// a supplier of that market.
func BenchmarkReadAustraliaWithoutAdditions(b *testing.B) {
	benchmark(b, newFixture(b, "au-energy"), withoutAdditions(b))
}

// BenchmarkReadCore measures the same account of a supplier without a market.
func BenchmarkReadCore(b *testing.B) {
	benchmark(b, newFixture(b, "core"), withoutAdditions(b))
}

// BenchmarkReadEnergyWithFaults measures an account with a hundred wrong values.
func BenchmarkReadEnergyWithFaults(b *testing.B) {
	r := newFixture(b, "gb-energy")
	document := []byte(manyFaults(b))
	_, faults := r.read(string(document))
	if len(faults) < 100 {
		b.Fatalf("%d faults", len(faults))
	}
	snapshot := r.current()
	b.ReportAllocs()
	for b.Loop() {
		read, err := r.object.Understand(document, snapshot, nil, r.now)
		if err != nil {
			b.Fatal(err)
		}
		read.Faults()
	}
}

func withoutAdditions(t testing.TB) string {
	return kindtest.With(t, energy, drop("supply_addresses"), drop("smart_read_frequency"), drop("customers.0.psr"))
}

func benchmark(b *testing.B, r *fixture, document string) {
	data, snapshot := []byte(document), r.current()
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		read, err := r.object.Understand(data, snapshot, nil, r.now)
		if err != nil {
			b.Fatal(err)
		}
		if faults := read.Faults(); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

// manyFaults is the valid account with historical readings of which a hundred are wrong.
func manyFaults(t testing.TB) string {
	readings := "["
	for range 100 {
		readings += `{"reading_date": "2023-02-29", "reading_value": "1", "reading_type": "ROUTINE", "register_id": "1", "billed": true},`
	}
	return kindtest.With(t, energy, set("supply_addresses.0.meter_points.0.meters.0.reading_history", readings[:len(readings)-1]+"]"))
}
