package vendors

import (
	"context"
	"net"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// nameServer is a small but real name server that answers every question with one code.
func nameServer(t *testing.T, code dnsmessage.RCode) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil {
				continue
			}
			m.Response, m.RCode, m.Additionals = true, code, nil
			if reply, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(reply, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func TestNameThatDoesNotResolve(t *testing.T) {
	resolving := func(r *net.Resolver) Adapter {
		dialer := net.Dialer{Resolver: r}
		return httpAdapter("http://nonexistent.invalid/verify", patient, Options{Dial: dialer.DialContext})
	}
	_, err := verify(resolving(nameServer(t, dnsmessage.RCodeNameError)), card)
	wantPersistent(t, err, RuleUnreachable.Code)
	_, err = verify(resolving(nameServer(t, dnsmessage.RCodeServerFailure)), card)
	wantUnavailable(t, err)
}

func TestForbiddenAddress(t *testing.T) {
	vendor := newTestVendor(t)
	forbidding := Options{Dial: func(context.Context, string, string) (net.Conn, error) { return nil, ErrForbiddenAddress }}
	_, err := verify(httpAdapter(vendor.URL(), patient, forbidding), card)
	wantPersistent(t, err, RuleUnreachable.Code)
	if n := vendor.Connections(); n != 0 {
		t.Errorf("%d connections", n)
	}
}
