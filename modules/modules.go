// Package modules lists the capabilities of the service and mounts them. A new capability
// takes a folder, a line in this package and, if it stores something, a migration.
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
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/lifecycle"
	"dataimport/modules/markets"
	"dataimport/modules/notes"
	"dataimport/modules/observe"
	"dataimport/modules/operators"
	"dataimport/modules/outbox"
	"dataimport/modules/paymentinstructions"
	"dataimport/modules/processing"
	"dataimport/modules/progress"
	"dataimport/modules/reconciliation"
	"dataimport/modules/runs"
	"dataimport/modules/staff"
	"dataimport/modules/staging"
	"dataimport/modules/statements"
	"dataimport/modules/status"
	"dataimport/modules/suppliers"
	"dataimport/modules/transactions"
)

// Maker declares a module.
type Maker func(d *module.Declaration) module.Module

// All are the modules, in the order in which their parts of an account are read
// and imported: the core, which has its identity, comes first.
var All = []Maker{
	accounts.Module,
	access.Module,
	suppliers.Module(markets.CheckSupplier, outbox.CheckSupplier),
	transactions.Module(notes.Pin),
	notes.Module,
	statements.Module,
	paymentinstructions.Module,
	markets.Module,
	staging.Module,
	processing.Module,
	runs.Module(runs.Steps{Stage: staging.Prepare, Create: processing.Prepare, TakeBack: lifecycle.TakeBack}, staff.RequireLogin),
	status.Module,
	reconciliation.Module,
	outbox.Module,
	operators.Module,
	staff.Module,
	progress.Module(staff.RequireLogin, runs.CountUnsent),
	lifecycle.Module,
	home.Module,
	observe.Module,
}

// Declare declares the modules that are switched on, and puts the account object
// together from their sections. The last module publishes the others.
func Declare(d *module.Declaration, makers []Maker) ([]module.Module, error) {
	declareAll(d, makers)
	var on []module.Module
	off := slices.Clone(d.Config.Without)
	for _, m := range d.Modules {
		if i := slices.Index(off, m.Name); i >= 0 {
			if m.Essential {
				return nil, fmt.Errorf("the module %q cannot be switched off", m.Name)
			}
			off = slices.Delete(off, i, i+1)
			continue
		}
		if m.Section != nil {
			d.Object.Add(*m.Section)
		}
		on = append(on, m)
	}
	if len(off) > 0 {
		return nil, fmt.Errorf("there is no module %q; the command modules lists them", off[0])
	}
	return on, nil
}

// declareAll declares every module, also those that are switched off.
func declareAll(d *module.Declaration, makers []Maker) {
	d.Object = account.NewObject(module.LimitsOf(d.Config))
	d.Modules = nil
	for _, declare := range append(slices.Clone(makers), docs.Module) {
		d.Modules = append(d.Modules, declare(d))
	}
}

// Tables are the tables of all modules.
func Tables() module.Tables { return module.TablesOf(described()) }

// PostImports are the kinds of data that clients send for imported accounts.
func PostImports() []module.PostImport { return module.PostImportsOf(described()) }

// described are all modules, without an application to work with.
func described() []module.Module {
	settings := config.Default()
	d := &module.Declaration{Config: &settings}
	declareAll(d, All)
	return d.Modules
}

// Serve gives what each of the declared modules does while the service serves.
func Serve(r *module.Runtime, declared []module.Module) []module.Serving {
	r.PostImports = module.PostImportsOf(declared)
	r.Rules = docs.Catalogue(declared)
	for _, m := range declared {
		r.Accounts.Registers = append(r.Accounts.Registers, m.Registers...)
	}
	served := make([]module.Serving, 0, len(declared))
	for _, m := range declared {
		switch {
		case m.Name == docs.Name:
			served = append(served, docs.Serve(r, served))
		case m.Serve != nil:
			served = append(served, m.Serve(r))
		default:
			served = append(served, module.Serving{})
		}
	}
	return served
}
