package outbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"dataimport/modules/kit/store/database"

	"dataimport/modules/kit/store/eventqueue"
)

// endpoint is where events go.
type endpoint struct {
	url     string
	secrets []string // the current one first
}

// endpoint reads one that is registered.
func (c *courier) endpoint(id string, now time.Time) (*endpoint, error) {
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

// sender is how a receiver is reached.
func (c *courier) sender(receiver, kind string) (sender, error) {
	if kind == "email" {
		return c.mail, nil
	}
	to, err := c.endpoint(receiver, time.Now())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, d *delivery) result { return c.post(ctx, to, d) }, nil
}

// post sends an event. Any answer of 2xx takes it.
func (c *courier) post(ctx context.Context, to *endpoint, d *delivery) result {
	request, err := to.request(ctx, d.eventID, d.body, time.Now())
	if err != nil {
		return result{err: err}
	}
	response, err := c.client.Do(request)
	if err != nil {
		var withAddress *url.Error // which may hold what nobody should read in a log
		if errors.As(err, &withAddress) {
			err = withAddress.Err
		}
		return result{err: err}
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be used again
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return result{status: response.StatusCode, err: fmt.Errorf("the endpoint answered %s", http.StatusText(response.StatusCode))}
	}
	return result{status: response.StatusCode}
}

// request is a signed delivery.
func (e *endpoint) request(ctx context.Context, id, body string, now time.Time) (*http.Request, error) {
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
