//go:build profile

package main

import (
	"log"
	"net/http"
	_ "net/http/pprof" // on the default mux, which nothing else serves
	"os"
)

// Only a binary that is built for it can be profiled, at the loopback address that
// DATAIMPORT_PROFILE names: the benchmark does that.
func init() {
	if address := os.Getenv("DATAIMPORT_PROFILE"); address != "" {
		go func() { log.Print(http.ListenAndServe(address, nil)) }()
	}
}
