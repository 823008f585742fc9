package accounts

import (
	_ "embed"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"

	"github.com/shopspring/decimal"
)

// agreements is a valid account with all members that are stored as one document.
//
//go:embed testdata/agreements.json
var agreements string

// sections stands for the sections that the account's ledgers, transactions and
// instructions are of.
type sections struct{}

func (sections) LedgerIdentifiers() []string      { return []string{"L-ELEC", "L-GAS", "L-BOILER"} }
func (sections) InstructionIdentifiers() []string { return []string{"I-1", "I-2"} }

func (sections) EachInstruction(*fault.At, func(account.Instruction, *fault.At)) {}

func (sections) EachTransaction(do func(id, kind string, amount decimal.Decimal)) {
	do("T-CHARGE", "CHARGE", decimal.New(20, 0))
	do("T-1", "CREDIT", decimal.New(1550, -2))
	do("T-2", "CREDIT", decimal.New(45, -1))
	do("T-3", "PAYMENT", decimal.New(1, 0))
}

func agreementFacts() *account.Facts {
	f := facts()
	f.Supplier.Zone = time.UTC
	f.Money, f.Instructions = sections{}, sections{}
	return f
}

func TestFurtherMembers(t *testing.T) {
	const (
		preference = "payment_preferences.1"
		adequacy   = "payment_adequacy_changes.0"
		complaint  = "complaints.0"
		agreement  = "contribution_agreements.0"
		deposit    = "deposit_agreements.0"
		voucher    = "vouchers.0"
		property   = "properties.0"
	)
	for _, c := range []rule{
		{"as it is", nil, nil},

		{"an instruction that is not there", edits(set(preference+".instruction_reference_params.instruction_identifier", `"I-3"`)),
			[]string{"active_new_payment_preference_invalid_instruction_identifier payment_preferences.1.instruction_reference_params.instruction_identifier"}},
		{"a ledger that is not there", edits(set(preference+".ledger_identifier", `"L-OIL"`)), []string{"invalid_payment_preference_ledger_identifier payment_preferences.1.ledger_identifier"}},
		{"a ledger twice", edits(set(preference+".ledger_identifier", `"L-ELEC"`)), []string{"duplicate_ledger_in_payment_preferences payment_preferences.1.ledger_identifier"}},
		{"a new instruction without its name", edits(drop(preference + ".instruction_reference_params")), []string{"required payment_preferences.1.instruction_reference_params"}},
		{"a new instruction without its identifier", edits(set(preference+".instruction_reference_params", `{"vendor_name": "stripe"}`)),
			[]string{"required payment_preferences.1.instruction_reference_params.instruction_identifier", "unknown_field payment_preferences.1.instruction_reference_params.vendor_name"}},
		{"an instruction without its vendor", edits(drop("payment_preferences.0.instruction_reference_params.vendor_name")), []string{"required payment_preferences.0.instruction_reference_params.vendor_name"}},
		{"a type that is none", edits(set(preference+".type", `"ACTIVE"`)), []string{"invalid_choice payment_preferences.1.type"}},

		{"reviews, and the day of the last", edits(set("last_payment_review_date", `"2024-02-29"`)), []string{"payment_adequacy_changes_and_last_payment_review_date_provided last_payment_review_date"}},
		{"applied before it was made", edits(set(adequacy+".applied_at", `"2024-01-31T09:29:59Z"`)), []string{"payment_adequacy_invalid_dates payment_adequacy_changes.0.created_at"}},
		{"applied when it was made", edits(set(adequacy+".applied_at", `"2024-01-31T10:30:00+01:00"`)), nil},
		{"made in the future", edits(set("payment_adequacy_changes.1.created_at", `"2024-07-02T00:00:00Z"`)), []string{"payment_adequacy_invalid_dates payment_adequacy_changes.1.created_at"}},
		{"applied in the future", edits(set(adequacy+".applied_at", `"2024-07-02T00:00:00Z"`)), []string{"payment_adequacy_invalid_dates payment_adequacy_changes.0.applied_at"}},
		{"neither applied nor a reason", edits(drop(adequacy + ".applied_at")), []string{"payment_adequacy_missing_reason payment_adequacy_changes.0.should_not_be_applied_reason"}},
		{"applied, and a reason", edits(set("payment_adequacy_changes.1.applied_at", `"2024-07-01T00:00:00Z"`)), []string{"payment_adequacy_should_not_have_been_applied payment_adequacy_changes.1.applied_at"}},
		{"charges that make more", edits(set(adequacy+".average_monthly_gas_charge", `3999`)), []string{"payment_adequacy_monthly_charges_unequal payment_adequacy_changes.0.average_monthly_charge"}},
		{"an adjustment a unit off", edits(set(adequacy+".balance_adjustment", `199`)), []string{"payment_adequacy_balance_adjustment_mismatch payment_adequacy_changes.0.balance_adjustment"}},
		{"an adjustment less than a unit off", edits(set(adequacy+".current_balance", `-2411`)), nil},
		{"an adjustment of the other sign", edits(set(adequacy+".target_balance", `-4811`), set(adequacy+".balance_adjustment", `-200`), set(adequacy+".new_direct_debit", `8800`)), nil},
		{"no adjustment", edits(set(adequacy+".balance_adjustment", `0`), set(adequacy+".new_direct_debit", `9000`)), nil},
		{"a direct debit below the existing one", edits(set(adequacy+".new_direct_debit", `8499`)), []string{"payment_adequacy_new_direct_debit_amount_mismatch payment_adequacy_changes.0.new_direct_debit"}},
		{"the existing direct debit", edits(set(adequacy+".new_direct_debit", `8500`)), nil},
		{"less than no charge", edits(set(adequacy+".average_monthly_charge", `-1`)), []string{"out_of_range payment_adequacy_changes.0.average_monthly_charge"}},
		{"no object", edits(set(adequacy, `1`)), []string{"invalid_type payment_adequacy_changes.0"}},

		{"no status at the office", edits(drop(complaint + ".official_status")), []string{"official_complaint_field_missing complaints.0.official_status"}},
		{"a status alone", edits(drop(complaint+".official_entity"), drop(complaint+".official_reference_number")),
			[]string{"official_complaint_field_missing complaints.0.official_entity", "official_complaint_field_missing complaints.0.official_reference_number"}},
		{"a letter that followed none", edits(set(complaint+".has_chsr_letter_been_sent", `false`)), []string{"chsr_letter_not_sent complaints.0.has_chsr_letter_been_sent"}},
		{"an address that is none", edits(set(complaint+".complainant_email", `"zoe"`)), []string{"invalid_email complaints.0.complainant_email"}},
		{"no contacts", edits(drop(complaint + ".complaint_contacts")), []string{"required complaints.0.complaint_contacts"}},
		{"a status that is none", edits(set(complaint+".complaint_contacts.0.status", `"CLOSED"`)), []string{"invalid_choice complaints.0.complaint_contacts.0.status"}},

		{"a period before the agreement", edits(set(agreement+".periods.0.start_date", `"2023-12-31"`)), []string{"invalid_contribution_period_start_date contribution_agreements.0.periods.0.start_date"}},
		{"a period after the agreement", edits(set(agreement+".periods.2.end_date", `"2024-04-02"`)), []string{"invalid_contribution_period_end_date contribution_agreements.0.periods.2.end_date"}},
		{"a period of less than nothing", edits(set(agreement+".periods.2.end_date", `"2024-02-29"`)), []string{"start_date_later_than_end_date contribution_agreements.0.periods.2.start_date"}},
		{"periods that overlap by a day", edits(set(agreement+".periods.0.end_date", `"2024-02-02"`)), []string{"overlapping_contribution_periods contribution_agreements.0.periods.1.start_date"}},
		{"a long period over two", edits(set(agreement+".periods.0.end_date", `"2024-04-01"`)),
			[]string{"overlapping_contribution_periods contribution_agreements.0.periods.1.start_date", "overlapping_contribution_periods contribution_agreements.0.periods.2.start_date"}},
		{"agreements that overlap by a day", edits(set("contribution_agreements.1.active_period_start_date", `"2024-03-31"`)),
			[]string{"overlapping_contribution_agreements contribution_agreements.1.active_period_start_date"}},
		{"two without an end", edits(drop(agreement + ".active_period_end_date")), []string{"overlapping_contribution_agreements contribution_agreements.1.active_period_start_date"}},
		{"in another order", edits(set("contribution_agreements.3", `{"scheme":"TREES","amount":1,"interval":"MONTHLY","active_period_start_date":"2024-01-01","active_period_end_date":"2024-02-01"}`)),
			[]string{"overlapping_contribution_agreements contribution_agreements.2.active_period_start_date"}},
		{"an agreement of less than nothing", edits(set(agreement+".active_period_end_date", `"2023-12-31"`), drop(agreement+".periods")),
			[]string{"start_date_later_than_end_date contribution_agreements.0.active_period_start_date"}},
		{"an end that cannot be read", edits(set(agreement+".active_period_end_date", `"never"`)), []string{"invalid_date contribution_agreements.0.active_period_end_date"}},

		{"two deposits that were not paid", edits(drop(deposit+".fulfilled_at"), drop(deposit+".last_interest_date")), []string{"multiple_active_deposits_not_allowed deposit_agreements.1"}},
		{"interest on nothing", edits(set("deposit_agreements.1.last_interest_date", `"2024-06-30"`)), []string{"last_interest_date_not_allowed deposit_agreements.1.last_interest_date"}},
		{"interest before the deposit", edits(set(deposit+".last_interest_date", `"2023-01-08"`)), []string{"fulfilled_at_greater_than_last_interest_date deposit_agreements.0.fulfilled_at"}},
		{"interest on the first day", edits(set(deposit+".last_interest_date", `"2023-01-09"`)), nil},
		{"a payment that cannot be read", edits(set(deposit+".fulfilled_at", `"2023-01-09"`)), []string{"invalid_datetime deposit_agreements.0.fulfilled_at"}},
		{"a deposit that is no object", edits(set("deposit_agreements.2", `0`)), []string{"invalid_type deposit_agreements.2"}},

		{"a charge that is not there", edits(set(voucher+".charge_transaction_id", `"T-1"`)), []string{"voucher_charge_transaction_id_not_found vouchers.0.charge_transaction_id"}},
		{"a credit that is a payment", edits(set(voucher+".voucher_redemptions.0.credit_transaction_id", `"T-3"`)),
			[]string{"voucher_redemption_credit_transaction_id_not_found vouchers.0.voucher_redemptions.0.credit_transaction_id"}},
		{"more than its value", edits(set(voucher+".value", `"19.99"`)), []string{"voucher_transactions_sum_greater_than_voucher_value vouchers.0.value"}},
		{"a value that cannot be read", edits(set(voucher+".value", `"£20"`)), []string{"invalid_decimal vouchers.0.value"}},

		{"a property twice", edits(set("properties.1.property_external_identifier", `"FLAT-2"`), drop(property+".parent_property_reference")),
			[]string{"duplicate_property_external_identifiers properties.1.property_external_identifier"}},
		{"a part of nothing", edits(set(property+".parent_property_reference", `"house-14"`)), []string{"parent_property_reference_not_found properties.0.parent_property_reference"}},
		{"a part of what cannot be read", edits(drop("properties.1.property_external_identifier")), []string{"required properties.1.property_external_identifier"}},
		{"a postcode that is none", edits(set(property+".address.postal_code", `"LS1 4D"`)), []string{"invalid_postcode properties.0.address.postal_code"}},
		{"a key twice", edits(set(property+".metadata.1", `{"key":"floor","value":3}`)), []string{"metadata_has_duplicate_keys properties.0.metadata.1.key"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := read(t, agreements, agreementFacts(), c.edits...)
			kindtest.Want(t, faults, c.want...)
		})
	}
}

