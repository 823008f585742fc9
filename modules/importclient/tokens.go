package importclient

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// tokens holds the access token that all workers share. It is renewed after
// three quarters of its life, or when the service no longer accepts it, by one
// request whose outcome all workers waiting for it get.
type tokens struct {
	conn *connection
	key  string

	flight singleflight.Group
	mu     sync.Mutex
	held   grant
}

// A grant is what the service gives for a key or for a refresh token.
type grant struct {
	token, refresh string
	renewAt        time.Time // zero if the token does not say how long it lives
}

func newTokens(conn *connection, key string) *tokens {
	return &tokens{conn: conn, key: key}
}

// get returns a usable token that is not the one just refused.
func (t *tokens) get(ctx context.Context, refused string) (string, error) {
	if token, ok := t.usable(refused); ok {
		return token, nil
	}
	token, err, _ := t.flight.Do("token", func() (any, error) {
		// The flight before this one may have landed in between.
		if token, ok := t.usable(refused); ok {
			return token, nil
		}
		return t.renew(ctx)
	})
	if err != nil {
		return "", err
	}
	return token.(string), nil
}

func (t *tokens) usable(refused string) (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	late := !t.held.renewAt.IsZero() && time.Now().After(t.held.renewAt)
	return t.held.token, t.held.token != "" && t.held.token != refused && !late
}

// renew prefers the refresh token and falls back to the key, which outlives it.
func (t *tokens) renew(ctx context.Context) (string, error) {
	t.mu.Lock()
	refresh := t.held.refresh
	t.mu.Unlock()
	if refresh != "" {
		g, refused, err := t.obtain(ctx, tokenInput{RefreshToken: refresh})
		if err != nil {
			return "", err
		}
		if refused == "" {
			return t.hold(g), nil
		}
	}
	g, refused, err := t.obtain(ctx, tokenInput{APIKey: t.key})
	if err != nil {
		return "", err
	}
	if refused != "" {
		return "", stopf("the API key is not accepted: %s", refused)
	}
	return t.hold(g), nil
}

func (t *tokens) hold(g grant) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.held = g
	return g.token
}
