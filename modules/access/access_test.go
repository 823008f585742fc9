package access_test

import (
	"encoding/json/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

const lists = "/v1/data-import/all-account-import-processes/"

func serveWithClient(t *testing.T) *apptest.Env {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All))
	env.Supplier("ACME", nil)
	env.Supplier("OTHER", nil)
	return env
}

type tokenPayload struct {
	Token            string         `json:"token"`
	RefreshToken     string         `json:"refreshToken"`
	RefreshExpiresIn int64          `json:"refreshExpiresIn"`
	Payload          map[string]any `json:"payload"`
}

// obtainToken runs the mutation with an input and returns its result or its errorCode.
func obtainToken(env *apptest.Env, mutation, input string) (tokenPayload, string) {
	env.Helper()
	query := `mutation { ` + mutation + `(input: {` + input + `}) { token refreshToken refreshExpiresIn payload } }`
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		env.Fatal(err)
	}
	var answer struct {
		Data   map[string]*tokenPayload `json:"data"`
		Errors []struct {
			Message    string            `json:"message"`
			Extensions map[string]string `json:"extensions"`
		} `json:"errors"`
	}
	env.Post("", "/v1/graphql", string(body)).Expect(http.StatusOK).Decode(&answer)
	if len(answer.Errors) > 0 {
		return tokenPayload{}, answer.Errors[0].Extensions["errorCode"]
	}
	return *answer.Data[mutation], ""
}

func TestATokenForAKey(t *testing.T) {
	env := serveWithClient(t)
	key := env.Client("Acme scripts", nil, "ACME")
	for _, mutation := range []string{"obtainToken", "obtainKrakenToken"} {
		got, code := obtainToken(env, mutation, `APIKey: "`+key+`"`)
		if code != "" {
			t.Fatalf("%s: %s", mutation, code)
		}
		env.Get(got.Token, lists+"ACME/").Expect(http.StatusOK)
		life := time.Until(time.Unix(got.RefreshExpiresIn, 0))
		if life < 167*time.Hour || life > 169*time.Hour {
			t.Errorf("the refresh token lives %s", life)
		}
		if exp, ok := got.Payload["exp"].(float64); !ok || time.Until(time.Unix(int64(exp), 0)) > time.Hour {
			t.Errorf("payload %v", got.Payload)
		}
		env.Get(got.RefreshToken, lists+"ACME/").Refused(http.StatusUnauthorized, "invalid_token")
	}
}

func TestARefreshTokenObtainsAnother(t *testing.T) {
	env := serveWithClient(t)
	first, _ := obtainToken(env, "obtainToken", `APIKey: "`+env.Client("Acme", nil, "ACME")+`"`)
	second, code := obtainToken(env, "obtainToken", `refreshToken: "`+first.RefreshToken+`"`)
	if code != "" {
		t.Fatal(code)
	}
	env.Get(second.Token, lists+"ACME/").Expect(http.StatusOK)
	if second.RefreshExpiresIn != first.RefreshExpiresIn {
		t.Error("refreshing must not prolong the refresh token")
	}
}

func TestInputsThatGiveNoToken(t *testing.T) {
	env := serveWithClient(t)
	key := env.Client("Acme", nil, "ACME")
	disabled := env.Client("Disabled", map[string]any{"disabled": true}, "ACME")
	good, _ := obtainToken(env, "obtainToken", `APIKey: "`+key+`"`)
	for name, test := range map[string]struct{ input, code string }{
		"neither":          {``, "invalid_input"},
		"both":             {`APIKey: "x", refreshToken: "y"`, "invalid_input"},
		"unknown key":      {`APIKey: "x"`, "invalid_api_key"},
		"empty key":        {`APIKey: ""`, "invalid_api_key"},
		"disabled client":  {`APIKey: "` + disabled + `"`, "invalid_api_key"},
		"nonsense":         {`refreshToken: "x"`, "invalid_refresh_token"},
		"an access token":  {`refreshToken: "` + good.Token + `"`, "invalid_refresh_token"},
		"expired":          {`refreshToken: "` + signToken(env, "Acme", "refresh", -time.Minute) + `"`, "refresh_token_expired"},
		"not a query":      {`APIKey: 5, x: {`, "invalid_query"},
		"an unknown field": {`Key: "x"`, "invalid_query"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, code := obtainToken(env, "obtainToken", test.input); code != test.code {
				t.Errorf("errorCode %q, want %q", code, test.code)
			}
		})
	}
}

func TestBodiesThatAreNoGraphQL(t *testing.T) {
	env := serveWithClient(t)
	env.Post("", "/v1/graphql/", `{"query":`).Refused(http.StatusBadRequest, "malformed_json")
	env.Post("", "/v1/graphql/", `{"query":5}`).Refused(http.StatusBadRequest, "request_failed_validation")
	env.Post("", "/v1/graphql/", `[]`).Refused(http.StatusBadRequest, "malformed_json")
}

// signToken makes a token for a client with its secret, which only the service knows.
func signToken(env *apptest.Env, client, use string, life time.Duration) string {
	env.Helper()
	record, err := env.App.FindFirstRecordByData("api_clients", "name", client)
	if err != nil {
		env.Fatal(err)
	}
	return signClaims(env, record.Id, record.GetString("token_key"), use, life)
}

