package hooks

import (
	"embed"
	"io/fs"

	"github.com/pocketbase/pocketbase/core"
)

//go:embed dashboard/main.js
var dashboardFiles embed.FS

// bindDashboard adds the service's links and buttons to PocketBase's dashboard.
func bindDashboard(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		files, err := fs.Sub(dashboardFiles, "dashboard")
		if err != nil {
			return err
		}
		e.UIExtensions = append(e.UIExtensions, core.UIExtension{Name: "dataimport", FS: files})
		return e.Next()
	})
}
