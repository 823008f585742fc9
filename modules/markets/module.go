package markets

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(services *module.Services, object *account.Object) module.Module {
	k := &known{core: object.Schema}
	if services.App != nil {
		services.App.Store().Set(coreKey, k.core)
	}
	section := account.NewExtension("markets", &extension{known: k, items: services.Config.MaxItems})
	return module.Module{
		Name: "markets", Summary: "What accounts have beyond the core, by the supplier's market",
		Section: &section, Rules: rules,
		Endpoints: []endpoint.Endpoint{schemaEndpoint(k)},
	}
}

// extension reads accounts by the market of their supplier.
type extension struct {
	known *known
	items int
}

// Read says nothing of members where the supplier is unknown: nobody can say then
// whether they belong there.
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
