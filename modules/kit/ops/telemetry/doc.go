// Package telemetry is what the service tells about itself: metrics for Prometheus,
// a log, and traces where they are asked for. It gives the parts of the kit the small
// functions by which they tell what they do, so that none of them knows more of it.
//
// The labels of all metrics are bounded: names of ours, codes of the catalogue,
// suppliers. Nothing that a request brings becomes one. Neither the log nor a span
// carries a body, an address with its parameters, an account number, a name or a key.
package telemetry
