package auenergy

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/supply"
)

// contracted returns the part of an account with power and these contracts.
func contracted(contracts string) string {
	return supplied(`"account_contracts": [`+contracts+`], `, power(``))
}

// contract returns a contract with versions of these terms.
func contract(identifier, terms string) string {
	return `{"identifier": "` + identifier + `", "signed_at_date": "2024-01-05", "valid_from_date": "2024-02-01", "versions": [{"applicable_at_date": "2024-02-01", "terms": [` + terms + `]}]}`
}

var contractRules = []catalogue.Rule{
	example(ruleContractsWithoutPoints, "account_contracts", `{"account_contracts": [`+contract("C-1", ``)+`]}`, contracted(contract("C-1", ``))),
	example(ruleTermSupplyType, "account_contracts.0.versions.0.terms.0.supply_type",
		contracted(contract("C-1", `{"term_type": "PRICE", "supply_type": "GAS"}`)), contracted(contract("C-1", `{"term_type": "PRICE", "supply_type": "ELECTRICITY"}`))),
	example(ruleTermProduct, "account_contracts.0.versions.0.terms.0.product_code",
		contracted(contract("C-1", `{"term_type": "PRODUCT", "product_code": "E-FIX"}`)), contracted(contract("C-1", `{"term_type": "PRODUCT", "product_code": "E-VAR"}`))),
	example(ruleDuplicateContracts, "account_contracts.1.identifier", contracted(contract("C-1", ``)+`, `+contract("C-1", ``)), contracted(contract("C-1", ``)+`, `+contract("C-2", ``))),
	example(ruleNoCurrentVersion, "account_contracts.0.versions",
		contracted(`{"identifier": "C-1", "signed_at_date": "2024-01-05", "valid_from_date": "2024-02-01", "versions": [{"applicable_at_date": "2024-02-02", "terms": []}]}`), contracted(contract("C-1", ``))),
	under(`{"affiliate_organisations": ["Bondi Brokers"]}`, example(supply.RuleAffiliateNotFound, "account_contracts.0.sales_record.affiliate_organisation_name",
		contracted(`{"identifier": "C-1", "signed_at_date": "2024-01-05", "valid_from_date": "2024-02-01", "sales_record": {"affiliate_organisation_name": "Bondi brokers"}}`),
		contracted(`{"identifier": "C-1", "signed_at_date": "2024-01-05", "valid_from_date": "2024-02-01", "sales_record": {"affiliate_organisation_name": "Bondi Brokers"}}`))),
}

// concession returns a customer with cards of these members.
func concession(cards ...string) string {
	list := ""
	for i, card := range cards {
		if i > 0 {
			list += ", "
		}
		list += `{"card_type": "PENSIONER", "card_number": "1001 2345 6A", "validation_source": "CENTRELINK", ` + card + `}`
	}
	return `{"customers": [{"given_name": "Zoë", "family_name": "O’Neill", "concession_cards": [` + list + `]}]}`
}

// hardship returns an account with a hardship agreement of these members.
func hardship(members string) string {
	return `{"hardship_agreements": [{"start_date": "2023-07-01", "hardship_type": "FINANCIAL", "hardship_entry_reason": "LOSS_OF_WORK", ` + members + `}]}`
}

var peopleRules = []catalogue.Rule{
	example(ruleFailureReason, "customers.0.concession_cards.0.validation_failure_reason",
		concession(`"validation_status": "FAIL", "applies_from_date": "2023-01-01"`),
		concession(`"validation_status": "FAIL", "applies_from_date": "2023-01-01", "validation_failure_reason": "The name on the card differs"`)),
	example(ruleSeveralCards, "customers.0.concession_cards.1",
		concession(`"validation_status": "PASS", "applies_from_date": "2021-01-01"`, `"validation_status": "PASS", "applies_from_date": "2023-01-01"`),
		concession(`"validation_status": "PASS", "applies_from_date": "2021-01-01", "applies_to_date": "2022-12-31"`, `"validation_status": "PASS", "applies_from_date": "2023-01-01"`)),
	example(ruleCardDates, "customers.0.concession_cards.0.card_issue_date",
		concession(`"validation_status": "PASS", "applies_from_date": "2023-01-01", "card_issue_date": "2023-01-01", "card_expiry_date": "2022-12-31"`),
		concession(`"validation_status": "PASS", "applies_from_date": "2023-01-01", "card_issue_date": "2023-01-01", "card_expiry_date": "2024-12-31"`)),
	example(ruleHardshipEnd, "hardship_agreements.0.end_date", hardship(`"exit_reason": "COMPLETED"`), hardship(`"exit_reason": "COMPLETED", "end_date": "2024-06-30"`)),
	example(ruleHardshipExitDetails, "hardship_agreements.0.exit_reason_details",
		hardship(`"end_date": "2024-06-30", "exit_reason": "OTHER"`), hardship(`"end_date": "2024-06-30", "exit_reason": "OTHER", "exit_reason_details": "Moved in with her sister"`)),
}

