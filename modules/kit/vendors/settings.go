package vendors

import (
	"net/url"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// The adapters that a vendor may name.
const (
	Stripe  = "stripe"
	HTTP    = "http"
	Sandbox = "sandbox"
)

// NeedsSecret reports whether an adapter has to show the vendor a secret.
func NeedsSecret(adapter string) bool { return adapter != Sandbox }

var (
	errAddressRequired = validation.NewError("base_url_required", "The http adapter needs the address that it asks.")
	errInvalidAddress  = validation.NewError("invalid_base_url", "Write a whole address such as https://vendor.example/verify, without a user name, a query or a fragment.")
	errStripePath      = validation.NewError("invalid_base_url", "Stripe's client adds the path by itself: leave it out, or leave the address empty for Stripe's own.")
)

// CheckAddress says why a vendor cannot have a base URL; an error carries a code. Only
// the http adapter needs one. Where a secret might be written into the address, where
// anyone could read it, it is refused.
func CheckAddress(adapter, baseURL string) error {
	if baseURL == "" {
		if adapter == HTTP {
			return errAddressRequired
		}
		return nil
	}
	u, err := url.Parse(baseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
		u.User != nil || u.RawQuery != "" || u.ForceQuery || strings.Contains(baseURL, "#") {
		return errInvalidAddress
	}
	if adapter == Stripe && strings.Trim(u.Path, "/") != "" {
		return errStripePath
	}
	return nil
}

// Purpose is what a vendor's secret is sealed for: this record, and whom the adapter
// shows it to. A secret that was entered for one server can so not be sent to another,
// whoever changes the record.
func Purpose(id, adapter, baseURL string) string {
	to := ""
	if u, err := url.Parse(baseURL); err == nil && baseURL != "" {
		to = strings.ToLower(u.Scheme + "://" + u.Host)
	}
	return strings.Join([]string{"payment vendor", id, adapter, to}, " ")
}
