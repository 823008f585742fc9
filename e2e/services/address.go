package services

import (
	"math/rand/v2"
	"net"
	"strconv"
)

// freeAddr is a loopback address that nobody listens on. Its port lies below those
// that systems give to outgoing connections, one of which could otherwise take it
// while the service is stopped.
func freeAddr() string {
	for {
		addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(20_000+rand.IntN(12_000)))
		listener, err := net.Listen("tcp", addr)
		if err != nil {
			continue
		}
		_ = listener.Close() // it was only about whether the port is free
		return addr
	}
}
