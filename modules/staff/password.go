package staff

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/mails"
	"github.com/pocketbase/pocketbase/tools/routine"

	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/session"
	"dataimport/views"
)

func (d *desk) showForgotten(w http.ResponseWriter, r *http.Request) {
	page.Write(w, r, http.StatusOK, views.Forgotten(session.From(r.Context()), views.ForgottenForm{}))
}

// forgotten sends a mail to a member of the staff. The answer comes before anything
// is looked up, so that it is the same for every address, in its words and its time.
func (d *desk) forgotten(w http.ResponseWriter, r *http.Request) {
	if !form(w, r) {
		return
	}
	email := typedEmail(r)
	if !d.mails.admits(w, r, address(d.app, r), email) {
		return
	}
	routine.FireAndForget(func() { d.mail(email) })
	page.Write(w, r, http.StatusOK, views.Forgotten(session.From(r.Context()), views.ForgottenForm{Email: email, Sent: true}))
}

func (d *desk) mail(email string) {
	record := d.find(email)
	if record == nil {
		return
	}
	if err := mails.SendRecordPasswordReset(d.app, record); err != nil {
		reason := strings.ReplaceAll(err.Error(), record.Email(), "the address")
		d.app.Logger().Error("the mail for a new password could not be sent: set mail up in the dashboard",
			slog.String("staff", record.Id), slog.String("error", reason))
	}
}

// showChoice is the page that the mail leads to. Its address must not leave with a
// request to anywhere else.
func (d *desk) showChoice(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	if d.chooser(token) == nil {
		d.refuseChoice(w, r)
		return
	}
	d.writeChoice(w, r, http.StatusOK, views.ChoiceForm{Token: token})
}

func (d *desk) choose(w http.ResponseWriter, r *http.Request) {
	if !form(w, r) {
		return
	}
	token, password := r.PostForm.Get("token"), r.PostForm.Get("password")
	record := d.chooser(token)
	if record == nil {
		d.refuseChoice(w, r)
		return
	}
	if password != r.PostForm.Get("again") {
		d.writeChoice(w, r, http.StatusUnprocessableEntity, views.ChoiceForm{Token: token, AgainFault: "The two passwords differ."})
		return
	}
	record.SetPassword(password) // and with it the key of all of its tokens
	record.SetVerified(true)
	err := d.app.Save(record)
	if invalid := (validation.Errors{}); errors.As(err, &invalid) && invalid["password"] != nil {
		d.writeChoice(w, r, http.StatusUnprocessableEntity, views.ChoiceForm{Token: token, PasswordFault: "Choose one of 12 to 71 characters. Letters with accents count twice against the 71."})
		return
	}
	if err != nil {
		panic(err) // answered and logged by the page's frame
	}
	d.app.Logger().Info("a member of the staff chose a password", slog.String("staff", record.Id))
	setToken(d.app, w, r, "", 0)
	http.Redirect(w, r, loginPath+"?chosen", http.StatusSeeOther)
}

// chooser is who may choose a password with a token, and nil where nobody may.
func (d *desk) chooser(token string) *core.Record {
	record, err := d.app.FindAuthRecordByToken(token, core.TokenTypePasswordReset)
	if err != nil || record.Collection().Name != collection {
		return nil
	}
	return record
}

func (d *desk) refuseChoice(w http.ResponseWriter, r *http.Request) {
	d.writeChoice(w, r, http.StatusForbidden, views.ChoiceForm{Expired: true})
}

func (d *desk) writeChoice(w http.ResponseWriter, r *http.Request, status int, f views.ChoiceForm) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	page.Write(w, r, status, views.Choice(session.From(r.Context()), f))
}
