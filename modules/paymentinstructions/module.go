package paymentinstructions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(services *module.Services, _ *account.Object) module.Module {
	section := Section()
	return module.Module{Name: "paymentinstructions", Summary: "Payment instructions", Section: &section, Rules: rules,
		Endpoints: []endpoint.Endpoint{createEndpoint(services)}}
}
