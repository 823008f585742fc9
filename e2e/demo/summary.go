package main

import (
	"bytes"
	"context"
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"path/filepath"

	"dataimport/modules/kit/http/paths"
)

const (
	// exampleNumber is the first account of the book, which is never faulty.
	exampleNumber = "EXT-00000001"
	// tokenLife is long, so that the token on the screen works when it is read.
	tokenLife = "24h"
)

// printSummary prints what can be looked at.
func (d *demo) printSummary(ctx context.Context, url string) error {
	fmt.Printf(`
What was refused above is faulty on purpose.
The service is running; its data is in %s.

  Start page        %s/
  Interface, to try %s/v1/data-import/docs/
  Dashboard         %s/_/
                    e-mail %s, password %s
  Support staff     %s/imports/%s/
                    e-mail %s, password %s
  API key           %s
  Book              %s
  Refused           %[12]s.refused.ndjson
  Results           %[13]s: the old and the new number of each account
  From extracts     %[18]s/imports/%[19]s/, with its runs; the files are in %[20]s
  Delivered         %[14]d events, in %[15]s
                    %[16]d e-mails, in %[17]s
`, d.dir, url, url, url, email, password, url, supplier, staff, password, d.key, d.bookPath(), d.resultsPath(),
		d.receivers.eventCount.Load(), d.receivers.eventsPath(), d.receivers.mailCount.Load(), d.receivers.mailsFolder(), url, oldSystem, filepath.Join(d.dir, "migration"))
	if d.accounts > 0 {
		if err := d.printExample(ctx, url); err != nil {
			return err
		}
	}
	fmt.Print("\nCtrl-C stops it.\n")
	return nil
}

// printExample requests the status of an account, and prints it with the command that does the
// same.
func (d *demo) printExample(ctx context.Context, url string) error {
	token, err := d.obtainToken(ctx, url)
	if err != nil {
		return err
	}
	path := url + paths.AccountStatus + "/" + supplier + "/" + exampleNumber + "/"
	var status struct {
		Status string `json:"status"`
		Number string `json:"service_account_number"`
	}
	if err := sendRequest(ctx, http.MethodGet, path, "Token "+token, nil, &status); err != nil {
		return err
	}
	fmt.Printf(`
  Example account   %s, line 1 of the book: %s as %s
  Ask for it        curl -H 'Authorization: Token %s' %s
`, exampleNumber, status.Status, status.Number, token, path)
	return nil
}

func (d *demo) obtainToken(ctx context.Context, url string) (string, error) {
	query, err := json.Marshal(map[string]string{"query": fmt.Sprintf(`mutation { obtainToken(input: {APIKey: %q}) { token } }`, d.key)})
	if err != nil {
		return "", err
	}
	var answer struct {
		Data struct {
			ObtainToken struct {
				Token string `json:"token"`
			} `json:"obtainToken"`
		} `json:"data"`
	}
	err = sendRequest(ctx, http.MethodPost, url+paths.GraphQL+"/", "", query, &answer)
	return answer.Data.ObtainToken.Token, err
}

// sendRequest sends a request and reads the answer.
func sendRequest(ctx context.Context, method, url, authorization string, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s %s", method, url, response.Status, text)
	}
	return json.Unmarshal(text, into)
}
