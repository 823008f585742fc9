package access

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// What a token may be used for.
const (
	useAccess  = "access"
	useRefresh = "refresh"
)

// claims are the content of a token, a JSON Web Token signed with HS256 by the
// client's own token key: a new key ends all of a client's tokens.
type claims struct {
	Use string `json:"use"`
	jwt.RegisteredClaims
}

// issue signs a token for a client; its times have whole seconds.
func issue(client *settings.Client, use string, now time.Time, life time.Duration) (token string, c claims, err error) {
	c = claims{Use: use, RegisteredClaims: jwt.RegisteredClaims{
		Subject: client.ID, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(life)),
	}}
	token, err = jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString([]byte(client.TokenKey))
	return token, c, err
}

var (
	errExpired = errors.New("expired")
	errInvalid = errors.New("invalid")
)

// verify finds the client of a token for the given use.
func verify(token, use string, s *settings.Snapshot, now time.Time) (*settings.Client, *claims, error) {
	var c claims
	var client *settings.Client
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) {
		client = s.Client(c.Subject)
		if client == nil || client.Disabled || client.TokenKey == "" {
			return nil, errInvalid
		}
		return []byte(client.TokenKey), nil
	}, jwt.WithValidMethods([]string{"HS256"}), jwt.WithTimeFunc(func() time.Time { return now }), jwt.WithExpirationRequired())
	switch {
	case err != nil && errors.Is(err, jwt.ErrTokenExpired):
		return nil, nil, errExpired
	case err != nil:
		return nil, nil, fmt.Errorf("%w: %w", errInvalid, err)
	case c.Use != use:
		return nil, nil, errInvalid
	}
	return client, &c, nil
}

// known is a token that was verified before.
type known struct {
	clientID string
	tokenKey string
	expires  time.Time
}

// maxKnown bounds the memory of verified tokens; there are about two an hour and client.
const maxKnown = 10_000

// Tokens authorises requests, and remembers which tokens were verified: a
// signature need not be computed for each request. What can change, the client
// and its key, is looked up every time.
type Tokens struct {
	mu    sync.RWMutex
	known map[string]known
}

// NewTokens knows none yet.
func NewTokens() *Tokens { return &Tokens{known: make(map[string]known)} }

// Authorise finds the client of a request by its Authorization header.
func (t *Tokens) Authorise(r *http.Request, s *settings.Snapshot, now time.Time) (*settings.Client, error) {
	token := tokenOf(r.Header.Get("Authorization"))
	if token == "" {
		return nil, unauthorised(fault.NotAuthenticated, "No token was sent: obtain one with the obtainToken mutation and send it as Authorization: Token <token>.")
	}
	if client := t.recall(token, s, now); client != nil {
		return client, nil
	}
	client, c, err := verify(token, useAccess, s, now)
	if errors.Is(err, errExpired) {
		return nil, unauthorised(fault.TokenExpired, "The token has expired: obtain another with the refresh token or the API key.")
	}
	if err != nil {
		return nil, unauthorised(fault.InvalidToken, "The token is not valid, or not any more: obtain another with the API key.")
	}
	t.remember(token, known{clientID: client.ID, tokenKey: client.TokenKey, expires: c.ExpiresAt.Time})
	return client, nil
}

func (t *Tokens) recall(token string, s *settings.Snapshot, now time.Time) *settings.Client {
	t.mu.RLock()
	k, found := t.known[token]
	t.mu.RUnlock()
	if !found || !now.Before(k.expires) {
		return nil
	}
	client := s.Client(k.clientID)
	if client == nil || client.Disabled || client.TokenKey != k.tokenKey {
		return nil
	}
	return client
}

func (t *Tokens) remember(token string, k known) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) >= maxKnown {
		clear(t.known)
	}
	t.known[token] = k
}

// tokenOf takes the token from a header of the forms "Token t", "JWT t",
// "Bearer t" and "t".
func tokenOf(header string) string {
	scheme, token, found := strings.Cut(strings.TrimSpace(header), " ")
	if !found {
		return scheme
	}
	switch strings.ToLower(scheme) {
	case "token", "jwt", "bearer":
		return strings.TrimSpace(token)
	}
	return ""
}

func unauthorised(code, detail string) *fault.Error {
	e := fault.New(http.StatusUnauthorized, code, detail)
	e.Header = http.Header{"Www-Authenticate": {"Token"}}
	return e
}
