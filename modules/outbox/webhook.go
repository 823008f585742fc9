package outbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"dataimport/modules/kit/domain/foreign"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/outbound"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/eventqueue"
)

// endpoint is a receiver of events.
type endpoint struct {
	url     string
	secrets []string // the current one first
}

// findEndpoint reads a registered endpoint and opens its secrets. The error is sql.ErrNoRows where
// there is none.
func (c *dispatcher) findEndpoint(id string, now time.Time) (*endpoint, error) {
	var e endpoint
	var sealed, previous, until string
	const query = `SELECT url, sealed_secret, sealed_previous, previous_until FROM event_endpoints WHERE id = ?`
	if err := c.runtime.Reader.QueryRow(query, id).Scan(&e.url, &sealed, &previous, &until); err != nil {
		return nil, err
	}
	all := []string{sealed}
	if previous != "" && now.Before(database.ParseTime(until)) {
		all = append(all, previous)
	}
	for _, text := range all {
		secret, err := c.box.Open(text, eventqueue.SecretPurpose(id))
		if err != nil {
			return nil, fmt.Errorf("the secret of the event endpoint: %w", err)
		}
		e.secrets = append(e.secrets, secret)
	}
	return &e, nil
}

// newSender returns the function that delivers to a receiver.
func (c *dispatcher) newSender(receiver, kind string) (sender, error) {
	if kind == "email" {
		return c.sendEmail, nil
	}
	to, err := c.findEndpoint(receiver, time.Now())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, d *delivery) result {
		body, err := c.readBody(d)
		if err != nil {
			return result{err: err}
		}
		return c.postEvent(ctx, to, d.eventID, body)
	}, nil
}

// readBody makes the event of a delivery as it is sent.
func (c *dispatcher) readBody(d *delivery) (string, error) {
	var supplier settings.Supplier
	if err := c.runtime.Reader.QueryRow(`SELECT code FROM suppliers WHERE id = ?`, d.supplier).Scan(&supplier.Code); err != nil {
		return "", err
	}
	event := eventqueue.Event{ID: d.eventID, Name: d.event, Supplier: &supplier, ExternalAccountNumber: d.number}
	return event.ReadBody(d.body)
}

// postEvent sends an event. Any answer of 2xx is a success.
func (c *dispatcher) postEvent(ctx context.Context, to *endpoint, id, body string) result {
	request, err := to.newSignedRequest(ctx, id, body, time.Now())
	if err != nil {
		return result{err: err}
	}
	response, err := c.client.Do(request)
	switch {
	case errors.Is(err, outbound.ErrForbidden):
		return result{err: &failure{code: codeEndpoint, text: outbound.ErrForbidden.Error()}}
	case errors.Is(err, context.Canceled):
		return result{err: context.Canceled}
	case err != nil:
		return result{err: &failure{code: codeEndpoint, text: foreign.Describe(err)}}
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be used again
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return result{status: response.StatusCode, err: &failure{code: codeEndpoint, text: "answered " + strconv.Itoa(response.StatusCode)}}
	}
	return result{status: response.StatusCode}
}

// newSignedRequest makes the request of a delivery, signed with each secret of the endpoint.
func (e *endpoint) newSignedRequest(ctx context.Context, id, body string, now time.Time) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, strings.NewReader(body))
	if err != nil {
		return nil, errors.New("the address of the event endpoint cannot be called")
	}
	signatures := make([]string, len(e.secrets))
	for i, secret := range e.secrets {
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return nil, errors.New("the secret of the event endpoint is damaged: rotate it")
		}
		if signatures[i], err = signer.Sign(id, now, []byte(body)); err != nil {
			return nil, err
		}
	}
	request.Header.Set(standardwebhooks.HeaderWebhookID, id)
	request.Header.Set(standardwebhooks.HeaderWebhookTimestamp, fmt.Sprint(now.Unix()))
	request.Header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	request.Header.Set("Content-Type", "application/cloudevents+json; charset=utf-8")
	request.Header.Set("User-Agent", "dataimport")
	return request, nil
}
