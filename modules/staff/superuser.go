package staff

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"dataimport/modules/kit/module"
)

// issueSuperuserToken makes the token of a session of an operator or admin, as issueToken does for
// the staff.
func issueSuperuserToken(record *core.Record, since, now time.Time) (token string, life time.Duration, err error) {
	return signToken(record, jwt.MapClaims{ofClaim: core.CollectionNameSuperusers}, since, now)
}

// sessionAction opens a session of the pages for a superuser who is signed in to the dashboard.
//
// The dashboard's log-in is the only one of superusers. Its limits, its second factor and its
// addresses hold therefore for the pages, too. The token of the dashboard proves the log-in: a
// browser does not send it by itself, so no other site can open a session.
func (d *loginPages) sessionAction() module.Action {
	return module.Action{Method: http.MethodPost, Path: "session", Handle: d.openSession}
}

func (d *loginPages) openSession(e *core.RequestEvent) error {
	if err := http.NewCrossOriginProtection().Check(e.Request); err != nil {
		return e.ForbiddenError("The request came from another site.", err)
	}
	now := time.Now()
	token, life, err := issueSuperuserToken(e.Auth, beginOfSession(e.Request.Header.Get("Authorization"), now), now)
	if err != nil {
		return e.UnauthorizedError("Sign in again.", err)
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	setTokenCookie(d.app, e.Response, e.Request, token, life)
	d.app.Logger().Info("a superuser opened the pages", slog.String("superuser", e.Auth.Id))
	return e.NoContent(http.StatusNoContent)
}

// beginOfSession returns when a session begins that a token of the dashboard opens. The session of
// a token that ends soon begins earlier, so that it ends with the token.
func beginOfSession(authorization string, now time.Time) time.Time {
	if scheme, rest, found := strings.Cut(authorization, " "); found && strings.EqualFold(scheme, "Bearer") {
		authorization = rest
	}
	claims, err := security.ParseUnverifiedJWT(authorization)
	if err != nil {
		return time.Time{}
	}
	ends, _ := claims["exp"].(float64)
	if begin := time.Unix(int64(ends), 0).Add(-maxAge); begin.Before(now) {
		return begin
	}
	return now
}

// allowsAddress reports whether a reader may come from the address of a request. PocketBase's
// setting for the addresses of superusers decides of them.
func allowsAddress(app core.App, r *http.Request, record *core.Record) bool {
	allowed := app.Settings().SuperuserIPs
	if !record.IsSuperuser() || len(allowed) == 0 {
		return true
	}
	from, err := netip.ParseAddr(callerAddress(app, r))
	return err == nil && slices.ContainsFunc(allowed, func(item string) bool {
		if network, err := netip.ParsePrefix(item); err == nil {
			return network.Contains(from)
		}
		address, err := netip.ParseAddr(item)
		return err == nil && address == from
	})
}

// dashboardAddress returns the address of the dashboard's log-in, which leads on to next.
func dashboardAddress(next string) string {
	return "/_/?" + url.Values{"next": {next}}.Encode() + "#/login"
}
