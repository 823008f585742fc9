package outbox

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/mailtemplate"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/eventqueue"
)

// listActions lists what operators can do in the dashboard beside editing records.
func (c *dispatcher) listActions() []module.Action {
	return []module.Action{
		{Method: http.MethodPost, Path: "event-endpoints/{id}/rotate", Handle: c.rotateSecret},
		{Method: http.MethodPost, Path: "event-endpoints/{id}/test", Handle: c.sendTestEvent},
		{Method: http.MethodPost, Path: "outbox/{id}/resend", Handle: c.resendDelivery},
		{Method: http.MethodPost, Path: "suppliers/{id}/email-preview", Handle: c.previewEmail},
	}
}

// rotateSecret gives an endpoint another secret and answers with it. The secret is shown this once.
func (c *dispatcher) rotateSecret(e *core.RequestEvent) error {
	record, err := e.App.FindRecordById("event_endpoints", e.Request.PathValue("id"))
	if err != nil {
		return e.NotFoundError("There is no such event endpoint.", nil)
	}
	secret, err := eventqueue.IssueSecret(c.box, record, time.Now())
	if err != nil {
		return err
	}
	save := func(tx core.App) error { return tx.Save(record) }
	if err := audit.As(e.App, audit.Account(e.Auth), save); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Secret        string `json:"secret"`
		PreviousUntil string `json:"previous_until"`
	}{secret, record.GetString("previous_until")})
}

// testResult is the outcome of a test delivery.
type testResult struct {
	Delivered bool   `json:"delivered"`
	Status    int    `json:"status"`
	Error     string `json:"error"`
}

// sendTestEvent sends a test event to an endpoint at once and answers with the outcome.
func (c *dispatcher) sendTestEvent(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	to, err := c.findEndpoint(id, time.Now())
	if errors.Is(err, sql.ErrNoRows) {
		return e.NotFoundError("There is no such event endpoint.", nil)
	}
	if err != nil {
		return err
	}
	supplier := &settings.Supplier{}
	const query = `SELECT s.code FROM event_endpoints r JOIN suppliers s ON s.id = r.supplier WHERE r.id = ?`
	if err := c.runtime.Reader.QueryRow(query, id).Scan(&supplier.Code); err != nil {
		return err
	}
	event := eventqueue.Event{ID: database.NewID(), Name: "endpoint.tested", At: time.Now(), Supplier: supplier}
	body, err := event.Body()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), answerTimeout)
	defer cancel()
	r := c.postEvent(ctx, to, event.ID, body)
	return e.JSON(http.StatusOK, testResult{r.err == nil, r.status, r.lastError()})
}

// resendDelivery makes a delivery that is dead or dropped wait again, from its first attempt on.
func (c *dispatcher) resendDelivery(e *core.RequestEvent) error {
	n, err := requeueDelivery(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	if n == 0 {
		return e.NotFoundError("There is nothing of this id that was given up and can be sent.", nil)
	}
	return e.NoContent(http.StatusNoContent)
}

// previewEmail answers with the e-mail that the supplier's customers get, filled with sample data.
// The body of the request may hold templates that are not saved yet.
func (c *dispatcher) previewEmail(e *core.RequestEvent) error {
	templates, err := c.readTemplates(e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return e.NotFoundError("There is no such supplier.", nil)
	}
	if err != nil {
		return err
	}
	typed := struct {
		Subject *string `json:"subject"`
		Body    *string `json:"body"`
	}{}
	if err := e.BindBody(&typed); err != nil {
		return e.BadRequestError("The templates cannot be read.", err)
	}
	if typed.Subject != nil {
		templates.Subject = *typed.Subject
	}
	if typed.Body != nil {
		templates.Body = *typed.Body
	}
	subject, html, err := templates.Render(mailtemplate.Sample)
	if err != nil {
		return e.BadRequestError(err.Error(), nil)
	}
	return e.JSON(http.StatusOK, struct {
		Subject string `json:"subject"`
		HTML    string `json:"html"`
	}{subject, html})
}
