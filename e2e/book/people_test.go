package book

import (
	"net/mail"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
)

func validPhone(number string) bool {
	parsed, err := phonenumbers.Parse(number, "GB")
	return err == nil && phonenumbers.IsValidNumber(parsed)
}

func TestPhonesAreValid(t *testing.T) {
	phones := 0
	each(t, func(t *testing.T, v view) {
		for _, c := range v.Customers {
			numbers := []string{c.Mobile, c.Landline}
			for _, other := range c.Others {
				numbers = append(numbers, other["phone_number"])
			}
			for _, number := range numbers {
				if number != "" && !validPhone(number) {
					t.Errorf("phone %q", number)
				}
				phones++
			}
		}
	})
	for _, foreign := range foreignNumbers {
		for _, end := range []string{"00", "57", "99"} {
			if !validPhone(foreign + end) {
				t.Errorf("phone %q", foreign+end)
			}
		}
	}
}

// testAddress matches the addresses that the service refuses as those of testers.
var testAddress = regexp.MustCompile(`^(test|xxx)@|@test\.(com|co\.uk)$|\.(xxx|xx)$`)

// plainAddress matches addresses that every mail system accepts, in a domain that is reserved for examples.
var plainAddress = regexp.MustCompile(`^[a-z0-9][a-z0-9.+_-]*@([a-z]+\.)?example\.(com|org|net)$`)

func TestEmailsAreLegal(t *testing.T) {
	each(t, func(t *testing.T, v view) {
		addresses := []string{v.Email}
		for _, c := range v.Customers {
			addresses = append(append(addresses, c.Email), c.ContactEmails...)
		}
		for _, address := range addresses {
			if address == "" {
				continue
			}
			parsed, err := mail.ParseAddress(address)
			if err != nil || parsed.Address != address || len(address) > 254 || !plainAddress.MatchString(address) || testAddress.MatchString(address) {
				t.Errorf("e-mail %q: %v", address, err)
			}
		}
	})
}

// notAPerson matches the beginning of a word that no name of a good account has.
var notAPerson = regexp.MustCompile(`(?i)\b(test|xxx|occupier)`)

func TestCustomers(t *testing.T) {
	occupiers, accents, marks := 0, 0, 0
	each(t, func(t *testing.T, v view) {
		if v.UnknownOccupier {
			occupiers++
			if len(v.Customers) > 0 || v.Email != "" {
				t.Error("something is known of an unknown occupier")
			}
			return
		}
		if len(v.Customers) == 0 {
			t.Error("no customers")
		}
		for _, c := range v.Customers {
			if c.FamilyName == "" && v.AccountType != "BUSINESS" {
				t.Error("a person without a family name")
			}
			if notAPerson.MatchString(c.GivenName + " " + c.FamilyName) {
				t.Errorf("a person called %s %s", c.GivenName, c.FamilyName)
			}
			if c.Preferences != nil && (c.Consents != nil || v.Consents != nil) || c.Consents != nil && v.Consents != nil {
				t.Error("preferences and consents")
			}
			if c.DateOfBirth >= isoDate(today) {
				t.Errorf("born on %s", c.DateOfBirth)
			}
			if utf8.RuneCountInString(c.FamilyName) < len(c.FamilyName) {
				accents++
			}
			if strings.ContainsRune(c.FamilyName, '\u0323') || strings.ContainsRune(c.FamilyName, '\u0302') {
				marks++
			}
		}
	})
	if occupiers == 0 || accents == 0 || marks == 0 {
		t.Errorf("%d occupiers, %d names with accents, %d with combining marks", occupiers, accents, marks)
	}
}

func TestCommerce(t *testing.T) {
	number := regexp.MustCompile(`^([0-9]{8}|[A-Z]{2}[0-9]{6})$`)
	companies, leads := 0, 0
	each(t, func(t *testing.T, v view) {
		if v.AccountType == "" || strings.HasPrefix(v.AccountType, "DOMESTIC") {
			if v.Business != nil || v.Options != nil || v.Portfolio != nil {
				t.Error("a domestic account of a company")
			}
			return
		}
		companies++
		if given := v.Business["company_number"]; given != "" && !number.MatchString(given) {
			t.Errorf("company number %q", given)
		}
		if _, set := v.Portfolio["portfolio_settings"]; set != (v.AccountType == "PORTFOLIO_LEAD") {
			t.Error("portfolio settings", v.AccountType)
		} else if set {
			leads++
		}
		if o := v.Options; o != nil && (o.UseIndustryBilling == (o.PeriodLength != "") || o.PeriodLength == "QUARTERLY" && v.NextBillDue == "") {
			t.Errorf("billing options %+v, next bill %q", o, v.NextBillDue)
		}
	})
	if companies == 0 || leads == 0 {
		t.Errorf("%d companies, %d leads", companies, leads)
	}
}
