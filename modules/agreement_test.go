package modules_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"io"
	"net/http"
	"strings"
	"testing"

	"dataimport/modules/kit/testing/apptest"
)

// Whatever is sent, validating says of it what staging does, fault for fault; and
// what is staged is what was sent, byte for byte. What is sent is a body in which the
// value at a place, counted through the whole body, is another one.
func FuzzValidateAgreesWithStaging(f *testing.F) {
	env, token := serveCorpus(f)
	samples := corpus(f)
	for i, s := range samples {
		f.Add(s.body, uint16(0), "")
		f.Add(s.body, uint16(7*i), unlikely[i%len(unlikely)])
	}
	f.Fuzz(func(t *testing.T, body string, place uint16, value string) {
		env.TB = t
		body = exchanged(body, int(place), value)
		validated, staged := exchange(env, token, validatePath, body), exchange(env, token, stagePath, body)
		if got, want := staged.faults(), validated.faults(); got != want {
			t.Fatalf("staging finds\n%s\nand validating\n%s", got, want)
		}
		valid, kept := validated.Status == http.StatusOK, staged.Status == http.StatusOK || staged.Status == http.StatusCreated
		if valid != kept || validated.Status/100 != staged.Status/100 {
			t.Fatalf("validating answers %d, staging %d %s", validated.Status, staged.Status, staged.Body)
		}
		if valid {
			stagedAsSent(env, validated.Body, body)
		}
	})
}

// unlikely are values to put where others are expected.
var unlikely = []string{
	`null`, `false`, `0`, `-0.000`, `1e99`, `123456789012345678901234567890`, `""`, `" \u00a0"`, `"\u0000\ud83c\udfe0"`, `" ACME "`, `"2024-02-30"`, `"0001-01-01"`,
	`"9999-12-31T23:59:59-23:59"`, `[]`, `[null]`, `[[]]`, `[{}]`, `{}`, `{"":{}}`, `{"a":1,"a":2}`, `"\ud800"`, "\"\xff\"", `"`,
}

// exchanged is a body with the value at a place exchanged, where there is one.
func exchanged(body string, place int, value string) string {
	d := jsontext.NewDecoder(strings.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for n := 0; value != ""; n++ {
		if n == place {
			if old, err := d.ReadValue(); err == nil {
				end := int(d.InputOffset())
				return body[:end-len(old)] + value + body[end:]
			}
		}
		if _, err := d.ReadToken(); err != nil {
			break
		}
	}
	return body
}

// exchange sends what need not be as documented, nor JSON at all.
func exchange(env *apptest.Env, token, path, body string) answered {
	env.Helper()
	request, err := http.NewRequest(http.MethodPost, env.URL+path, strings.NewReader(body))
	if err != nil {
		env.Fatal(err)
	}
	request.Header.Set("Authorization", "Token "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		env.Fatal(err)
	}
	defer response.Body.Close()
	answer := answered{Env: env, Status: response.StatusCode}
	if answer.Body, err = io.ReadAll(response.Body); err != nil {
		env.Fatal(err)
	}
	return answer
}

type answered struct {
	*apptest.Env
	Status int
	Body   []byte
}

// faults are the answer's, one a line; a malformed body has a sentence instead.
// That of a moment names the present one, so that sentences are not compared.
func (a *answered) faults() string {
	if a.Status < http.StatusBadRequest {
		return ""
	}
	var body apptest.ErrorBody
	if err := json.Unmarshal(a.Body, &body); err != nil {
		a.Fatalf("%d %s: %v", a.Status, a.Body, err)
	}
	if len(body.Errors) == 0 {
		return body.Code + " " + body.Detail
	}
	var lines strings.Builder
	for _, fault := range body.Errors {
		lines.WriteString(fault.Code + " " + fault.Attr + "\n")
	}
	return lines.String()
}

// stagedAsSent fails the test unless the payload that counts for the account is the
// body. What was understood tells which account that is.
func stagedAsSent(env *apptest.Env, understood []byte, body string) {
	env.Helper()
	var account struct {
		Supplier string `json:"import_supplier"`
		Number   string `json:"external_account_number"`
	}
	if err := json.Unmarshal(understood, &account); err != nil {
		env.Fatalf("%s: %v", understood, err)
	}
	var kept string
	const query = `SELECT unpacked(g.payload) FROM import_processes p JOIN suppliers s ON s.id = p.supplier JOIN stagings g ON g.id = p.staging
		WHERE s.code = ? AND p.external_account_number = ?`
	if err := env.Runtime.Reader.QueryRow(query, account.Supplier, account.Number).Scan(&kept); err != nil {
		env.Fatalf("%s: %v", understood, err)
	}
	if kept != body {
		env.Fatalf("staged is\n%q\nof\n%q", kept, body)
	}
}
