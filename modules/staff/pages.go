package staff

import (
	"net/http"
	"strings"
	"sync"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/module"
)

// maxForm is the size of the largest form, in bytes.
const maxForm = 16 << 10

// loginPages holds what the handlers of the log-in and password pages need.
type loginPages struct {
	app         core.App
	logins      limits
	mails       limits
	decoyRecord func() *core.Record // its password is random: checking it takes as long as checking a real one
}

func newLoginPages(s *module.Runtime) *loginPages {
	d := &loginPages{
		app:    s.App,
		logins: newLoginLimits(),
		mails:  newMailLimits(),
	}
	d.decoyRecord = sync.OnceValue(func() *core.Record {
		c, err := d.app.FindCachedCollectionByNameOrId(collection)
		if err != nil {
			return nil
		}
		record := core.NewRecord(c)
		record.SetRandomPassword()
		return record
	})
	return d
}

// parseForm parses a form and reports whether it could. Otherwise it answers with 400.
func parseForm(w http.ResponseWriter, r *http.Request) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		page.Problem(w, r, http.StatusBadRequest)
		return false
	}
	return true
}

// readEmail reads the e-mail address of a form, without spaces around it.
func readEmail(r *http.Request) string { return strings.TrimSpace(r.PostForm.Get("email")) }

// findRecord finds the record of an e-mail address. It returns nil where there is none.
func (d *loginPages) findRecord(email string) *core.Record {
	if email == "" {
		return nil
	}
	record, err := d.app.FindAuthRecordByEmail(collection, email)
	if err != nil {
		return nil
	}
	return record
}
