package formats

import "golang.org/x/text/language"

// Language returns a BCP 47 tag whose parts have the case that the standard recommends.
// ok is false where s is not well formed, or names a language, script or region that is
// not registered.
func Language(s string) (tag string, ok bool) {
	parsed, err := language.Raw.Parse(s)
	if err != nil {
		return s, false
	}
	return parsed.String(), true
}
