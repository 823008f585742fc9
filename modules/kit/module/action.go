package module

import (
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"
)

// Action is an operation of operators in the dashboard beside editing records. Operators and
// admins may call it, and no other caller.
type Action struct {
	Method string
	Path   string // below ActionPrefix, with parameters in braces
	Handle func(e *core.RequestEvent) error
}

// ActionPrefix is the beginning of the paths of actions. No other routes are below it.
const ActionPrefix = "/api/dataimport/"

// Refusal says in a sentence for people why an action was not done.
type Refusal struct {
	Status int
	Text   string
}

func (r *Refusal) Error() string { return r.Text }

// Refused is a refusal with an HTTP status.
func Refused(status int, text string) *Refusal { return &Refusal{status, text} }

// Answer shows a refusal in PocketBase's shape, which the dashboard understands, and
// leaves other errors to PocketBase, which hides them.
func Answer(e *core.RequestEvent, err error) error {
	var r *Refusal
	if errors.As(err, &r) {
		return e.Error(r.Status, r.Text, nil)
	}
	return err
}

const maxReason = 2000

// Reason is the reason for an action without the space around it; the error is a
// *Refusal.
func Reason(text string) (string, error) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n == 0 || n > maxReason {
		return "", Refused(http.StatusBadRequest, "Give a reason of 1 to 2000 characters.")
	}
	return text, nil
}
