package main

import (
	"context"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// dashboard is the dashboard's interface, used by an admin.
type dashboard struct{ api, token string }

func signIn(ctx context.Context, address string) (*dashboard, error) {
	d := &dashboard{api: address + "/api/"}
	var answer struct {
		Token string `json:"token"`
	}
	err := d.sendRequest(ctx, http.MethodPost, "collections/_superusers/auth-with-password", map[string]any{"identity": email, "password": password}, &answer)
	d.token = answer.Token
	return d, err
}

func (d *dashboard) sendRequest(ctx context.Context, method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return sendRequest(ctx, method, d.api+path, d.token, text, into)
}

// findID returns the id of the record whose field has a value.
func (d *dashboard) findID(ctx context.Context, collection, field, value string) (string, error) {
	var found struct {
		Items []struct {
			ID string `json:"id"`
		} `json:"items"`
	}
	query := url.Values{"filter": {fmt.Sprintf("%s = %q", field, value)}}
	if err := d.sendRequest(ctx, http.MethodGet, "collections/"+collection+"/records?"+query.Encode(), nil, &found); err != nil {
		return "", err
	}
	if len(found.Items) != 1 {
		return "", fmt.Errorf("%d records of %s are %s", len(found.Items), collection, value)
	}
	return found.Items[0].ID, nil
}

// configureDashboard sets in the dashboard what no command sets: e-mails to customers, closed
// lists, and limits of the API client.
func (d *demo) configureDashboard(ctx context.Context, admin *dashboard) error {
	supplierID, err := admin.findID(ctx, "suppliers", "code", supplier)
	if err != nil {
		return err
	}
	clientID, err := admin.findID(ctx, "api_clients", "name", client)
	if err != nil {
		return err
	}
	for _, change := range []struct {
		method, path string
		body         map[string]any
	}{
		{http.MethodPatch, "settings", map[string]any{
			"smtp": map[string]any{"enabled": true, "host": "127.0.0.1", "port": d.receivers.mailPort},
			"meta": map[string]any{"senderAddress": email},
		}},
		{http.MethodPatch, "collections/suppliers/records/" + supplierID, map[string]any{"send_migration_emails": true}},
		{http.MethodPatch, "collections/api_clients/records/" + clientID, map[string]any{"requests_per_second": 2000, "concurrent_requests": 32}},
		{http.MethodPost, "collections/closed_lists/records", map[string]any{"supplier": supplierID, "list": "vendors", "values": "sandbox"}},
		{http.MethodPost, "collections/closed_lists/records", map[string]any{"supplier": supplierID, "list": "payment_types",
			"values": "DD_REGULAR_COLLECTION\nDEBIT_CARD\nDIRECT_CREDIT"}},
	} {
		if err := admin.sendRequest(ctx, change.method, change.path, change.body, new(any)); err != nil {
			return err
		}
	}
	return nil
}

// deliveryTime is how long the demo waits for the deliveries. The service continues with the rest
// afterwards.
const deliveryTime = 2 * time.Minute

// awaitDeliveries returns when no delivery waits, or after deliveryTime.
func (d *dashboard) awaitDeliveries(ctx context.Context) error {
	const path = "collections/outbox/records?perPage=1&filter=state%3D%22waiting%22"
	enough := time.After(deliveryTime)
	for {
		var waiting struct {
			Items int `json:"totalItems"`
		}
		if err := d.sendRequest(ctx, http.MethodGet, path, nil, &waiting); err != nil {
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
