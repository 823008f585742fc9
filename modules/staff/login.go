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

func (d *desk) showLogin(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	next := local(query.Get("next"))
	if session.From(r.Context()) != nil {
		http.Redirect(w, r, next, http.StatusSeeOther)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	page.Write(w, r, http.StatusOK, views.Login(views.LoginForm{Next: next, PasswordChosen: query.Has("chosen")}))
}

// login signs in, in a session of its own whatever cookie came with the request.
func (d *desk) login(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if !form(w, r) {
		return
	}
	email, next := typedEmail(r), local(r.PostForm.Get("next"))
	if !d.logins.admits(w, r, address(d.app, r), email) {
		return
	}
	record, known := d.check(email, r.PostForm.Get("password"))
	if record == nil {
		d.app.Logger().Warn("a log-in of the staff failed", slog.String("staff", known))
		page.Write(w, r, http.StatusUnprocessableEntity, views.Login(views.LoginForm{Email: email, Next: next, Refused: true}))
		return
	}
	now := time.Now()
	token, life, err := issue(record, now, now)
	if err != nil {
		panic(err) // answered and logged by the page's frame
	}
	setToken(d.app, w, r, token, life)
	d.app.Logger().Info("a member of the staff signed in", slog.String("staff", record.Id))
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// check is the record whose address and password these are, and nil where they do
// not belong together; known is the id of the one whose address it is. An unknown
// address takes as long as a wrong password.
func (d *desk) check(email, password string) (record *core.Record, known string) {
	record = d.find(email)
	if record == nil {
		if stranger := d.stranger(); stranger != nil {
			stranger.ValidatePassword(password)
		}
		return nil, ""
	}
	if !record.ValidatePassword(password) {
		return nil, record.Id
	}
	return record, record.Id
}

// logout ends all sessions of the reader: one that was copied must not outlive it.
func (d *desk) logout(w http.ResponseWriter, r *http.Request) {
	if reader := session.From(r.Context()); reader != nil {
		record, err := d.app.FindRecordById(collection, reader.ID)
		if err == nil {
			record.RefreshTokenKey()
			err = d.app.Save(record)
		}
		if err != nil {
			d.app.Logger().Error("the sessions of a member of the staff cannot be ended", slog.String("staff", reader.ID), slog.Any("error", err))
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	setToken(d.app, w, r, "", 0)
	http.Redirect(w, r, loginPath, http.StatusSeeOther)
}
