package settings

import (
	"slices"
	"strings"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
)

// UsableRoot returns where the documents of the supplier begin. It is empty where no
// document may be used, which RootFault explains.
func (s *Supplier) UsableRoot() string {
	if s.RootFault != "" {
		return ""
	}
	return s.DocumentRoot
}

// rootedSupplier is a supplier with the key of its document root.
type rootedSupplier struct {
	key string
	*Supplier
}

// markRootFaults sets the RootFault of each supplier without a document root of its own. A
// supplier whose root contains the root of another supplier would read the other's
// documents.
func markRootFaults(suppliers []*Supplier) {
	var list []rootedSupplier
	for _, s := range suppliers {
		clean, ok := document.CleanRoot(s.DocumentRoot)
		switch {
		case s.DocumentRoot == "":
			s.RootFault = "it has no document root"
		case !ok:
			s.RootFault = "its document root is " + fault.Shown(s.DocumentRoot) + ", which is no folder of its own"
		default:
			list = append(list, rootedSupplier{document.RootKey(clean), s})
		}
	}
	slices.SortFunc(list, func(a, b rootedSupplier) int { return strings.Compare(a.key, b.key) })
	for i, outer := range list {
		for _, inner := range list[i+1:] { // the roots that one contains follow it
			if !strings.HasPrefix(inner.key, outer.key) {
				break
			}
			outer.RootFault = describeContained(outer.Supplier, inner.Supplier)
			if inner.key != outer.key {
				break
			}
			inner.RootFault = describeContained(inner.Supplier, outer.Supplier)
		}
	}
}

func describeContained(outer, inner *Supplier) string {
	return "its document root, " + fault.Shown(outer.DocumentRoot) + ", contains that of the supplier " + fault.Shown(inner.Code) + ", " + fault.Shown(inner.DocumentRoot)
}
