package book

import (
	"regexp"
	"strings"
	"testing"
)

// gbPostcode is the pattern that the Cabinet Office published with its address schema, the space optional.
var gbPostcode = regexp.MustCompile(`^([A-PR-UWYZ]([0-9]{1,2}|[A-HK-Y][0-9]([0-9]|[ABEHMNPRV-Y])?|[0-9][A-HJKPS-UW]) ?[0-9][ABD-HJLNP-UW-Z]{2})$`)

func TestAddresses(t *testing.T) {
	forms := map[string]int{}
	each(t, func(t *testing.T, v view) {
		postcode, country := v.Postcode, "GB"
		if v.Address != nil {
			postcode, country = v.Address.PostalCode, v.Address.Country
			if (v.Address.Street != "") == (v.Address.Structured != nil) {
				t.Errorf("street %q and %v", v.Address.Street, v.Address.Structured)
			}
			if v.Address.Structured != nil {
				forms["structured"]++
			}
		}
		if (v.Address != nil) == (v.Address1 != "") {
			t.Error("two addresses, or none")
		}
		if v.Address1 != "" {
			forms["legacy"]++
		}
		if country != "GB" {
			forms["abroad"]++
			return
		}
		if !gbPostcode.MatchString(strings.ToUpper(postcode)) {
			t.Errorf("postcode %q", postcode)
		}
		if postcode == strings.ToLower(postcode) {
			forms["lower case"]++
		}
		if !strings.Contains(postcode, " ") {
			forms["no space"]++
		}
	})
	for _, form := range []string{"legacy", "structured", "abroad", "lower case", "no space"} {
		if forms[form] == 0 {
			t.Errorf("no address is %s", form)
		}
	}
}
