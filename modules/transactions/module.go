package transactions

import (
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value. The function pin adds a note about moved
// transactions to an account, for its support staff.
func Module(pin PinNote) func(*module.Declaration) module.Module {
	return func(*module.Declaration) module.Module {
		section := Section()
		return module.Module{
			Name: "transactions", Tables: tables, Panels: panels, Words: words, PostImport: newPostImport(pin), Figures: newFigures(), Summary: "Financial transactions, ledgers and balances", Section: &section, Rules: rules,
			Serve: func(r *module.Runtime) module.Serving {
				return module.Serving{Endpoints: []endpoint.Endpoint{createEndpoint(r, pin)}}
			},
		}
	}
}
