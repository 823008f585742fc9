// Package modules lists the capabilities of the service and mounts them. Adding
// one takes its folder, its line here and, if it stores something, a migration.
package modules

import (
	"fmt"
	"slices"

	"dataimport/modules/access"
	"dataimport/modules/accounts"
	"dataimport/modules/docs"
	"dataimport/modules/home"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
	"dataimport/modules/lifecycle"
	"dataimport/modules/markets"
	"dataimport/modules/notes"
	"dataimport/modules/observe"
	"dataimport/modules/operators"
	"dataimport/modules/outbox"
	"dataimport/modules/paymentinstructions"
	"dataimport/modules/processing"
	"dataimport/modules/progress"
	"dataimport/modules/staff"
	"dataimport/modules/staging"
	"dataimport/modules/statements"
	"dataimport/modules/status"
	"dataimport/modules/suppliers"
	"dataimport/modules/transactions"
)

// Maker makes a module. The account object has the sections of all modules that
// are switched on; a module that adds a section says so before the object exists,
// and must not read or import accounts until then.
type Maker func(s *module.Services, object *account.Object) module.Module

// All are the modules, in the order in which their parts of an account are read
// and imported: the core, which has its identity, comes first.
var All = []Maker{
	accounts.Module,
	access.Module,
	suppliers.Module,
	transactions.Module(notes.Pin),
	notes.Module,
	statements.Module,
	paymentinstructions.Module,
	markets.Module,
	staging.Module,
	processing.Module,
	status.Module,
	outbox.Module,
	operators.Module,
	staff.Module,
	progress.Module(staff.Guard),
	lifecycle.Module,
	home.Module,
	observe.Module,
}

// List makes the modules that are switched on; the last one publishes the others.
func List(s *module.Services, makers []Maker) ([]module.Module, error) {
	object := account.NewObject(s.Limits())
	object.Store, object.Reader, object.Behind = s.Documents, s.Reader, s.Writer.Behind
	var on []module.Module
	off := slices.Clone(s.Config.Without)
	for _, make := range makers {
		m := make(s, object)
		if i := slices.Index(off, m.Name); i >= 0 {
			if m.Essential {
				return nil, fmt.Errorf("the module %q cannot be switched off", m.Name)
			}
			off = slices.Delete(off, i, i+1)
			continue
		}
		if m.Section != nil {
			object.Add(*m.Section)
		}
		on = append(on, m)
	}
	s.Rules = docs.Catalogue(on)
	publisher := docs.Module(object, on)
	if i := slices.Index(off, publisher.Name); i >= 0 {
		off = slices.Delete(off, i, i+1)
	} else {
		on = append(on, publisher)
	}
	if len(off) > 0 {
		return nil, fmt.Errorf("there is no module %q; the command modules lists them", off[0])
	}
	return on, nil
}
