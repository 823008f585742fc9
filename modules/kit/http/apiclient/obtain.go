package apiclient

import (
	"context"
	"encoding/base64"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"net/http"
	"strings"
	"time"

	"dataimport/modules/kit/http/paths"
)

const (
	tokenPath  = paths.GraphQL + "/"
	tokenQuery = "mutation ($input: ObtainJSONWebTokenInput!) { obtainToken(input: $input) { token refreshToken refreshExpiresIn } }"
)

// tokenInput has exactly one member set.
type tokenInput struct {
	APIKey       string `json:"APIKey,omitzero"`
	RefreshToken string `json:"refreshToken,omitzero"`
}

type tokenRequest struct {
	Query     string `json:"query"`
	Variables struct {
		Input tokenInput `json:"input"`
	} `json:"variables"`
}

type tokenAnswer struct {
	Data struct {
		ObtainToken struct {
			Token        string `json:"token"`
			RefreshToken string `json:"refreshToken"`
		} `json:"obtainToken"`
	} `json:"data"`
	Errors []struct {
		Message    string `json:"message"`
		Extensions struct {
			ErrorCode string `json:"errorCode"`
		} `json:"extensions"`
	} `json:"errors"`
}

// requestToken requests a token once. refused is the service's reason where it refuses this input.
// An error means that there is no final answer.
func (t *tokens) requestToken(ctx context.Context, input tokenInput) (g grant, refused string, err error) {
	query := tokenRequest{Query: tokenQuery}
	query.Variables.Input = input
	body, err := json.Marshal(query)
	if err != nil {
		return grant{}, "", NewStopError("the API key is not text: %v", err)
	}
	asked := time.Now()
	a, err := t.conn.send(ctx, Request{http.MethodPost, tokenPath, MediaJSON, "", body}, "", nil)
	if err != nil {
		return grant{}, "", err
	}
	if again := classifyRetry(a); again != nil {
		return grant{}, "", again
	}
	return readGrant(t.conn.base, a, asked)
}

func readGrant(base string, a Answer, asked time.Time) (grant, string, error) {
	var found tokenAnswer
	err := json.Unmarshal(a.Body, &found, jsontext.AllowDuplicateNames(true))
	switch token := found.Data.ObtainToken; {
	case a.Status == http.StatusUnauthorized, a.Status == http.StatusForbidden:
		return grant{}, parseRefusal(a).Error(), nil
	case err == nil && len(found.Errors) > 0 && isTransient(found.Errors[0].Extensions.ErrorCode):
		return grant{}, "", &RetryError{Reason: "no token: " + found.Errors[0].Message}
	case err == nil && len(found.Errors) > 0:
		e := found.Errors[0]
		return grant{}, strings.TrimSpace(e.Message + " " + e.Extensions.ErrorCode), nil
	case err != nil || !a.isSuccess() || token.Token == "":
		return grant{}, "", NewStopError("%s gives no tokens, see --url (%d from %s)", base, a.Status, tokenPath)
	default:
		return grant{token: token.Token, refresh: token.RefreshToken, renewAt: computeRenewal(token.Token, asked)}, "", nil
	}
}

// isTransient reports whether an error code is temporary. Other codes refuse the credentials.
// GraphQL answers both with status 200.
func isTransient(code string) bool {
	switch strings.ToLower(code) {
	case "throttled", "internal_error", "kt-ct-1199":
		return true
	default:
		return false
	}
}

// computeRenewal returns the time after three quarters of the life of a JSON Web Token. The life is
// the difference of two times of the service's clock, so a wrong clock here does no harm. It is
// zero where the token does not say its life.
func computeRenewal(token string, asked time.Time) time.Time {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return time.Time{}
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return time.Time{}
	}
	var claims struct {
		Issued  int64 `json:"iat"`
		Expires int64 `json:"exp"`
	}
	if json.Unmarshal(payload, &claims) != nil {
		return time.Time{}
	}
	if claims.Issued == 0 {
		claims.Issued = asked.Unix()
	}
	life := time.Duration(claims.Expires-claims.Issued) * time.Second
	if life <= 0 {
		return time.Time{}
	}
	return asked.Add(life * 3 / 4)
}