// The identifiers of supply addresses are those of properties, too.
func TestPropertiesOfSupplyAddresses(t *testing.T) {
	for _, c := range []struct {
		addresses string
		want      []string
	}{
		{`[{"property_external_identifier": " FLAT-3 ", "parent_property_reference": "HOUSE-14"}, {"supply_postcode": "LS1 4AP"}]`, nil},
		{`[{}, {"property_external_identifier": "FLAT-2"}]`, []string{"duplicate_property_external_identifiers supply_addresses.1.property_external_identifier"}},
		{`[{"property_external_identifier": 7, "parent_property_reference": "8"}]`, []string{"parent_property_reference_not_found supply_addresses.0.parent_property_reference"}},
		{`[{"property_external_identifier": 7}, {"parent_property_reference": "7"}]`, nil},
		{`{"property_external_identifier": 7}`, nil},
	} {
		f := agreementFacts()
		f.Extra = []payload.Extra{{Name: "supply_addresses", Value: []byte(c.addresses)}}
		_, faults := read(t, agreements, f)
		kindtest.Want(t, faults, c.want...)
	}
}

func TestListsOfFurtherMembers(t *testing.T) {
	dictionary := settings.NewDictionary(map[string]*settings.Entry{"BILLING": {Subvalues: []string{"ESTIMATES"}}, "METERING": {}, "Energy Ombudsman": {Subvalues: []string{"Settled"}}})
	for _, c := range []struct {
		list settings.List
		want []string
	}{
		{settings.ComplaintTypes, []string{"invalid_complaint_type_or_subtype complaints.0.subtype_of_complaint"}},
		{settings.OfficialEntities, []string{"invalid_official_organization_or_status complaints.0.official_status"}},
		{settings.ComplaintSources, []string{"invalid_complaint_source complaints.0.complaint_contacts.0.communication_source", "invalid_complaint_source complaints.0.complaint_contacts.1.communication_source"}},
		{settings.ContributionSchemes, []string{"invalid_contribution_scheme contribution_agreements.0.scheme", "invalid_contribution_scheme contribution_agreements.1.scheme", "invalid_contribution_scheme contribution_agreements.2.scheme"}},
		{settings.LedgerCodes, []string{"ledger_code_does_not_exist payment_adequacy_changes.0.ledger.ledger_code"}},
	} {
		f := agreementFacts()
		f.Supplier.Closed = map[settings.List]*settings.ClosedList{c.list: dictionary}
		_, faults := read(t, agreements, f)
		kindtest.Want(t, faults, c.want...)
	}
}

