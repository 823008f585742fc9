package outbound_test

import (
	"net/netip"
	"testing"

	"dataimport/modules/kit/http/outbound"
)

// A network that was read contains its own address, and permits no other network.
func FuzzParseNetworks(f *testing.F) {
	for _, seed := range []string{"10.1.2.3/16", "::1", "fd12::/16", "10.0.0.0/33", "fe80::1%eth0", "::ffff:10.0.0.1/96", "", "localhost", "10.1"} {
		f.Add(seed)
	}
	elsewhere := netip.MustParseAddr("169.254.169.254")
	f.Fuzz(func(t *testing.T, text string) {
		networks, err := outbound.ParseNetworks([]string{text})
		if err != nil {
			return
		}
		if len(networks) != 1 || networks[0] != networks[0].Masked() {
			t.Errorf("%q is %v", text, networks)
		}
		if networks.Check(elsewhere) == nil && !networks[0].Contains(elsewhere) {
			t.Errorf("%q opens %s", text, elsewhere)
		}
	})
}
