package services

import "testing"

// StripeMock starts Stripe's mock of its own interface, which ends with the test.
// It keeps nothing: every answer is an example of Stripe's.
func StripeMock(t testing.TB) *Service {
	t.Helper()
	return run(t, stripeMock)
}

var stripeMock = program{name: "stripe-mock", args: func(addr, _ string) []string {
	// It would listen for TLS as well, at a port of its own that only one could have.
	return []string{"-http-addr", addr, "-https-addr", "127.0.0.1:0"}
}}
