package outbox

import (
	"net/netip"
	"net/url"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// checkEventAddress returns an error unless the address has https, or http within a private
// network. Whether a private network may be called is checked when it is called.
func checkEventAddress(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return validation.NewError("invalid_address", "This is not an address; an example is https://events.example.com/migration.")
	case u.User != nil || u.Fragment != "":
		return validation.NewError("invalid_address", "The address must have neither a user nor a fragment: deliveries are signed instead.")
	case u.Scheme == "https", u.Scheme == "http" && isLocal(u.Hostname()):
		return nil
	}
	return validation.NewError("invalid_address", "Events are sent by https alone: anybody could read them on their way.")
}

func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return !strings.Contains(host, ".")
	}
	return address.IsLoopback() || address.IsPrivate()
}
