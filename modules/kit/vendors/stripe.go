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
)

// stripeVendor asks Stripe, through its own client library.
type stripeVendor struct {
	client *stripe.Client
}

// newStripe leaves retries, deadlines and logging to us: the library's own would come
// on top of them. Address is Stripe's where it is empty.
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

// stripeID is how all of Stripe's identifiers look, such as pm_1Nv0FGQ9RKHgCVdK. Nothing
// else is asked for: it cannot exist there, it might be a card number, and in a path it
// might lead elsewhere.
var stripeID = regexp.MustCompile(`^[a-z]{2,16}_[A-Za-z0-9_]{1,250}$`)

func (v *stripeVendor) ask(ctx context.Context, c *call) (Details, error) {
	if !stripeID.MatchString(c.Reference) {
		return Details{}, persistent(RuleNotFound.Code, errors.New("this is no identifier of Stripe's"))
	}
	var found stripeInstruction
	var err error
	// Sources are what Stripe had before payment methods; what was made as one still is one.
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

// verified is the details of what was found, if it is what was asked for.
func (i *stripeInstruction) verified(c *call) (Details, error) {
	switch {
	case i.id != c.Reference:
		return Details{}, &UnavailableError{Cause: errors.New("stripe answered with another object than the one asked for")}
	case c.Type == typeCard && !i.card, c.Type == typeDirectDebit && !i.debit:
		return Details{}, persistent(RuleMismatch.Code, fmt.Errorf("stripe has it as %.40q", i.kind))
	case strings.HasPrefix(c.CustomerReference, "cus_") && i.customer != "" && i.customer != c.CustomerReference:
		return Details{}, persistent(RuleMismatch.Code, errors.New("stripe has it with another customer"))
	}
	return i.details, nil
}

// ofStripe is the error of a call. Of what Stripe says, only its codes go on: its
// messages may quote the request or the customer. An answer that the library cannot read
// it reports with the answer's text, so that error ends here too.
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
	cause := fmt.Errorf("stripe answered with status %d, code %.60q, request %.60q", refused.HTTPStatusCode, refused.Code, refused.RequestID)
	if refused.Code == stripe.ErrorCodeResourceMissing {
		return persistent(RuleNotFound.Code, cause)
	}
	var lasting *PersistentError
	if errors.As(ofStatus(refused.HTTPStatusCode, nil), &lasting) {
		return persistent(lasting.Code, cause)
	}
	return &UnavailableError{Cause: cause}
}
