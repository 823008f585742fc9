package access

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// What a token may be used for.
const (
	useAccess  = "access"
	useRefresh = "refresh"
)

// claims are the content of a token. A token is a JSON Web Token, signed with HS256 by the client's
// own token key. A new key therefore ends all of a client's tokens.
type claims struct {
	Use string `json:"use"`
	jwt.RegisteredClaims
}

// signToken signs a token for a client. Its times are whole seconds.
func signToken(client *settings.Client, use string, now time.Time, life time.Duration) (token string, c claims, err error) {
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

// verifyToken finds the client of a token for the given use. The error is errExpired or wraps
// errInvalid.
func verifyToken(token, use string, s *settings.Snapshot, now time.Time) (*settings.Client, *claims, error) {
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

// verifiedToken is a token whose signature was verified.
type verifiedToken struct {
	clientID string
	tokenKey string
	expires  time.Time
}

// maxVerified bounds how many verified tokens are kept. A client has about two an hour.
const maxVerified = 10_000

// Tokens authorises requests. It keeps the tokens that were verified, so not every request needs
// the computation of a signature. The client and its key can change: they are looked up for each
// request.
type Tokens struct {
	mu       sync.RWMutex
	verified map[string]verifiedToken
}

// NewTokens returns Tokens that have verified none yet.
func NewTokens() *Tokens { return &Tokens{verified: make(map[string]verifiedToken)} }

var ruleNotAuthenticated = catalogue.Rule{
	Code: fault.NotAuthenticated, Area: area, Statuses: []int{http.StatusUnauthorized},
	Meaning: "The request has no token.",
	Remedy:  "Obtain a token with the mutation obtainToken, and send it in the header Authorization: Token, a space, and the token.",
}

var ruleInvalidToken = catalogue.Rule{
	Code: "invalid_token", Area: area, Statuses: []int{http.StatusUnauthorized},
	Meaning: "The token is not one of this service, or its client was disabled or has another key now.",
	Remedy:  "Obtain another token with the API key.",
}

var ruleTokenExpired = catalogue.Rule{
	Code: "token_expired", Area: area, Statuses: []int{http.StatusUnauthorized},
	Meaning: "The token was valid and is not any more.",
	Remedy:  "Obtain another with the refresh token or the API key.",
}

// Authorise finds the client of a request by its Authorization header. The error is a *fault.Error
// with status 401.
func (t *Tokens) Authorise(r *http.Request, s *settings.Snapshot, now time.Time) (*settings.Client, error) {
	token := extractToken(r.Header.Get("Authorization"))
	if token == "" {
		return nil, newUnauthorised(ruleNotAuthenticated.Code, "No token was sent: obtain one with the obtainToken mutation and send it as Authorization: Token <token>.")
	}
	t.mu.RLock()
	known, verified := t.verified[token]
	t.mu.RUnlock()
	if verified && now.Before(known.expires) {
		if client := s.Client(known.clientID); client != nil && !client.Disabled && client.TokenKey == known.tokenKey {
			return client, nil
		}
	}
	client, c, err := verifyToken(token, useAccess, s, now)
	if errors.Is(err, errExpired) {
		return nil, newUnauthorised(ruleTokenExpired.Code, "The token has expired: obtain another with the refresh token or the API key.")
	}
	if err != nil {
		return nil, newUnauthorised(ruleInvalidToken.Code, "The token is not valid, or not any more: obtain another with the API key.")
	}
	t.storeVerified(token, verifiedToken{clientID: client.ID, tokenKey: client.TokenKey, expires: c.ExpiresAt.Time})
	return client, nil
}

func (t *Tokens) storeVerified(token string, k verifiedToken) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.verified) >= maxVerified {
		clear(t.verified)
	}
	t.verified[token] = k
}

// extractToken returns the token of a header of the forms "Token t", "JWT t", "Bearer t" and "t".
// It returns an empty text for other forms.
func extractToken(header string) string {
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

func newUnauthorised(code, detail string) *fault.Error {
	e := fault.New(http.StatusUnauthorized, code, detail)
	e.Header = http.Header{"Www-Authenticate": {"Token"}}
	return e
}
