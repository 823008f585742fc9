package staff

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/session"
	"dataimport/views"
)

func (d *loginPages) showLogin(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	next := localTarget(query.Get("next"))
	if session.From(r.Context()) != nil {
		http.Redirect(w, r, next, http.StatusSeeOther)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	page.Write(w, r, http.StatusOK, views.Login(views.LoginForm{Next: next, PasswordChosen: query.Has("chosen"), Dashboard: dashboardAddress(next)}))
}

// handleLogin signs in. It starts a new session, whatever cookie came with the request.
func (d *loginPages) handleLogin(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if !parseForm(w, r) {
		return
	}
	email, next := readEmail(r), localTarget(r.PostForm.Get("next"))
	if delay := d.takeLogin(r, email); delay > 0 {
		refuseForm(w, r, delay)
		return
	}
	record, known := d.checkPassword(email, r.PostForm.Get("password"))
	if record == nil {
		d.app.Logger().Warn("a log-in of the staff failed", slog.String("staff", known))
		page.Write(w, r, http.StatusUnprocessableEntity, views.Login(views.LoginForm{Email: email, Next: next, Refused: true, Dashboard: dashboardAddress(next)}))
		return
	}
	now := time.Now()
	token, life, err := issueToken(record, now, now)
	if err != nil {
		panic(err) // the page's frame answers and logs it
	}
	setTokenCookie(d.app, w, r, token, life)
	if err := rememberDevice(d.app, w, r, record); err != nil {
		panic(err)
	}
	d.app.Logger().Info("a member of the staff signed in", slog.String("staff", record.Id))
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// takeLogin takes an attempt to sign in from the limits. It returns how long until one is allowed.
func (d *loginPages) takeLogin(r *http.Request, email string) time.Duration {
	now := time.Now()
	if device := knownDevice(d.app, r, d.findRecord(email)); device != "" {
		return d.logins.takeDevice(device, now)
	}
	if delay := d.logins.takeCaller(callerAddress(d.app, r), email, now); delay > 0 {
		return delay
	}
	return d.logins.takeEmail(email, now)
}

// checkPassword finds the record with an address and a password. It returns a nil record where they
// do not match. known is the id of the record with this address. An unknown address takes as long
// as a wrong password.
func (d *loginPages) checkPassword(email, password string) (record *core.Record, known string) {
	record = d.findRecord(email)
	if record == nil {
		if stranger := d.decoyRecord(); stranger != nil {
			stranger.ValidatePassword(password)
		}
		return nil, ""
	}
	if !record.ValidatePassword(password) {
		return nil, record.Id
	}
	return record, record.Id
}

// handleLogout ends all sessions of the reader, so a copied session ends as well. The tokens of an
// operator's dashboard end with them.
func (d *loginPages) handleLogout(w http.ResponseWriter, r *http.Request) {
	if reader := session.From(r.Context()); reader != nil {
		of := collection
		if reader.Operates() {
			of = core.CollectionNameSuperusers
		}
		record, err := d.app.FindRecordById(of, reader.ID)
		if err == nil {
			record.RefreshTokenKey()
			err = d.app.Save(record)
		}
		if err != nil {
			d.app.Logger().Error("the sessions of a reader cannot be ended", slog.String("reader", reader.ID), slog.Any("error", err))
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	setTokenCookie(d.app, w, r, "", 0)
	http.Redirect(w, r, loginPath, http.StatusSeeOther)
}
