package apiclient

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// tokens holds the access token that all workers share. It is renewed after three quarters of its
// life, or when the service refuses it. One request renews it, and all waiting workers get the
// result.
type tokens struct {
	conn *connection
	key  string

	flight singleflight.Group
	mu     sync.Mutex
	held   grant
}

// A grant is what the service returns for a key or for a refresh token.
type grant struct {
	token, refresh string
	renewAt        time.Time // zero if the token does not say its life
}

// getToken returns a usable token other than refused, the token that the service has just refused.
func (t *tokens) getToken(ctx context.Context, refused string) (string, error) {
	if token, ok := t.findUsable(refused); ok {
		return token, nil
	}
	token, err, _ := t.flight.Do("token", func() (any, error) {
		// Another request may have renewed the token in between.
		if token, ok := t.findUsable(refused); ok {
			return token, nil
		}
		return t.renewToken(ctx)
	})
	if err != nil {
		return "", err
	}
	return token.(string), nil
}

func (t *tokens) findUsable(refused string) (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	late := !t.held.renewAt.IsZero() && time.Now().After(t.held.renewAt)
	return t.held.token, t.held.token != "" && t.held.token != refused && !late
}

// renewToken uses the refresh token, and the key where the refresh token is refused. The key lives
// longer.
func (t *tokens) renewToken(ctx context.Context) (string, error) {
	t.mu.Lock()
	refresh := t.held.refresh
	t.mu.Unlock()
	if refresh != "" {
		g, refused, err := t.requestToken(ctx, tokenInput{RefreshToken: refresh})
		if err != nil {
			return "", err
		}
		if refused == "" {
			return t.storeGrant(g), nil
		}
	}
	g, refused, err := t.requestToken(ctx, tokenInput{APIKey: t.key})
	if err != nil {
		return "", err
	}
	if refused != "" {
		return "", NewStopError("the API key is not accepted: %s", refused)
	}
	return t.storeGrant(g), nil
}

func (t *tokens) storeGrant(g grant) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.held = g
	return g.token
}
