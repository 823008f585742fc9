package formats

import "testing"

func BenchmarkPhone(b *testing.B) {
	for _, s := range []string{"07700 123456", "+447700123456", "020 7946 0123", "(0113) 496-0123", "+44 (0)20 7946 0123", "0044 7700 123456", "+33 6 12 34 56 78"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				IsPhone(s, "GB")
			}
		})
	}
}
