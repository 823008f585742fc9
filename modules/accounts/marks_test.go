package accounts

import (
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/testing/kindtest"
)

func TestMarks(t *testing.T) {
	testRules(t, household, []rule{
		{"a reference twice", edits(set("references.2.value", `"004512987731"`)), []string{"reference_already_exists references.2.value"}},
		{"a value in two namespaces", edits(set("references.0.value", `"004512987731"`)), nil},
		{"a reference without a value, twice", edits(drop("references.1.value"), drop("references.2.value")), []string{"required references.1.value", "required references.2.value"}},
		{"a namespace that is too long", edits(set("references.0.namespace", jsonText(51, "a"))), []string{"too_long references.0.namespace"}},
		{"a namespace that is no code", edits(set("references.0.namespace", `"the\tCRM"`)), []string{"invalid_choice references.0.namespace"}},
		{"a key twice", edits(set("metadata.2.key", `"heating"`)), []string{"metadata_has_duplicate_keys metadata.2.key"}},
		{"a key three times", edits(set("metadata.1.key", `"tags"`), set("metadata.3.key", `"tags"`)), []string{"metadata_has_duplicate_keys metadata.2.key", "metadata_has_duplicate_keys metadata.3.key"}},
		{"a value that is null", edits(set("metadata.0.value", `null`)), nil},
		{"no value", edits(drop("metadata.0.value")), []string{"required metadata.0.value"}},
		{"a consent twice", edits(set("consents.1", `{"type":"DATA_SHARING","value":"ACCEPTED"}`)), []string{"children_with_duplicate_values consents.1.type"}},
		{"a consent of the future", edits(set("consents.0.signed_at", `"2030-01-01T00:00:00Z"`)), []string{"date_in_future consents.0.signed_at"}},
		{"reminders in the past", edits(set("dunning_path.start_date", `"2024-06-30"`)), []string{"date_in_past dunning_path.start_date"}},
		{"reminders from now on", edits(drop("dunning_path.start_date")), nil},
		{"reminders without a name", edits(drop("dunning_path.path_name")), []string{"required dunning_path.path_name"}},
	})
}

func TestDebts(t *testing.T) {
	const missing = "debt_collection_agency_name_required debts.0.agency_name"
	testRules(t, household, []rule{
		{"no agency", edits(drop("debts.0.agency_name")), []string{missing}},
		{"an agency that is too long", edits(set("debts.0.agency_name", jsonText(257, "a"))), []string{"too_long debts.0.agency_name"}},
		{"nothing at all", edits(set("debts", `[{}]`)), nil},
		{"a campaign alone", edits(set("debts", `[{"campaign":"EARLY_ARREARS"}]`)), nil},
		{"in both forms", edits(set("debt", `{"start_date":"2024-01-01"}`)), []string{"debt_and_debts_are_defined debt", "debt_collection_agency_name_required debt.agency_name"}},
		{"in the old form", edits(set("debts", `[]`), set("debt", `{"notes":"Agreed by telephone"}`)), nil},
		{"arrears alone", edits(set("debts", `[{"aged_debt":[]}]`)), nil},
		{"a credit reference alone", edits(set("debts", `[{"cais_reference":"C1"}]`)), nil},
		{"an insolvency in collection", edits(set("debts", `[{"is_insolvent":true,"start_date":"2024-01-01"}]`)), []string{missing}},
		{"one reference for two debts", edits(set("debts.1.cais_reference", `"CAIS004512987731"`)), nil},
		{"a debt that is too exact", edits(set("debts.0.aged_debt.1.debt_amount", `"1.005"`)), []string{"out_of_range debts.0.aged_debt.1.debt_amount"}},
	})
}

func TestCampaigns(t *testing.T) {
	const at = "account_campaigns.1"
	testRules(t, household, []rule{
		{"slug and name", edits(set(at+".campaign_name", `"Refer a Friend"`)), []string{"campaign_name_and_slug_provided account_campaigns.1.campaign_name"}},
		{"neither", edits(drop(at + ".slug")), []string{"campaign_name_or_slug_not_provided account_campaigns.1"}},
		{"a slug that is too long", edits(set(at+".slug", jsonText(256, "a"))), []string{"too_long account_campaigns.1.slug"}},
		{"a name among slugs", edits(drop(at+".slug"), set(at+".campaign_name", `"autumn-switch"`)), []string{"inconsistent_campaign_identifiers account_campaigns.1.campaign_name"}},
		{"twice", edits(set(at+".slug", `"autumn-switch"`)), []string{"duplicate_account_campaigns account_campaigns.1.slug"}},
		{"twice by name", edits(set("account_campaigns", `[{"campaign_name":"A"},{"campaign_name":"A"},{"campaign_name":"a"}]`)), []string{"duplicate_account_campaigns account_campaigns.1.campaign_name"}},
		{"ended before it began", edits(set("account_campaigns.0.expiry_date", `"2023-08-31"`)), []string{"start_date_later_than_end_date account_campaigns.0.start_date"}},
		{"of a day", edits(set("account_campaigns.0.expiry_date", `"2023-09-01"`)), []string{"start_date_same_as_end_date account_campaigns.0.start_date"}},
		{"of two days", edits(set("account_campaigns.0.expiry_date", `"2023-09-02"`)), nil},
		{"never begun", edits(drop("account_campaigns.0.start_date")), nil},
	})
}

func TestTheTeamExists(t *testing.T) {
	s := kindtest.New(t)
	s.Exec(`INSERT INTO teams (id, name) VALUES ('t00000000000001', 'Tîm Mudo')`)
	snapshot, err := settingsdb.NewStore(database.NewReader(s.App)).Current()
	if err != nil {
		t.Fatal(err)
	}
	f := facts()
	f.Settings = snapshot
	_, faults := read(t, household, f, set("operations_team_name", `"Tîm Mudo"`))
	kindtest.Want(t, faults)
	_, faults = read(t, household, f, set("operations_team_name", `"tîm mudo"`))
	kindtest.Want(t, faults, "operations_team_name_does_not_exist operations_team_name")
}
