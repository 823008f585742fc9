package outbound_test

import (
	"errors"
	"net"
	"net/netip"
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
