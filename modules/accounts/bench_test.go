package accounts

import (
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// What reading and checking the core of an account takes, of about 5 KB.
func BenchmarkCheck(b *testing.B) {
	benchmark(b, household, true)
}

// The part of that which the rules take.
func BenchmarkRules(b *testing.B) {
	core, _ := read(b, household, facts())
	f := facts()
	b.ReportAllocs()
	for b.Loop() {
		var faults fault.Collector
		at := fault.Root(&faults)
		check(core, f, &at)
		if len(faults.List()) > 0 {
			b.Fatal(faults.List())
		}
	}
}

// Reading without the rules.
func BenchmarkDecode(b *testing.B) {
	benchmark(b, household, false)
}

func benchmark(b *testing.B, document string, rules bool) {
	object, data, f := payload.Of(Core{}), []byte(document), facts()
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		var faults fault.Collector
		parts, err := object.Decode(data, payload.Limits{Items: 10_000, Depth: 64}, &faults)
		if err != nil {
			b.Fatal(err)
		}
		at := fault.Root(&faults)
		if rules {
			check(parts[0].(*Core), f, &at)
		}
		if len(faults.List()) > 0 {
			b.Fatal(faults.List())
		}
	}
}
