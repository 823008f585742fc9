package vendors

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/stripe/stripe-go/v85"

	"dataimport/modules/kit/domain/foreign"
)

// stripeVendor asks Stripe through Stripe's client library.
type stripeVendor struct {
	client *stripe.Client
}

// newStripe returns a vendor whose library neither repeats, times out nor logs: the
// adapter does that, and the library would do it a second time. An empty address is
// Stripe's own.
func newStripe(client *http.Client, address, secret string) *stripeVendor {
	config := &stripe.BackendConfig{
		HTTPClient: client, MaxNetworkRetries: stripe.Int64(0), EnableTelemetry: stripe.Bool(false),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	}
	if address != "" {
		config.URL = stripe.String(address)
	}
	return &stripeVendor{stripe.NewClient(secret, stripe.WithBackends(stripe.NewBackendsWithConfig(config)))}
}

// stripeID matches all of Stripe's identifiers, such as pm_1Nv0FGQ9RKHgCVdK. No other
// reference is sent to Stripe: it cannot exist there, it might be a card number, and in a
// path it might lead to another resource.
var stripeID = regexp.MustCompile(`^[a-z]{2,16}_[A-Za-z0-9_]{1,250}$`)

func (v *stripeVendor) ask(ctx context.Context, c *call) (Details, error) {
	if !stripeID.MatchString(c.Reference) {
		return Details{}, persistent(RuleNotFound.Code, errors.New("this is no identifier of Stripe's"))
	}
	var found stripeInstruction
	var err error
	// Sources are the predecessors of payment methods at Stripe. An instruction that was
	// created as a source still is one.
	if strings.HasPrefix(c.Reference, "src_") {
		var source *stripe.Source
		if source, err = v.client.V1Sources.Retrieve(ctx, c.Reference, nil); err == nil {
			found = ofSource(source)
		}
	} else {
		var method *stripe.PaymentMethod
		if method, err = v.client.V1PaymentMethods.Retrieve(ctx, c.Reference, nil); err == nil {
			found = ofPaymentMethod(method)
		}
	}
	if err != nil {
		return Details{}, ofStripe(err)
	}
	return found.verified(c)
}

// verified returns the details of the found instruction if it matches the request.
func (i *stripeInstruction) verified(c *call) (Details, error) {
	switch {
	case i.id != c.Reference:
		return Details{}, &UnavailableError{Cause: errors.New("stripe answered with another object than the one asked for")}
	case c.Type == typeCard && !i.card, c.Type == typeDirectDebit && !i.debit:
		return Details{}, persistent(RuleMismatch.Code, fmt.Errorf("stripe has it as %s", foreign.Code(i.kind)))
	case strings.HasPrefix(c.CustomerReference, "cus_") && i.customer != "" && i.customer != c.CustomerReference:
		return Details{}, persistent(RuleMismatch.Code, errors.New("stripe has it with another customer"))
	}
	return i.details, nil
}

// ofStripe is the error of a call. It keeps only the codes of Stripe's answer, because
// Stripe's messages may quote the request or the customer. The library's error for an
// unreadable answer holds the answer's text, so it is dropped here, too.
func ofStripe(err error) error {
	var refused *stripe.Error
	var connection *url.Error
	var network net.Error
	switch {
	case errors.As(err, &refused):
		return ofStripesWords(refused)
	case errors.As(err, &connection), errors.As(err, &network):
		return err
	default:
		return &UnavailableError{Cause: errors.New("stripe's answer cannot be read or understood")}
	}
}

func ofStripesWords(refused *stripe.Error) error {
	cause := fmt.Errorf("stripe answered with status %d, code %s, request %s", refused.HTTPStatusCode, foreign.Code(string(refused.Code)), foreign.Code(refused.RequestID))
	if refused.Code == stripe.ErrorCodeResourceMissing {
		return persistent(RuleNotFound.Code, cause)
	}
	var lasting *PersistentError
	if errors.As(ofStatus(refused.HTTPStatusCode, nil), &lasting) {
		return persistent(lasting.Code, cause)
	}
	return &UnavailableError{Cause: cause}
}
