package importclient

import (
	"context"
	"encoding/base64"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"net/http"
	"strings"
	"time"
)

const (
	tokenPath  = "/v1/graphql/"
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

// obtain asks once for a token. refused says why the service will not give one
// for this input; an error means that it could not be asked.
func (t *tokens) obtain(ctx context.Context, input tokenInput) (g grant, refused string, err error) {
	request := tokenRequest{Query: tokenQuery}
	request.Variables.Input = input
	body, err := json.Marshal(request)
	if err != nil {
		return grant{}, "", stopf("the API key is not text: %v", err)
	}
	asked := time.Now()
	a, err := t.conn.post(ctx, tokenPath, "", body)
	if err != nil {
		return grant{}, "", err
	}
	if again := retryable(a); again != nil {
		return grant{}, "", again
	}
	return readGrant(t.conn.base, a, asked)
}

func readGrant(base string, a answer, asked time.Time) (grant, string, error) {
	var found tokenAnswer
	err := json.Unmarshal(a.body, &found, jsontext.AllowDuplicateNames(true))
	switch token := found.Data.ObtainToken; {
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden:
		return grant{}, refusalOf(a).Error(), nil
	case err == nil && len(found.Errors) > 0 && transient(found.Errors[0].Extensions.ErrorCode):
		return grant{}, "", &tryAgain{reason: "no token: " + found.Errors[0].Message}
	case err == nil && len(found.Errors) > 0:
		e := found.Errors[0]
		return grant{}, strings.TrimSpace(e.Message + " " + e.Extensions.ErrorCode), nil
	case err != nil || !a.success() || token.Token == "":
		return grant{}, "", stopf("%s gives no tokens, see --url (%d from %s)", base, a.status, tokenPath)
	default:
		return grant{token: token.Token, refresh: token.RefreshToken, renewAt: renewal(token.Token, asked)}, "", nil
	}
}

// transient tells an error of the moment from a refusal of the credentials.
// GraphQL answers both with 200.
func transient(code string) bool {
	switch strings.ToLower(code) {
	case "throttled", "internal_error", "kt-ct-1199":
		return true
	default:
		return false
	}
}

// renewal is three quarters into the life of a JSON Web Token. The life is the
// difference of two times of the service's clock, so that a wrong clock here
// does no harm. Zero means that the token does not tell.
func renewal(token string, asked time.Time) time.Time {
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
