// Package telemetry publishes metrics for Prometheus, a log, and traces where the
// environment asks for them. It gives the other parts of the kit small functions that
// report their work, so that none of them depends on this package.
//
// The labels of all metrics are bounded: they are names of the service, codes of the
// catalogue and suppliers. No value of a request becomes a label. Neither the log nor a
// span holds a body, an address with its parameters, an account number, a name or a key.
package telemetry
