package progress

import "net/url"

// rootPath is the address of the pages.
const rootPath = "/imports"

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
