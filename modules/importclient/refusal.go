package importclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// A reportedFault is one item of an error answer's errors.
type reportedFault struct {
	Code   string `json:"code"`
	Attr   string `json:"attr"`
	Detail string `json:"detail"`
}

// A refusal is the service's final answer to a request that it will not carry out. The same request
// would be refused again.
type refusal struct {
	status int           // 0 if the line was refused by this program
	after  time.Duration // when to ask again, 0 where the service does not say
	code   string
	detail string
	faults []reportedFault
}

func (r *refusal) Error() string {
	if r.detail == "" {
		return r.code
	}
	return joinLines(r.code + ": " + r.detail)
}

// hasCode reports whether the code is the refusal's own or that of one of its faults.
func (r *refusal) hasCode(code string) bool {
	return r.code == code || slices.ContainsFunc(r.faults, func(f reportedFault) bool { return f.Code == code })
}

// errorBody is the body of an error.
type errorBody struct {
	Detail string          `json:"detail"`
	Code   string          `json:"code"`
	Errors []reportedFault `json:"errors"`
}

// parseRefusal reads an error answer. An answer without a code, perhaps of a proxy, gets a code
// from its status.
func parseRefusal(a answer) *refusal {
	var b errorBody
	if json.Unmarshal(a.body, &b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		b = errorBody{}
	}
	r := &refusal{status: a.status, after: parseRetryAfter(a.header.Get("Retry-After"), time.Now()), code: b.Code, detail: b.Detail, faults: b.Errors}
	if r.code == "" {
		r.code = fmt.Sprintf("http_%d", a.status)
		r.detail = fmt.Sprintf("The answer was %d %s.", a.status, http.StatusText(a.status))
	}
	if r.faults == nil {
		r.faults = []reportedFault{}
	}
	return r
}

// isFromService reports whether the service itself gave the answer, and no proxy before it.
func (r *refusal) isFromService() bool {
	return r.code != fmt.Sprintf("http_%d", r.status)
}
