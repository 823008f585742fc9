package paths

import "strings"

// Route returns the name of a route in logs and traces, for the pattern of a request as
// http.ServeMux takes it: its path alone, without a slash at its end. A pattern of all
// paths below one ends with "{path...}".
func Route(pattern string) string {
	_, path, found := strings.Cut(pattern, " ")
	if !found {
		path = pattern
	}
	switch exact, isExact := strings.CutSuffix(path, "{$}"); {
	case isExact && exact != "/":
		return strings.TrimSuffix(exact, "/")
	case isExact:
		return exact
	case strings.HasSuffix(path, "/"):
		return path + "{path...}"
	}
	return path
}