// What is understood of the members, and what is stored, is what was sent.
func TestFurtherMembersAreStored(t *testing.T) {
	core, faults := read(t, agreements, agreementFacts())
	kindtest.Want(t, faults)
	s := kindtest.New(t)
	to := create(t, s, core)
	stored := s.Row(`SELECT further FROM accounts WHERE id = ?`, to.ID)
	var again fault.Collector
	parts, err := payload.Of(further{}).Decode([]byte(stored), payload.Limits{}, &again)
	if err != nil || len(again.List()) > 0 {
		t.Fatalf("%v %v in %s", err, again.List(), stored)
	}
	f := parts[0].(*further)
	for _, want := range []string{`"voucher_code":"GIFT-20-Ω"`, `"deposit_amount":"80"`, `"scheme":"TREES"`, `"floor","value":2`, `"new_direct_debit":9200`} {
		if !strings.Contains(stored, want) {
			t.Errorf("no %s in %s", want, stored)
		}
	}
	if len(f.Complaints) != 2 || len(f.ContributionAgreements) != 3 || len(f.DepositAgreements) != 2 || len(f.Vouchers) != 2 || len(f.Properties) != 2 ||
		len(f.PaymentPreferences) != 3 || len(f.PaymentAdequacyChanges) != 2 {
		t.Errorf("%s", stored)
	}
}

// Ten thousand items are compared in the time of one pass.
func TestManyAgreementsTakeLittleTime(t *testing.T) {
	var list strings.Builder
	for range 10_000 {
		list.WriteString(`,{"scheme":"A","amount":1,"interval":"MONTHLY","active_period_start_date":"2024-01-01"}`)
	}
	_, faults := read(t, agreements, agreementFacts(), set("contribution_agreements", "["+list.String()[1:]+"]"))
	if len(faults) != 9_999 {
		t.Errorf("%d faults", len(faults))
	}
}
