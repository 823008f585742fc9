package progress

import (
	"net/url"
	"slices"
	"strings"

	"dataimport/modules/kit/http/openapi"
)

// root is where the pages live.
const root = "/imports"

// reserved are segments that mean something else below root.
var reserved = []string{"login", "logout", "password", ".", "..", "/"}

// segment is a supplier's code or an account's number as a part of an address. A
// browser takes "." and ".." away however they are written, ServeMux takes "/" for the
// end of the address, and other pages lie beside these; so such names, and those that begin with one, get a tilde before
// them. An address is escaped, so that a slash in a number stays in it.
func segment(name string) string {
	if strings.HasPrefix(name, "~") || slices.Contains(reserved, name) {
		name = "~" + name
	}
	return url.PathEscape(name)
}

// unsegment is the name of a segment that was unescaped.
func unsegment(s string) string { return strings.TrimPrefix(s, "~") }

func supplierAddress(code string) string { return root + "/" + segment(code) + "/" }

func accountAddress(code, number string) string { return supplierAddress(code) + segment(number) + "/" }

// ruleAddress is where a code is explained.
func ruleAddress(code string) string { return openapi.RulesPath + "#" + url.PathEscape(code) }

// with is the address of a page with parameters; those that are empty are left out.
func with(address string, parameters ...string) string {
	query := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		if parameters[i+1] != "" {
			query.Set(parameters[i], parameters[i+1])
		}
	}
	if len(query) == 0 {
		return address
	}
	return address + "?" + query.Encode()
}
