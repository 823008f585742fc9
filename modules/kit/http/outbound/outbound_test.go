package outbound_test

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/http/outbound"
)

func TestWhichAddressesMayBeCalled(t *testing.T) {
	allowed, err := outbound.ParseNetworks([]string{"10.1.2.3/16", "192.168.7.7", "fd12::/16"})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string][2]bool{ // whether it is permitted without and with the configured networks
		"93.184.215.14": {true, true}, "2606:2800:21f:cb07::1": {true, true}, "8.8.8.8": {true, true},
		"127.0.0.1": {}, "127.8.8.8": {}, "::1": {}, "0.0.0.0": {}, "::": {}, "169.254.169.254": {}, "fe80::1": {},
		"10.0.0.1": {}, "172.16.0.1": {}, "172.32.0.1": {true, true}, "192.168.1.1": {}, "100.64.0.1": {}, "fc00::1": {},
		"224.0.0.1": {}, "ff02::1": {}, "255.255.255.255": {}, "240.0.0.1": {},
		// These addresses of version 6 contain other addresses.
		"::ffff:127.0.0.1": {}, "::ffff:8.8.8.8": {true, true}, "64:ff9b::7f00:1": {}, "2002:7f00:1::": {},
		"::7f00:1": {}, "::808:808": {}, "::ffff:0:7f00:1": {}, "64:ff9b:1::1": {}, "2001::1": {}, "2001:0:7f00:1::": {},
		"10.1.255.255": {false, true}, "10.2.0.0": {}, "192.168.7.7": {false, true}, "192.168.7.8": {}, "fd12:1::1": {false, true}, "::ffff:10.1.0.1": {false, true},
	} {
		for i, networks := range []outbound.Networks{nil, allowed} {
			if got := networks.Check(netip.MustParseAddr(address)) == nil; got != want[i] {
				t.Errorf("%s with %v: %v", address, networks, got)
			}
		}
	}
	for _, text := range []string{"", "10.0.0.0/33", "example.com", "10.0.0"} {
		if _, err := outbound.ParseNetworks([]string{text}); err == nil {
			t.Errorf("%q is a network", text)
		}
	}
}

// A name is checked by the addresses that it is resolved to, at the moment of the call.
func TestDial(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	// Texts that some resolvers accept as an address are refused, too.
	for _, host := range []string{"2130706433", "0x7f000001", "0177.0.0.1", "127.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::1", "0.0.0.0", "::"} {
		connection, err := outbound.Networks(nil).Dial(time.Second)(t.Context(), "tcp", net.JoinHostPort(host, port))
		if err == nil {
			t.Errorf("%s leads to %s", host, connection.RemoteAddr())
			_ = connection.Close()
		}
	}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		address := net.JoinHostPort(host, port)
		if _, err := outbound.Networks(nil).Dial(time.Second)(t.Context(), "tcp", address); !errors.Is(err, outbound.ErrForbidden) {
			t.Errorf("%s: %v", address, err)
		}
		allowed, err := outbound.ParseNetworks([]string{"127.0.0.0/8", "::1"})
		if err != nil {
			t.Fatal(err)
		}
		connection, err := allowed.Dial(time.Second)(t.Context(), "tcp", address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		_ = connection.Close()
	}
}

// specialPurpose are the networks of IANA's registries of special-purpose addresses.
var specialPurpose = strings.Fields(`
	0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29 192.0.0.8/32
	192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.88.99.2/32
	192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32
	::1/128 ::/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128 2001:1::2/128
	2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
	2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10`)

// A network of the registries is not called: neither its first address nor its last. Addresses of
// version 6 that stand for addresses of version 4 count as these.
func TestSpecialPurposeNetworks(t *testing.T) {
	for _, text := range specialPurpose {
		if text == "::ffff:0:0/96" {
			continue
		}
		network := netip.MustParsePrefix(text)
		last := network.Addr().AsSlice()
		for bit := network.Bits(); bit < len(last)*8; bit++ {
			last[bit/8] |= 1 << (7 - bit%8)
		}
		to, _ := netip.AddrFromSlice(last)
		for _, address := range []netip.Addr{network.Addr(), to} {
			if outbound.Networks(nil).Check(address) == nil {
				t.Errorf("%s of %s may be called", address, network)
			}
		}
	}
}
