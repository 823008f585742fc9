package hosting

import (
	"cmp"
	"encoding/json/v2"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
)

// healthPaths are the addresses that are asked, in this order. A service without the
// first one answers it with 404.
var healthPaths = []string{"/readyz", "/api/health"}

// standbyStatus is what /healthz of a standby says of itself.
const standbyStatus = "standby"

// HealthcheckCommand is the `healthcheck` command, for a container that has no other
// program. It asks the service on this machine whether it is ready, or follows as a standby:
// a standby does its work, and must not be started anew. variable is the environment
// variable with the service's address.
func HealthcheckCommand(variable string) *cobra.Command {
	return &cobra.Command{
		Use: "healthcheck [URL]", Short: "Ask the service that runs on this machine whether it is ready", Args: cobra.MaximumNArgs(1),
		Long: "Ask a service whether it is ready: the one at URL, or the one that runs on this machine, at the address in " + variable + ".\n" +
			"The exit code is 0 only when it is, or when it follows as a standby.",
		Annotations: map[string]string{cli.StandAlone: "yes"},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return healthy(args[0])
			}
			base, err := localURL(cmp.Or(os.Getenv(variable), "127.0.0.1:8090"))
			if err != nil {
				return fmt.Errorf("%s: %w", variable, err)
			}
			return healthy(base)
		},
	}
}

// localURL returns the URL of a service on this machine that listens on an address. A
// service that listens on every address is reached on the loopback address.
func localURL(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}

func healthy(base string) error {
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}} // the transport uses no proxy
	var status string
	for _, path := range healthPaths {
		response, err := client.Get(base + path)
		if err != nil {
			return err
		}
		_ = response.Body.Close() // only the status counts; the body is for people
		if status = response.Status; response.StatusCode == http.StatusOK {
			return nil
		} else if response.StatusCode != http.StatusNotFound {
			break
		}
	}
	if isStandby(client, base) {
		return nil
	}
	return fmt.Errorf("the service at %s is not ready: %s", base, status)
}

// isStandby reports whether a service says that it follows as a standby.
func isStandby(client *http.Client, base string) bool {
	response, err := client.Get(base + "/healthz")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	var said struct {
		Status string `json:"status"`
	}
	err = json.UnmarshalRead(io.LimitReader(response.Body, 1<<10), &said)
	return err == nil && response.StatusCode == http.StatusOK && said.Status == standbyStatus
}
