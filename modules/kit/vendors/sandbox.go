package vendors

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
)

// sandbox is a vendor for demonstrations and tests. It calls no service: the reference
// decides the answer. The README documents it.
type sandbox struct{}

// sandboxPrefix begins the references whose next word decides the outcome.
const sandboxPrefix = "sandbox-"

func (sandbox) ask(ctx context.Context, c *call) (Details, error) {
	known := sandboxDetails(c)
	switch outcome(c.Reference) {
	case "missing":
		return Details{}, persistent(RuleNotFound.Code, nil)
	case "mismatch":
		return Details{}, persistent(RuleMismatch.Code, nil)
	case "credentials":
		return Details{}, ofStatus(http.StatusUnauthorized, nil)
	case "refused":
		return Details{}, ofStatus(http.StatusUnprocessableEntity, nil)
	case "unreachable":
		return Details{}, persistent(RuleUnreachable.Code, errors.New("the sandbox has no such address"))
	case "unavailable":
		return Details{}, ofStatus(http.StatusServiceUnavailable, nil)
	case "timeout":
		<-ctx.Done()
		return Details{}, ctx.Err()
	case "flaky":
		if c.attempt == 1 {
			return Details{}, ofStatus(http.StatusBadGateway, nil)
		}
	case "expired":
		known.Expiry, known.Status = "01/2020", "expired"
	case "overshare": // a published test number that belongs to no account
		known.Brand, known.LastFour = "Visa 4242 4242 4242 4242", "4242424242424242"
	}
	return known, nil
}

// outcome returns the word of a reference that decides the outcome, or the empty text.
func outcome(reference string) string {
	rest, named := strings.CutPrefix(reference, sandboxPrefix)
	if !named {
		return ""
	}
	word, _, _ := strings.Cut(rest, "-")
	return word
}

// sandboxDetails are derived from the reference: the same reference always has the same
// details.
func sandboxDetails(c *call) Details {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(c.Reference))
	n := hash.Sum32()
	known := Details{Status: "active"}
	switch c.Type {
	case typeCard:
		known.Brand = []string{"visa", "mastercard", "amex"}[n%3]
		known.LastFour = fmt.Sprintf("%04d", n/3%10_000)
		known.Expiry = fmt.Sprintf("%02d/%d", 1+n%12, 2030+n/12%5)
	case typeDirectDebit:
		known.Brand, known.LastFour = "bacs_debit", fmt.Sprintf("%04d", n%10_000)
	}
	return known
}
