package staff

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/ratelimit"
	"dataimport/modules/kit/module"
)

// maxForm is the bytes of the largest form.
const maxForm = 16 << 10

// desk is where staff sign in.
type desk struct {
	app      core.App
	logins   limits
	mails    limits
	stranger func() *core.Record // whose password nobody knows
}

func newDesk(s *module.Runtime) *desk {
	d := &desk{
		app:    s.App,
		logins: limits{place: ratelimit.NewLimiter(20, 5*time.Second), email: ratelimit.NewLimiter(10, 15*time.Second)},
		mails:  limits{place: ratelimit.NewLimiter(10, 30*time.Second), email: ratelimit.NewLimiter(3, 5*time.Minute)},
	}
	d.stranger = sync.OnceValue(func() *core.Record {
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

// form reads a form, and answers where it cannot be read.
func form(w http.ResponseWriter, r *http.Request) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		page.Problem(w, r, http.StatusBadRequest)
		return false
	}
	return true
}

// typedEmail is the address in a form, without what a keyboard adds to it.
func typedEmail(r *http.Request) string { return strings.TrimSpace(r.PostForm.Get("email")) }

// find is the record of an address, and nil where there is none.
func (d *desk) find(email string) *core.Record {
	if email == "" {
		return nil
	}
	record, err := d.app.FindAuthRecordByEmail(collection, email)
	if err != nil {
		return nil
	}
	return record
}
