package endpoint

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

var ruleRequestFailedValidation = catalogue.Rule{
	Code: fault.RequestFailedValidation, Area: catalogue.Requests, Statuses: []int{http.StatusBadRequest},
	Meaning: "The body or a parameter of a request that is not about a whole account has faults, each of which is named in errors; nothing was stored.",
	Remedy:  "Correct what errors names and send the request again.",
}

// Input is the body of an endpoint. It is a struct T with the tags that package payload
// describes, and the rules that no tag can express.
type Input[T any] struct {
	object *payload.Object
	check  func(c *Call, in *T, at *fault.At) error
}

// NewInput describes a body. check adds the faults of further rules; nil checks none. Its
// error ends the request: it comes from a service that check asks, as a document store.
func NewInput[T any](check func(c *Call, in *T, at *fault.At) error) *Input[T] {
	return &Input[T]{object: payload.Of(*new(T)), check: check}
}

// Read decodes and checks the body of a call. The error is a *fault.Error with all faults
// of the body, or the error of the check.
func (i *Input[T]) Read(c *Call) (in *T, err error) {
	defer c.Span("validate")(false)
	var faults fault.Collector
	parts, err := i.object.Decode(c.Body, c.Limits, &faults)
	if err != nil {
		return nil, err
	}
	in = parts[0].(*T)
	if i.check != nil {
		at := fault.Root(&faults)
		if err := i.check(c, in, &at); err != nil {
			return nil, err
		}
	}
	list := faults.List()
	payload.Sort(c.Body, list)
	return in, fault.InvalidRequest(list)
}

// Schema describes the body as JSON Schema.
func (i *Input[T]) Schema() map[string]any {
	return i.object.Schema()
}

// Post makes the handler of an endpoint with this body, which executes a valid one.
func (i *Input[T]) Post(execute func(c *Call, in *T) (Reply, error)) Handle {
	return func(c *Call) (Reply, error) {
		in, err := i.Read(c)
		if err != nil {
			return Reply{}, err
		}
		return execute(c, in)
	}
}
