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
	"dataimport/views"
)

const (
	// longest is how long a session lasts, however busy it is.
	longest = 12 * time.Hour
	// watchEvery is how often a session is looked at that has a stream open.
	watchEvery = 3 * time.Second
	// sinceClaim is when one signed in, in Unix seconds. No other token of
	// PocketBase has it, and so none of them is a session.
	sinceClaim = "since"
)

var errNoSession = errors.New("the token is no session of the staff")

// visit is a session that is valid.
type visit struct {
	record *core.Record
	since  time.Time // when one signed in
	ends   time.Time // unless another page is opened before
}

func (v visit) reader() *session.Reader {
	return &session.Reader{ID: v.record.Id, Email: v.record.Email(), Role: v.record.GetString("role")}
}

// issue makes the token of a session that began at since. It is signed with the
// record's own key, which changes with the password, the address and the role.
func issue(record *core.Record, since, now time.Time) (token string, life time.Duration, err error) {
	options := record.Collection().AuthToken
	life = min(options.DurationTime(), since.Add(longest).Sub(now))
	if life <= 0 || record.TokenKey() == "" || options.Secret == "" {
		return "", 0, errNoSession
	}
	token, err = security.NewJWT(jwt.MapClaims{
		core.TokenClaimType: core.TokenTypeAuth, core.TokenClaimId: record.Id, core.TokenClaimCollectionId: record.Collection().Id,
		core.TokenClaimRefreshable: false, sinceClaim: since.Unix(), "exp": now.Add(life).Unix(),
	}, record.TokenKey()+options.Secret, life)
	return token, life, err
}

// verify finds whose session a token is.
func verify(app core.App, token string, now time.Time) (visit, error) {
	record, err := app.FindAuthRecordByToken(token, core.TokenTypeAuth)
	if err != nil {
		return visit{}, err
	}
	claims, err := security.ParseUnverifiedJWT(token) // it was verified a moment ago
	if err != nil {
		return visit{}, err
	}
	since, begun := claims[sinceClaim].(float64)
	ends, _ := claims["exp"].(float64)
	v := visit{record: record, since: time.Unix(int64(since), 0), ends: time.Unix(int64(ends), 0)}
	if record.Collection().Name != collection || !begun || now.Sub(v.since) > longest {
		return visit{}, errNoSession
	}
	return v, nil
}

// recognise puts who is signed in into the contexts of requests for pages, and keeps
// sessions alive that are used.
func (d *desk) recognise(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := sentToken(d.app, r)
		if token == "" || strings.HasPrefix(r.URL.Path, views.AssetsPath) {
			next.ServeHTTP(w, r)
			return
		}
		now := time.Now()
		v, err := verify(d.app, token, now)
		if err != nil {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		ctx := session.With(r.Context(), v.reader())
		if wantsEvents(r) {
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(ctx)
			defer cancel()
			go watch(ctx, cancel, watchEvery, func() bool { _, err := verify(d.app, token, time.Now()); return err == nil })
		} else {
			d.prolong(w, r, v, now)
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// watch calls end when valid says no, and returns when ctx has ended.
func watch(ctx context.Context, end func(), every time.Duration, valid func() bool) {
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

// prolong gives a session another token when a twelfth of the present one's life is
// over: not each page need do it.
func (d *desk) prolong(w http.ResponseWriter, r *http.Request, v visit, now time.Time) {
	life := v.record.Collection().AuthToken.DurationTime()
	if v.ends.Sub(now) > life-life/12 {
		return
	}
	if token, life, err := issue(v.record, v.since, now); err == nil && now.Add(life).After(v.ends) {
		setToken(d.app, w, r, token, life)
	}
}
