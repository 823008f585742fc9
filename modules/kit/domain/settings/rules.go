package settings

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Rules are the settings of a supplier that switch rules of the account object on. The zero
// value accepts what any supplier does.
type Rules struct {
	ManagedAccountsRefused     bool
	ConsentsRefused            bool
	CAISReferencesRefused      bool
	FictionalPhonesRefused     bool // telephone numbers that a regulator keeps for fiction
	BillingDocumentIdentifiers Presence
	// CustomersOptional says whether an account may have no customers. It is nil where the
	// supplier's market decides.
	CustomersOptional        *bool
	TeamsAllocated           bool // operations teams are allocated by the service's operators, not by accounts
	PortfoliosCreated        bool // portfolios are created for accounts, which name none
	RegistrationFlowsSent    bool // customers are asked to register
	UserRoleRequired         bool
	BusinessRequired         bool // business accounts belong to businesses with contracts
	BusinessLinkedByContract *bool
	// FirstPaymentDay and LastPaymentDay are the days of a month on which payments may be
	// due; zero for no limit.
	FirstPaymentDay, LastPaymentDay int
	PaymentScheduleMinimum          decimal.Decimal
	ExclusiveRoles                  []string // a customer who has one has no other
	InternalEmails                  []string // addresses and domains that no customer may have, in small letters
	// UniqueReferences are namespaces in which no two accounts have the same reference.
	UniqueReferences []string
	// UniqueCustomerDetails are namespaces in which no two customers of an account have the
	// same detail; nil for the default.
	UniqueCustomerDetails []string
}

// Presence says whether a member may be there.
type Presence string

// The presences. The empty one is Optional.
const (
	Optional Presence = "optional"
	Required Presence = "required"
	Refused  Presence = "refused"
)

// defaultUniqueCustomerDetails are the namespaces that are unique where the operator has
// set none.
var defaultUniqueCustomerDetails = []string{"external_user_id"}

// IsUniqueCustomerDetail reports whether no two customers of an account may have the same
// value in a namespace.
func (r *Rules) IsUniqueCustomerDetail(namespace string) bool {
	if r.UniqueCustomerDetails == nil {
		return slices.Contains(defaultUniqueCustomerDetails, namespace)
	}
	return slices.Contains(r.UniqueCustomerDetails, namespace)
}

// PaymentDays returns the first and the last day of a month on which payments may be due.
func (r *Rules) PaymentDays() (first, last int) {
	const longestMonth = 31
	first, last = max(r.FirstPaymentDay, 1), longestMonth
	if r.LastPaymentDay > 0 {
		last = r.LastPaymentDay
	}
	return first, last
}

// InternalEmail returns the listed address or domain that an address is, or lies in, empty
// for none.
func (r *Rules) InternalEmail(address string) string {
	if len(r.InternalEmails) == 0 {
		return ""
	}
	address = strings.ToLower(address)
	_, domain, _ := strings.Cut(address, "@")
	for _, listed := range r.InternalEmails {
		if address == listed || domain == listed || strings.HasSuffix(domain, "."+listed) {
			return listed
		}
	}
	return ""
}
