package accounts

import (
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

var ruleTestEmail = catalogue.Rule{
	Code: "possible_test_email_address", Area: account.AreaPeople,
	Meaning: "The address was probably made up for a test: it has test or xxx before the @, or after it test.com, test.co.uk or a name under .xxx or .xx.",
	Remedy:  "Use the customer's own address, or leave it out.",
	Attr:    "billing_email",
	Bad:     `{"billing_email": "test@example.com"}`,
	Good:    `{"billing_email": "zoe.test@example.com"}`,
}

var (
	validEmail = validation.By(func(value any) error {
		address, _ := value.(string)
		if formats.IsEmail(address) {
			return nil
		}
		return validation.NewError(account.RuleInvalidEmail.Code, fault.MaskedEmail(address)+" is not "+wantedEmail(address)+": correct it, or leave it out.")
	})
	noTestEmail = validation.By(func(value any) error {
		address, _ := value.(string)
		if isNoTestEmail(address) {
			return nil
		}
		return validation.NewError(ruleTestEmail.Code, fault.MaskedEmail(address)+
			" looks like an address that was made up for a test, by what stands before its @ or by its domain: correct it, or leave it out.")
	})
)

// checkEmail applies the rules of e-mail addresses to a member of the place at.
func checkEmail(f *account.Facts, at *fault.At, field, address string) {
	if address == "" {
		return
	}
	at.Check(field, address, validEmail, noTestEmail)
	checkEmailNotInternal(f, at, field, address)
}

func wantedEmail(address string) string {
	if strings.IndexByte(address, '@') < 0 {
		return "an e-mail address, since it has no @"
	}
	return "an e-mail address to which mail can be sent"
}

// isNoTestEmail: a customer's address has neither test nor xxx before its @, and
// neither test.com nor test.co.uk after it, nor a domain under .xxx or .xx. Those
// are whole names: tester and contest.com are not meant.
func isNoTestEmail(address string) bool {
	local, domain := splitEmail(address)
	return !strings.EqualFold(local, "test") && !strings.EqualFold(local, "xxx") &&
		!strings.EqualFold(domain, "test.com") && !strings.EqualFold(domain, "test.co.uk") &&
		!hasSuffixFold(domain, ".xxx") && !hasSuffixFold(domain, ".xx")
}

var ruleInternalEmail = catalogue.Rule{
	Code: "internal_email_address", Area: account.AreaPeople,
	Meaning: "The address is one that the operator has set as the supplier's own, or is in such a domain, and so is not the customer's.",
	Remedy:  "Use the customer's own address, or leave it out.",
	Attr:    "customers.0.contact_emails.0",
	Bad:     `{"customers": [{"family_name": "O’Neill", "contact_emails": ["billing@acme.example"]}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "contact_emails": ["zoe@example.com"]}]}`,
}

// checkEmailNotInternal: a customer's address is none that the supplier has set as its own,
// and is in no domain that the supplier has set, nor in one below it.
func checkEmailNotInternal(f *account.Facts, at *fault.At, field, address string) {
	if listed := f.Rules().InternalEmail(address); listed != "" {
		at.AddAt(field, ruleInternalEmail.Code, fault.MaskedEmail(address)+" is the supplier's own: a customer has another address, or none.")
	}
}

func splitEmail(address string) (local, domain string) {
	i := strings.LastIndexByte(address, '@')
	if i < 0 {
		return address, ""
	}
	return address[:i], address[i+1:]
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
