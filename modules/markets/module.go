package markets

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(d *module.Declaration) module.Module {
	k := &known{core: d.Object.Schema}
	if d.App != nil {
		d.App.Store().Set(coreKey, k.core)
	}
	section := account.NewExtension("markets", &extension{known: k, items: d.Config.MaxItems})
	return module.Module{
		Name: "markets", Tables: tables, Panels: panels, Hooks: bindHooks, Summary: "What accounts have beyond the core, by the supplier's market",
		Section: &section, Rules: rules,
		Serve: func(*module.Runtime) module.Serving {
			return module.Serving{Endpoints: []endpoint.Endpoint{schemaEndpoint(k)}}
		},
	}
}

// extension reads the members that the supplier's market adds to an account.
type extension struct {
	known *known
	items int
}

// Read adds no faults where the supplier is unknown, because the market is unknown then,
// too.
func (x *extension) Read(in account.Open, at *fault.At) (account.Extended, error) {
	if in.Facts.Supplier == nil {
		return nil, nil
	}
	market, err := x.known.of(in.Facts.Supplier, in.Facts.Settings)
	if err != nil {
		return nil, err
	}
	if market == nil {
		for i := range in.Extra {
			in.Extra[i].Unknown(at)
		}
		return nil, nil
	}
	return market.read(in, x.items, at), nil
}