func signClaims(env *apptest.Env, id, secret, use string, life time.Duration) string {
	env.Helper()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"sub": id, "use": use, "exp": time.Now().Add(life).Unix()}).SignedString([]byte(secret))
	if err != nil {
		env.Fatal(err)
	}
	return token
}

func TestTokensThatAreRefused(t *testing.T) {
	env := serveWithClient(t)
	env.Client("Acme", nil, "ACME")
	record, err := env.App.FindFirstRecordByData("api_clients", "name", "Acme")
	if err != nil {
		t.Fatal(err)
	}
	otherwise := func(method jwt.SigningMethod, claims jwt.MapClaims) string {
		token, err := jwt.NewWithClaims(method, claims).SignedString([]byte(record.GetString("token_key")))
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	unsigned, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"sub": record.Id, "use": "access", "exp": time.Now().Add(time.Hour).Unix()}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ header, code string }{
		"none":              {"", "not_authenticated"},
		"a scheme alone":    {"Token ", "invalid_token"},
		"another scheme":    {"Basic dXNlcjpwYXNz", "not_authenticated"},
		"nonsense":          {"Token abc", "invalid_token"},
		"expired":           {"Token " + signToken(env, "Acme", "access", -time.Second), "token_expired"},
		"another secret":    {"Token " + signClaims(env, record.Id, "guess", "access", time.Hour), "invalid_token"},
		"an unknown client": {"Token " + signClaims(env, "nobody", "guess", "access", time.Hour), "invalid_token"},
		"no signature":      {"Token " + unsigned, "invalid_token"},
		"another algorithm": {"Token " + otherwise(jwt.SigningMethodHS512, jwt.MapClaims{"sub": record.Id, "use": "access", "exp": time.Now().Add(time.Hour).Unix()}), "invalid_token"},
		"no end":            {"Token " + otherwise(jwt.SigningMethodHS256, jwt.MapClaims{"sub": record.Id, "use": "access"}), "invalid_token"},
		"no use":            {"Token " + otherwise(jwt.SigningMethodHS256, jwt.MapClaims{"sub": record.Id, "exp": time.Now().Add(time.Hour).Unix()}), "invalid_token"},
		"a refresh token":   {"Token " + signToken(env, "Acme", "refresh", time.Hour), "invalid_token"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := sendHeader(env, test.header)
			answer.Refused(http.StatusUnauthorized, test.code)
			if answer.Header.Get("WWW-Authenticate") != "Token" {
				t.Error("no WWW-Authenticate")
			}
		})
	}
}

func sendHeader(env *apptest.Env, authorization string) *apptest.Answer {
	env.Helper()
	request, err := http.NewRequest(http.MethodGet, env.URL+lists+"ACME/", nil)
	if err != nil {
		env.Fatal(err)
	}
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	return env.Do(request, "")
}

func TestFormsOfTheHeader(t *testing.T) {
	env := serveWithClient(t)
	token := env.Token(env.Client("Acme", nil, "ACME"))
	for _, header := range []string{"Token " + token, "JWT " + token, "Bearer " + token, token, "token " + token, "Token   " + token} {
		sendHeader(env, header).Expect(http.StatusOK)
	}
}

// An operator's change of a client applies to all of its tokens from the next request on.
func TestChangesHoldAtOnce(t *testing.T) {
	for name, test := range map[string]struct {
		fields map[string]any
		status int
		code   string
	}{
		"key rotated":   {map[string]any{"key_hash": strings.Repeat("0", 64)}, http.StatusUnauthorized, "invalid_token"},
		"disabled":      {map[string]any{"disabled": true}, http.StatusUnauthorized, "invalid_token"},
		"grant removed": {map[string]any{"suppliers": []string{}}, http.StatusNotFound, "import_supplier_not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			env := serveWithClient(t)
			tokens, _ := obtainToken(env, "obtainToken", `APIKey: "`+env.Client("Acme", nil, "ACME")+`"`)
			env.Get(tokens.Token, lists+"ACME/").Expect(http.StatusOK)
			env.Change("api_clients", "name", "Acme", test.fields)
			env.Get(tokens.Token, lists+"ACME/").Refused(test.status, test.code)
			if _, code := obtainToken(env, "obtainToken", `refreshToken: "`+tokens.RefreshToken+`"`); test.status == http.StatusUnauthorized && code != "invalid_refresh_token" {
				t.Errorf("the refresh token still gives: %q", code)
			}
		})
	}
}

// A supplier that a client was not granted is answered like one that does not exist.
func TestAnotherClientsSupplierDoesNotExist(t *testing.T) {
	env := serveWithClient(t)
	token := env.Token(env.Client("Acme", nil, "ACME"))
	for _, path := range []string{
		"/v1/data-import/all-account-import-processes/", "/v1/data-import/pending-account-import-processes/",
		"/v1/data-import/imported-account-import-processes/",
	} {
		others := env.Get(token, path+"OTHER/").Expect(http.StatusNotFound)
		unknown := env.Get(token, path+"NOBODY/").Expect(http.StatusNotFound)
		if string(others.Body) != string(unknown.Body) {
			t.Errorf("%s tells them apart: %s, %s", path, others.Body, unknown.Body)
		}
	}
}
