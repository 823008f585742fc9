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

// NeedsSecret reports whether an adapter authenticates to the vendor with a secret.
func NeedsSecret(adapter string) bool { return adapter != Sandbox }

var (
	errAddressRequired = validation.NewError("base_url_required", "The http adapter needs the address that it asks.")
	errInvalidAddress  = validation.NewError("invalid_base_url", "Write a whole address such as https://vendor.example/verify, without a user name, a query or a fragment.")
	errStripePath      = errInvalidAddress.SetMessage("Stripe's client adds the path by itself: leave it out, or leave the address empty for Stripe's own.")
)

// CheckAddress returns an error with a code where a vendor cannot have the base URL. Only
// the http adapter needs a base URL. An address that may hold a secret is refused,
// because addresses are readable for everyone who sees the record.
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

// Purpose is the purpose for which a vendor's secret is sealed: this record, this adapter
// and this server. So a secret that was entered for one server cannot be sent to another,
// even when the record changes.
func Purpose(id, adapter, baseURL string) string {
	to := ""
	if u, err := url.Parse(baseURL); err == nil && baseURL != "" {
		to = strings.ToLower(u.Scheme + "://" + u.Host)
	}
	return strings.Join([]string{"payment vendor", id, adapter, to}, " ")
}