// plan returns an account with a payment plan of these members beside the usual ones.
func plan(members string) string {
	return `{"payment_plans": [{"plan_type": "INSTALMENT", "number_of_remaining_instalments": 10, "debt_amount": "240.00", "ongoing_amount": "95.50", "initial_schedule_type": "FIXED", ` + members + `}]}`
}

// instructed returns an account with payment instructions of these members.
func instructed(instructions ...string) string {
	list := ""
	for i, instruction := range instructions {
		if i > 0 {
			list += ", "
		}
		list += `{"vendor": "sandbox", ` + instruction + `}`
	}
	return `{"payment_instructions": [` + list + `]}`
}

// charged returns an account with a charge for this target.
func charged(target string) string {
	return `{"last_statement_closing_date": "2024-06-30", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-06-30", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "E-VAR",
			"line_items": [{"start_date": "2024-06-01", "end_date": "2024-06-30", "number_of_units": 80, "net_amount": "20.00", "rate_band": "PEAK", "params": {"charge_target_type": ` + target + `}}]}]}`
}

const fortnightly = `"next_payment_date": "2024-08-01", "payment_frequency": "WEEKLY", "payment_frequency_multiplier": 2`

var paymentRules = []catalogue.Rule{
	example(ruleOverlappingInstructions, "payment_instructions.1.valid_from",
		instructed(`"reference": "M-1", "type": "DIRECT_DEBIT", "valid_from": "2022-01-01"`, `"reference": "M-2", "type": "DIRECT_DEBIT", "valid_from": "2024-01-01"`),
		instructed(`"reference": "M-1", "type": "DIRECT_DEBIT", "valid_from": "2022-01-01", "valid_to": "2024-01-01"`, `"reference": "M-2", "type": "DIRECT_DEBIT", "valid_from": "2024-01-01"`)),
	under(`{"card_details_required": true}`, example(ruleCardMissing, "payment_instructions.0.card",
		instructed(`"reference": "M-1", "type": "CARD"`),
		instructed(`"reference": "M-1", "type": "CARD", "card": {"card_payment_network": "VISA", "card_type": "CREDIT", "last_digits": "4242"}`))),
	example(ruleInvalidBSB, "payment_instructions.0.bank_account.bsb",
		instructed(`"reference": "M-1", "type": "DIRECT_DEBIT", "bank_account": {"account_holder": "Z O’Neill", "account_number": "123456789", "bsb": "063-000"}`),
		instructed(`"reference": "M-1", "type": "DIRECT_DEBIT", "bank_account": {"account_holder": "Z O’Neill", "account_number": "123456789", "bsb": "063000"}`)),
	example(ruleHardshipField, "payment_plans.0.additional_information.hardship_circumstance",
		plan(`"is_hardship": true, `+fortnightly), plan(`"is_hardship": true, `+fortnightly+`, "additional_information": {"hardship_circumstance": "LOSS_OF_WORK"}`)),
	example(ruleFrequencyMultiplier, "payment_plans.0.payment_frequency_multiplier",
		plan(`"is_hardship": false, "next_payment_date": "2024-08-01", "payment_frequency": "MONTHLY", "payment_frequency_multiplier": 13`), plan(`"is_hardship": false, `+fortnightly)),
	example(rulePlanDates, "payment_plans.0.last_payment_date",
		plan(`"is_hardship": false, `+fortnightly+`, "last_payment_date": "2024-07-31"`), plan(`"is_hardship": false, `+fortnightly+`, "last_payment_date": "2024-12-05"`)),
	example(payload.RuleInvalidChoice, "historical_statement_transactions.0.line_items.0.params.charge_target_type",
		charged(`"METER"`), charged(`"REGISTER", "charge_target_meter_serial": "700123456", "charge_target_identifier": "E1"`)),
	example(payload.RuleRequired, "payment_plans.0.payment_frequency_multiplier",
		plan(`"is_hardship": false, "next_payment_date": "2024-08-01", "payment_frequency": "WEEKLY"`), plan(`"is_hardship": false, `+fortnightly)),
	example(account.RuleStartAfterEnd, "payment_instructions.0.valid_from",
		instructed(`"reference": "M-1", "type": "DIRECT_DEBIT", "valid_from": "2024-01-01", "valid_to": "2023-01-01"`),
		instructed(`"reference": "M-1", "type": "DIRECT_DEBIT", "valid_from": "2023-01-01", "valid_to": "2024-01-01"`)),
}
