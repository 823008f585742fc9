package main

import (
	"context"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// desk is an admin at the dashboard.
type desk struct{ api, token string }

func signIn(ctx context.Context, address string) (*desk, error) {
	d := &desk{api: address + "/api/"}
	var answer struct {
		Token string `json:"token"`
	}
	err := d.ask(ctx, http.MethodPost, "collections/_superusers/auth-with-password", map[string]any{"identity": email, "password": password}, &answer)
	d.token = answer.Token
	return d, err
}

func (d *desk) ask(ctx context.Context, method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return ask(ctx, method, d.api+path, d.token, text, into)
}

// id is that of the record whose field has a value.
func (d *desk) id(ctx context.Context, collection, field, value string) (string, error) {
	var found struct {
		Items []struct {
			ID string `json:"id"`
		} `json:"items"`
	}
	query := url.Values{"filter": {fmt.Sprintf("%s = %q", field, value)}}
	if err := d.ask(ctx, http.MethodGet, "collections/"+collection+"/records?"+query.Encode(), nil, &found); err != nil {
		return "", err
	}
	if len(found.Items) != 1 {
		return "", fmt.Errorf("%d records of %s are %s", len(found.Items), collection, value)
	}
	return found.Items[0].ID, nil
}

// switchOn does in the dashboard what no command does: e-mails to customers, lists
// that are closed, and limits of the API client.
func (d *demo) switchOn(ctx context.Context, desk *desk) error {
	supplierID, err := desk.id(ctx, "suppliers", "code", supplier)
	if err != nil {
		return err
	}
	clientID, err := desk.id(ctx, "api_clients", "name", client)
	if err != nil {
		return err
	}
	for _, change := range []struct {
		method, path string
		body         map[string]any
	}{
		{http.MethodPatch, "settings", map[string]any{
			"smtp": map[string]any{"enabled": true, "host": "127.0.0.1", "port": d.outside.mailPort},
			"meta": map[string]any{"senderName": "Demo", "senderAddress": email},
		}},
		{http.MethodPatch, "collections/suppliers/records/" + supplierID, map[string]any{"send_migration_emails": true}},
		{http.MethodPatch, "collections/api_clients/records/" + clientID, map[string]any{"requests_per_second": 2000, "concurrent_requests": 32}},
		{http.MethodPost, "collections/closed_lists/records", map[string]any{"supplier": supplierID, "list": "vendor", "values": "sandbox"}},
		{http.MethodPost, "collections/closed_lists/records", map[string]any{"supplier": supplierID, "list": "payment_type",
			"values": "DD_REGULAR_COLLECTION\nDEBIT_CARD\nDIRECT_CREDIT"}},
	} {
		if err := desk.ask(ctx, change.method, change.path, change.body, new(any)); err != nil {
			return err
		}
	}
	return nil
}

// deliveryTime is how long it is waited until everybody is told. The service goes on
// with what is left, while whoever reads the screen begins.
const deliveryTime = 2 * time.Minute

// delivered waits until nothing waits to be delivered.
func (d *desk) delivered(ctx context.Context) error {
	const path = "collections/outbox/records?perPage=1&filter=state%3D%22waiting%22"
	enough := time.After(deliveryTime)
	for {
		var waiting struct {
			Items int `json:"totalItems"`
		}
		if err := d.ask(ctx, http.MethodGet, path, nil, &waiting); err != nil {
			return err
		}
		if waiting.Items == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-enough:
			fmt.Printf("%d events and e-mails are still on their way.\n", waiting.Items)
			return nil
		case <-time.After(200 * time.Millisecond):
		}
	}
}
