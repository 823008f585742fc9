package accounts

import (
	"strings"
	"unicode"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// checkNumber: an account can be asked for by its number. Clients and proxies remove the segments
// . and .. from addresses, and refuse addresses with control characters.
func checkNumber(c *Core, at *fault.At) {
	const member = "external_account_number"
	switch number := c.ExternalAccountNumber; {
	case number == "." || number == "..":
		at.AddAt(member, account.RuleInvalidFormat.Code, "No address can contain "+fault.Shown(number)+", so the account could not be asked for: give it another number.")
	case strings.ContainsFunc(number, unicode.IsControl):
		at.AddAt(member, account.RuleInvalidFormat.Code, "This has a control character, such as a line break or a NUL: leave it out.")
	}
}
