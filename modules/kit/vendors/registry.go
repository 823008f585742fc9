package vendors

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/secrets"
)

// Registry gives the adapters of the vendors that operators have set up.
type Registry struct {
	box    *secrets.Box
	limits Limits
	client *http.Client
	watch  Watch

	mu    sync.Mutex
	built map[string]builtAdapter // by the vendor's code
}

// vendor is a row of payment_vendors with everything that an adapter depends on. The
// adapter is kept while the row stays the same. The whole row is compared, because the
// date of its last change does not show a second change in the same millisecond.
type vendor struct {
	id, adapter, baseURL, sealed string
}

type builtAdapter struct {
	from    vendor
	adapter Adapter
}

// NewRegistry returns a registry that opens the vendors' secrets with box.
func NewRegistry(box *secrets.Box, options Options) *Registry {
	return &Registry{box: box, limits: options.limits(), client: options.client(), watch: options.Watch, built: make(map[string]builtAdapter)}
}

// Adapter returns the adapter of the vendor with a code, as q sees it at this moment. It
// returns false where there is no such vendor or where it is disabled. An error is the
// service's own, and no answer of the vendor.
func (r *Registry) Adapter(q database.Querier, code string) (Adapter, bool, error) {
	var v vendor
	err := q.QueryRow(`SELECT id, adapter, base_url, sealed_secret FROM payment_vendors WHERE code = ? AND NOT disabled`, code).
		Scan(&v.id, &v.adapter, &v.baseURL, &v.sealed)
	r.mu.Lock()
	defer r.mu.Unlock()
	if errors.Is(err, sql.ErrNoRows) {
		delete(r.built, code)
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if known, found := r.built[code]; found && known.from == v {
		return known.adapter, true, nil
	}
	vendor, err := r.build(&v)
	if err != nil {
		return nil, false, fmt.Errorf("payment vendor %q: %w", code, err)
	}
	adapter := &watched{&bounded{vendor, r.limits}, v.adapter, r.watch}
	r.built[code] = builtAdapter{v, adapter}
	return adapter, true, nil
}

func (r *Registry) build(v *vendor) (asker, error) {
	secret := ""
	if NeedsSecret(v.adapter) {
		var err error
		if secret, err = r.box.Open(v.sealed, Purpose(v.id, v.adapter, v.baseURL)); err != nil {
			return nil, err
		}
	}
	switch v.adapter {
	case Stripe:
		return newStripe(r.client, v.baseURL, secret), nil
	case HTTP:
		return &httpVendor{client: r.client, address: v.baseURL, secret: secret}, nil
	case Sandbox:
		return sandbox{}, nil
	default:
		return nil, fmt.Errorf("there is no adapter %q", v.adapter)
	}
}
