package hosting

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"dataimport/modules/kit/store/replica"
)

// Standby follows a replica until this machine is the primary. Meanwhile it says at address
// that it lives, and refuses everything else.
func Standby(ctx context.Context, c *replica.Config, dir, address string, log *slog.Logger) (*replica.Held, error) {
	if !c.On() {
		return nil, errors.New("--replica is missing: it says what the standby follows")
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(answerAsStandby), ReadTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // it ends with Close
	defer server.Close()
	log.Info("this machine follows as a standby", "replica", c.URL, "address", address)
	return replica.Follow(ctx, c, dir, address, log)
}

func answerAsStandby(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/healthz" {
		replica.Refuse(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(`{"status":"` + standbyStatus + `"}` + "\n")) // an error means that the client has closed the connection
}
