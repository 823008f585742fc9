// Package outbound calls addresses that people have entered: those of webhooks and
// payment vendors. A call into a network that is not public is refused unless the
// settings of the service permit that network.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// ErrForbidden says that an address belongs to a network that must not be called.
var ErrForbidden = errors.New("the address belongs to a network that the service may not call; --allow-network permits it")

// Networks are networks that may be called although they are not public.
type Networks []netip.Prefix

// ParseNetworks reads networks in CIDR form, as "10.1.0.0/16". A single address is a
// network of one address.
func ParseNetworks(texts []string) (Networks, error) {
	networks := make(Networks, 0, len(texts))
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			address, notAddress := netip.ParseAddr(text)
			if notAddress != nil {
				return nil, fmt.Errorf("%q is no network; an example is 10.1.0.0/16", text)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// reserved are the networks that are neither private nor public. IANA lists them in its
// registries of special-purpose addresses, as of October 2025. Of version 6 it has those within
// global.
var reserved = mustParse("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24",
	"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")

// global is the network of the public addresses of version 6. All others are private, local or
// reserved, or contain an address of version 4, as ::/96 and 64:ff9b::/96.
var global = netip.MustParsePrefix("2000::/3")

func mustParse(texts ...string) Networks {
	networks, err := ParseNetworks(texts)
	if err != nil {
		panic(err)
	}
	return networks
}

// Check returns an error for an address that must not be called.
func (n Networks) Check(address netip.Addr) error {
	address = address.Unmap().WithZone("")
	if n.contain(address) {
		return nil
	}
	if !address.IsGlobalUnicast() || address.IsPrivate() || reserved.contain(address) || address.Is6() && !global.Contains(address) {
		return ErrForbidden
	}
	return nil
}

func (n Networks) contain(address netip.Addr) bool {
	for _, network := range n {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// Dial returns a function that opens connections to permitted addresses. It checks the
// address that a name was resolved to, at the moment of the call, because the resolution
// of a name may change.
func (n Networks) Dial(timeout time.Duration) func(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return n.Check(to.Addr())
	}}
	return dialer.DialContext
}
