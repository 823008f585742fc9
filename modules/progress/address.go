package progress

import (
	"net/url"
	"slices"
	"strings"

	"dataimport/modules/kit/http/paths"
)

// rootPath is the address of the pages.
const rootPath = "/imports"

// reserved lists the segments that have another meaning below rootPath.
var reserved = []string{"login", "logout", "password", ".", "..", "/"}

// escapeSegment returns a supplier's code or an account's number as a segment of an address.
// Browsers remove "." and ".." in all spellings, ServeMux reads "/" as the end of the address, and
// other pages have reserved segments. Such names, and names that begin with a tilde, get a tilde
// before them. The segment is escaped, so a slash in a number stays in it.
func escapeSegment(name string) string {
	if strings.HasPrefix(name, "~") || slices.Contains(reserved, name) {
		name = "~" + name
	}
	return url.PathEscape(name)
}

// unescapeSegment returns the name of a segment that was unescaped already.
func unescapeSegment(s string) string { return strings.TrimPrefix(s, "~") }

func supplierAddress(code string) string { return rootPath + "/" + escapeSegment(code) + "/" }

func accountAddress(code, number string) string {
	return supplierAddress(code) + escapeSegment(number) + "/"
}

// ruleAddress returns the address of a code's explanation.
func ruleAddress(code string) string { return paths.RulesPage + "#" + url.PathEscape(code) }

// addParameters returns the address of a page with parameters. Empty parameters are left out.
func addParameters(address string, parameters ...string) string {
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
