package vendors

import (
	"bytes"
	"context"
	"encoding/json/v2"
	"io"
	"net/http"
)

// httpVendor speaks the protocol that the README describes for the http adapter.
type httpVendor struct {
	client  *http.Client
	address string
	secret  string
}

// question is sent in the body and not in the address, because other servers log
// addresses.
type question struct {
	Reference         string `json:"reference"`
	Type              string `json:"type"`
	CustomerReference string `json:"customer_reference,omitzero"`
}

type answer struct {
	Exists   *bool  `json:"exists"`
	Status   string `json:"status"`
	Brand    string `json:"brand"`
	LastFour string `json:"last_four"`
	Expiry   string `json:"expiry"`
}

func (v *httpVendor) ask(ctx context.Context, c *call) (Details, error) {
	request, err := v.request(ctx, c)
	if err != nil {
		return Details{}, err
	}
	response, err := v.client.Do(request)
	if err != nil {
		return Details{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return Details{}, ofStatus(response.StatusCode, response.Header)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return Details{}, err
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil || a.Exists == nil {
		return Details{}, unintelligible(len(body), response.Header)
	}
	if !*a.Exists {
		return Details{}, persistent(RuleNotFound.Code, nil)
	}
	return Details{Brand: a.Brand, LastFour: a.LastFour, Expiry: a.Expiry, Status: a.Status}, nil
}

func (v *httpVendor) request(ctx context.Context, c *call) (*http.Request, error) {
	body, err := json.Marshal(question{c.Reference, c.Type, c.CustomerReference})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{
		"Authorization": "Bearer " + v.secret, "Content-Type": "application/json", "Accept": "application/json",
		"User-Agent": "dataimport",
		// With this header net/http also repeats the request by itself when a kept
		// connection turns out to be closed.
		"Idempotency-Key": c.key,
	} {
		request.Header.Set(name, value)
	}
	return request, nil
}
