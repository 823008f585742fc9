package importclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"slices"
)

// A fault is one item of an error answer's errors.
type fault struct {
	Code   string `json:"code"`
	Attr   string `json:"attr"`
	Detail string `json:"detail"`
}

// A refusal is the service's final answer to a request that it will not carry
// out: sending the same again would end the same way.
type refusal struct {
	status int    // 0 if the line was refused here
	step   string // where in the line's way
	code   string
	detail string
	faults []fault
}

func (r *refusal) Error() string {
	if r.detail == "" {
		return r.code
	}
	return oneLine(r.code + ": " + r.detail)
}

// has says whether the code is the refusal's own or that of one of its faults.
func (r *refusal) has(code string) bool {
	return r.code == code || slices.ContainsFunc(r.faults, func(f fault) bool { return f.Code == code })
}

// refuse makes the refusal of a line that is not sent at all.
func refuse(code, attr, detail string) *refusal {
	r := &refusal{step: "read", code: code, detail: detail, faults: []fault{}}
	if attr != "" {
		r.faults = append(r.faults, fault{Code: code, Attr: attr, Detail: detail})
	}
	return r
}

// errorBody is the one error body of the interface together with the other
// one, that of a failed transaction.
type errorBody struct {
	Detail      string  `json:"detail"`
	Code        string  `json:"code"`
	Errors      []fault `json:"errors"`
	Status      any     `json:"status"`
	ErrorDetail string  `json:"error_detail"`
}

// refusalOf reads an error answer. An answer without a code, which a proxy may
// have given, gets one from its status.
func refusalOf(a answer) *refusal {
	var b errorBody
	if json.Unmarshal(a.body, &b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		b = errorBody{}
	}
	r := &refusal{status: a.status, code: b.Code, detail: b.Detail, faults: b.Errors}
	if kind, _ := b.Status.(string); r.code == "" && kind != "" {
		r.code, r.detail = kind, b.ErrorDetail
		r.faults = []fault{{Code: kind, Attr: "transactions", Detail: b.ErrorDetail}}
	}
	if r.code == "" {
		r.code = fmt.Sprintf("http_%d", a.status)
		r.detail = fmt.Sprintf("The answer was %d %s.", a.status, http.StatusText(a.status))
	}
	if r.faults == nil {
		r.faults = []fault{}
	}
	return r
}

// fromService says whether the service itself gave the answer, and not
// something between here and there.
func (r *refusal) fromService() bool {
	return r.code != fmt.Sprintf("http_%d", r.status)
}
