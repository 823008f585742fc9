package transactions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value. Pin tells an account's support staff which
// transactions were moved.
func Module(pin PinNote) func(*module.Services, *account.Object) module.Module {
	return func(services *module.Services, _ *account.Object) module.Module {
		section := Section()
		return module.Module{
			Name: "transactions", Summary: "Financial transactions, ledgers and balances", Section: &section, Rules: rules,
			Endpoints: []endpoint.Endpoint{createEndpoint(services, pin)},
		}
	}
}
