package paths

import (
	"net/url"
	"slices"
	"strings"
)

// The pages of the staff begin with one of these.
const (
	ImportPages = "/imports/"
	RunPages    = "/runs/"
)

// reserved lists the segments that have another meaning below ImportPages.
var reserved = []string{"login", "logout", "password", ".", "..", "/"}

// SupplierPage is the address of the page of a supplier.
func SupplierPage(code string) string { return ImportPages + escapeSegment(code) + "/" }

// AccountPage is the address of the page of an account, by its external account number.
func AccountPage(supplierCode, number string) string {
	return SupplierPage(supplierCode) + escapeSegment(number) + "/"
}

// RunsPage is the address of the runs of a supplier. It has a query.
func RunsPage(supplierCode string) string {
	return RunPages + "?" + url.Values{"supplier": {supplierCode}}.Encode()
}

// RunPage is the address of the page of a run.
func RunPage(id string) string { return RunPages + url.PathEscape(id) + "/" }

// RulePage is the address of a code's explanation.
func RulePage(code string) string { return RulesPage + "#" + url.PathEscape(code) }

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

// UnescapeSegment returns the name of a segment whose percent signs are unescaped already.
func UnescapeSegment(s string) string { return strings.TrimPrefix(s, "~") }

// Dashboard is the address of PocketBase's dashboard.
const Dashboard = "/_/"

// DashboardList is the address of the dashboard's list of a collection, with PocketBase's filter;
// an empty filter shows all records.
func DashboardList(collection, filter string) string {
	query := url.Values{"collection": {collection}}
	if filter != "" {
		query.Set("filter", filter)
	}
	return dashboardPage(query)
}

// DashboardRecord is the address of a record in the dashboard.
func DashboardRecord(collection, id string) string {
	return dashboardPage(url.Values{"collection": {collection}, "record": {id}})
}

// dashboardPage writes spaces as %20: the dashboard reads a plus sign as it is.
func dashboardPage(query url.Values) string {
	return Dashboard + "#/collections?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}
