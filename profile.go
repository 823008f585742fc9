//go:build profile

package main

import (
	"log"
	"net/http"
	_ "net/http/pprof" // registers on the default mux, which no other server uses
	"os"
)

// Only a binary with the build tag profile can be profiled. It serves its profiles at the
// loopback address that DATAIMPORT_PROFILE names. The benchmark uses it.
func init() {
	if address := os.Getenv("DATAIMPORT_PROFILE"); address != "" {
		go func() { log.Print(http.ListenAndServe(address, nil)) }()
	}
}
