package binary

import (
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// given are the addresses that Address has returned in this process.
var given sync.Map

// Address is a loopback address without a listener. Its port lies below those that
// systems give to outgoing connections, one of which could otherwise take it while
// the service is stopped. No address is returned twice in a process.
func Address() string {
	for {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(20_000+rand.IntN(12_000)))
		listener, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}
		_ = listener.Close() // the listener only shows that the port is free
		if _, before := given.LoadOrStore(address, true); !before {
			return address
		}
	}
}
