package fault

import "strings"

// MemberOf returns the member of an attr: the attr with * in place of indexes. It is empty for the
// whole payload.
func MemberOf(attr string) string {
	parts := strings.Split(attr, ".")
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, ".")
}
