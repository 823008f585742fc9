package staff

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/store/audit"
	"dataimport/views"
)

const (
	// maxAge is how long a session lasts at most, even if it is in use.
	maxAge = 12 * time.Hour
	// watchInterval is how often a session with an open stream is verified.
	watchInterval = 3 * time.Second
	// sinceClaim is the claim with the time of the log-in, in Unix seconds.
	sinceClaim = "since"
	// ofClaim is the claim with the collection of the reader. Sessions of the staff have none.
	ofClaim = "of"
)

var errNoSession = errors.New("the token is no session of the staff")

// validSession is a session whose token was verified.
type validSession struct {
	record     *core.Record
	signedInAt time.Time // time of the log-in
	endsAt     time.Time // unless another page is opened before
}

func (v validSession) newReader() *session.Reader {
	if v.record.IsSuperuser() {
		return &session.Reader{ID: v.record.Id, Email: v.record.Email(), Role: audit.Account(v.record).Role, Superuser: true}
	}
	return &session.Reader{ID: v.record.Id, Email: v.record.Email(), Role: v.record.GetString("role"), Suppliers: v.record.GetStringSlice("suppliers")}
}

// sessionKey returns the key that signs the sessions of a reader. It changes with the password, the
// address, the role and the suppliers. PocketBase signs its own tokens with another key, so a
// session is none of them.
func sessionKey(record *core.Record) string {
	return record.TokenKey() + record.Collection().AuthToken.Secret + " session"
}

// issueToken makes the token of a session of the staff that began at since. The error is
// errNoSession where the session is too old, or where the record or its collection has no key.
func issueToken(record *core.Record, since, now time.Time) (token string, life time.Duration, err error) {
	return signToken(record, jwt.MapClaims{}, since, now)
}

// renewToken makes another token of a session.
func renewToken(v validSession, now time.Time) (token string, life time.Duration, err error) {
	if v.record.IsSuperuser() {
		return issueSuperuserToken(v.record, v.signedInAt, now)
	}
	return issueToken(v.record, v.signedInAt, now)
}

func signToken(record *core.Record, claims jwt.MapClaims, since, now time.Time) (token string, life time.Duration, err error) {
	options := record.Collection().AuthToken
	life = min(options.DurationTime(), since.Add(maxAge).Sub(now))
	if life <= 0 || record.TokenKey() == "" || options.Secret == "" {
		return "", 0, errNoSession
	}
	claims[core.TokenClaimId], claims[sinceClaim], claims["exp"] = record.Id, since.Unix(), now.Add(life).Unix()
	token, err = security.NewJWT(claims, sessionKey(record), life)
	return token, life, err
}

// verifyToken finds the session of a token. It returns an error where the token is no valid session
// at this time.
func verifyToken(app core.App, token string, now time.Time) (validSession, error) {
	unverified, err := security.ParseUnverifiedJWT(token)
	if err != nil {
		return validSession{}, err
	}
	id, _ := unverified[core.TokenClaimId].(string)
	of := collection
	if unverified[ofClaim] == core.CollectionNameSuperusers {
		of = core.CollectionNameSuperusers
	}
	record, err := app.FindRecordById(of, id)
	if err != nil {
		return validSession{}, err
	}
	if record.TokenKey() == "" || record.Collection().AuthToken.Secret == "" {
		return validSession{}, errNoSession
	}
	claims, err := security.ParseJWT(token, sessionKey(record))
	if err != nil {
		return validSession{}, err
	}
	since, begun := claims[sinceClaim].(float64)
	ends, _ := claims["exp"].(float64)
	v := validSession{record: record, signedInAt: time.Unix(int64(since), 0), endsAt: time.Unix(int64(ends), 0)}
	if !begun || now.Sub(v.signedInAt) > maxAge {
		return validSession{}, errNoSession
	}
	return v, nil
}

// recogniseSession puts the signed-in reader into the contexts of requests for pages, and prolongs
// sessions that are in use.
func (d *loginPages) recogniseSession(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := readToken(d.app, r)
		if token == "" || strings.HasPrefix(r.URL.Path, views.AssetsPath) {
			next.ServeHTTP(w, r)
			return
		}
		now := time.Now()
		v, err := verifyToken(d.app, token, now)
		if err != nil || !allowsAddress(d.app, r, v.record) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		reader := v.newReader()
		ctx := session.With(r.Context(), reader)
		if acceptsEvents(r) {
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(ctx)
			defer cancel()
			go watchSession(ctx, cancel, watchInterval, func() bool {
				v, err := verifyToken(d.app, token, time.Now())
				return err == nil && v.newReader().Scope() == reader.Scope() && allowsAddress(d.app, r, v.record)
			})
		} else {
			d.prolongSession(w, r, v, now)
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// watchSession calls end as soon as valid returns false. It returns when ctx ends.
func watchSession(ctx context.Context, end func(), every time.Duration, valid func() bool) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if !valid() {
				end()
				return
			}
		}
	}
}

// prolongSession sends another token after a twelfth of the present token's life. Most pages
// therefore set no cookie.
func (d *loginPages) prolongSession(w http.ResponseWriter, r *http.Request, v validSession, now time.Time) {
	life := v.record.Collection().AuthToken.DurationTime()
	if v.endsAt.Sub(now) > life-life/12 {
		return
	}
	if token, life, err := renewToken(v, now); err == nil && now.Add(life).After(v.endsAt) {
		setTokenCookie(d.app, w, r, token, life)
	}
}
