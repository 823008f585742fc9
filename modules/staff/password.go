package staff

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/mails"
	"github.com/pocketbase/pocketbase/tools/routine"

	"dataimport/modules/kit/domain/foreign"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/views"
)

func (d *loginPages) showMailForm(w http.ResponseWriter, r *http.Request) {
	page.Write(w, r, http.StatusOK, views.Forgotten(session.From(r.Context()), views.ForgottenForm{}))
}

// requestPasswordMail sends a mail to a member of the staff. It answers before the address is
// looked up. The answer therefore has the same text and takes the same time for every address. An
// address that others have asked for too often gets no further mail: the links of the mails that it
// got still work.
func (d *loginPages) requestPasswordMail(w http.ResponseWriter, r *http.Request) {
	if !parseForm(w, r) {
		return
	}
	email := readEmail(r)
	now := time.Now()
	if delay := d.mails.takeCaller(callerAddress(d.app, r), email, now); delay > 0 {
		refuseForm(w, r, delay)
		return
	}
	if d.mails.takeEmail(email, now) == 0 {
		routine.FireAndForget(func() { d.sendPasswordMail(email) })
	}
	page.Write(w, r, http.StatusOK, views.Forgotten(session.From(r.Context()), views.ForgottenForm{Email: email, Sent: true}))
}

func (d *loginPages) sendPasswordMail(email string) {
	record := d.findRecord(email)
	if record == nil {
		return
	}
	if !hosting.HasPublicURL(d.app) {
		d.app.Logger().Error(hosting.ErrNoPublicURL.Error(), slog.String("staff", record.Id))
		return
	}
	if err := mails.SendRecordPasswordReset(d.app, record); err != nil {
		d.app.Logger().Error("the mail for a new password could not be sent: set mail up in the dashboard",
			slog.String("staff", record.Id), slog.String("error", foreign.Describe(err)))
	}
}

// showPasswordForm shows the page that the mail links to. The page's address holds a token, so it
// must not be sent to other sites as a referrer.
func (d *loginPages) showPasswordForm(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	if d.findTokenOwner(token) == nil {
		d.refuseToken(w, r)
		return
	}
	d.writePasswordForm(w, r, http.StatusOK, views.ChoiceForm{Token: token})
}

func (d *loginPages) choosePassword(w http.ResponseWriter, r *http.Request) {
	if !parseForm(w, r) {
		return
	}
	token, password := r.PostForm.Get("token"), r.PostForm.Get("password")
	record := d.findTokenOwner(token)
	if record == nil {
		d.refuseToken(w, r)
		return
	}
	if password != r.PostForm.Get("again") {
		d.writePasswordForm(w, r, http.StatusUnprocessableEntity, views.ChoiceForm{Token: token, AgainFault: "The two passwords differ."})
		return
	}
	record.SetPassword(password) // this also changes the key of all of the record's tokens
	record.SetVerified(true)
	err := d.app.Save(record)
	if invalid := (validation.Errors{}); errors.As(err, &invalid) && invalid["password"] != nil {
		d.writePasswordForm(w, r, http.StatusUnprocessableEntity, views.ChoiceForm{Token: token, PasswordFault: "Choose one of 12 to 71 characters. Letters with accents count twice against the 71."})
		return
	}
	if err != nil {
		panic(err) // the page's frame answers and logs it
	}
	d.app.Logger().Info("a member of the staff chose a password", slog.String("staff", record.Id))
	setTokenCookie(d.app, w, r, "", 0)
	http.Redirect(w, r, loginPath+"?chosen", http.StatusSeeOther)
}

// findTokenOwner finds the record that may choose a password with a token. It returns nil where the
// token is not valid.
func (d *loginPages) findTokenOwner(token string) *core.Record {
	record, err := d.app.FindAuthRecordByToken(token, core.TokenTypePasswordReset)
	if err != nil || record.Collection().Name != collection {
		return nil
	}
	return record
}

func (d *loginPages) refuseToken(w http.ResponseWriter, r *http.Request) {
	d.writePasswordForm(w, r, http.StatusForbidden, views.ChoiceForm{Expired: true})
}

func (d *loginPages) writePasswordForm(w http.ResponseWriter, r *http.Request, status int, f views.ChoiceForm) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	page.LeaveUncompressed(w) // it holds the token
	page.Write(w, r, status, views.Choice(session.From(r.Context()), f))
}
