package document

import (
	"strings"
	"unicode"
)

// CleanPath returns a path below the document root without its leading slash. A path may
// begin with a slash, which stands for the root. CleanPath returns false for a path that
// could lead elsewhere, or that two stores would read differently: one with an empty
// segment, "." or "..", a backslash or a control character.
func CleanPath(p string) (string, bool) {
	p = strings.TrimPrefix(p, "/")
	if strings.ContainsFunc(p, neverInPath) {
		return "", false
	}
	for segment := range strings.SplitSeq(p, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return "", false
		}
	}
	return p, true
}

func neverInPath(r rune) bool {
	return r == '\\' || unicode.IsControl(r)
}
