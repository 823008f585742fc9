package transactions

import (
	"dataimport/modules/kit/account"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(_ *module.Services, _ *account.Object) module.Module {
	section := Section()
	return module.Module{Name: "transactions", Summary: "Financial transactions, ledgers and balances", Section: &section}
}
