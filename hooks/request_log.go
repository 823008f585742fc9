package hooks

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"dataimport/modules/kit/store/database"
)

// bindRequestLog replaces PocketBase's log of requests, which has their addresses with all
// parameters and the texts of errors: an operator's search for a customer would stay in it.
func bindRequestLog(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Unbind(apis.DefaultActivityLoggerMiddlewareId)
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "request log", Priority: apis.DefaultActivityLoggerMiddlewarePriority,
			Func: func(e *core.RequestEvent) error {
				began := time.Now()
				err := e.Next()
				logRequest(e, time.Since(began), err)
				return err
			},
		})
		return e.Next()
	})
}

// logRequest writes the row of a request that failed or that a signed-in caller has sent, under the
// names that the dashboard shows. It writes the route and not the address.
func logRequest(e *core.RequestEvent, took time.Duration, err error) {
	settings := e.App.Settings().Logs
	if settings.MaxDays == 0 || err == nil && e.Auth == nil {
		return
	}
	attrs := []slog.Attr{
		slog.String("type", "request"), slog.String("method", e.Request.Method), slog.String("url", describeRoute(e)),
		slog.Int("status", statusOf(e, err)), slog.Float64("execTime", float64(took)/float64(time.Millisecond)),
	}
	if e.Auth != nil {
		attrs = append(attrs, slog.String("auth", e.Auth.Collection().Name))
		if settings.LogAuthId {
			attrs = append(attrs, slog.String("authId", e.Auth.Id))
		}
	}
	if settings.LogIP {
		attrs = append(attrs, slog.String("userIP", e.RealIP()), slog.String("remoteIP", e.RemoteIP()))
	}
	level := slog.LevelInfo
	if err != nil {
		level = slog.LevelError
		if kind := database.ClassifyError(err); kind != database.NoStorageError {
			attrs = append(attrs, slog.String("error", "the storage failed"))
		}
	}
	e.App.Logger().LogAttrs(e.Request.Context(), level, e.Request.Method+" "+describeRoute(e), attrs...)
}

// describeRoute returns the pattern of the route that served a request, with the collection's name.
func describeRoute(e *core.RequestEvent) string {
	pattern := e.Request.Pattern
	if _, path, found := strings.Cut(pattern, " "); found {
		pattern = path
	}
	if name := findCollectionName(e); name != "" {
		pattern = strings.Replace(pattern, "{collection}", name, 1)
	}
	return pattern
}

func statusOf(e *core.RequestEvent, err error) int {
	var answer *router.ApiError
	switch status := e.Status(); {
	case status != 0:
		return status
	case errors.As(err, &answer):
		return answer.Status
	case err != nil:
		return http.StatusBadRequest // as PocketBase answers unknown errors
	}
	return http.StatusOK
}
