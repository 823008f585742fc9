package services

import "testing"

// StripeMock starts Stripe's mock of its own interface, which ends with the test. The
// mock stores nothing: every answer is one of Stripe's examples.
func StripeMock(t testing.TB) *Service {
	t.Helper()
	return run(t, stripeMock)
}

var stripeMock = program{name: "stripe-mock", args: func(addr, _ string) []string {
	// The mock also listens for TLS, at a port that only one mock could have unless the
	// port is chosen.
	return []string{"-http-addr", addr, "-https-addr", "127.0.0.1:0"}
}}
