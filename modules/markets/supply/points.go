package supply

import (
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

const areaPoints = "Supply points"

// The rules of supply points, and those of accounts that have them.
var (
	RuleLeadHasAddress = catalogue.Rule{
		Code: "portfolio_lead_has_a_supply_address", Area: areaPoints,
		Meaning: "An account that leads a portfolio has a supply address.",
		Remedy:  "Move the address to an account of the portfolio, or correct account_type.",
	}
	RuleSystemHasAddress = catalogue.Rule{
		Code: "system_account_has_a_supply_address", Area: areaPoints,
		Meaning: "An account of the type SYSTEM has a supply address.",
		Remedy:  "Leave the address out, or correct account_type.",
	}
	RuleOccupierAddresses = catalogue.Rule{
		Code: "occupier_account_with_multiple_supply_addresses", Area: areaPoints,
		Meaning: "The occupier is unknown, and the account has more than one supply address.",
		Remedy:  "Send one account for each address, or name the customer.",
	}
	RuleNoBillingStart = catalogue.Rule{
		Code: "cannot_determine_responsible_for_billing_from_date", Area: areaPoints,
		Meaning: "A supply point is on supply, and nothing says from when it is to be billed: neither a billed-to date nor a closing date nor an agreement.",
		Remedy:  "Add last_billed_to_date to the point, or its agreements.",
	}
	RuleUnknownLedgerIdentifiers = catalogue.Rule{
		Code: "unknown_ledger_identifiers", Area: areaPoints,
		Meaning: "A ledger is for a supply point that the account does not have.",
		Remedy:  "Correct the identifier, or add the supply point.",
	}
	RuleInvalidIdentifier = catalogue.Rule{
		Code: "invalid_supply_point_identifier", Area: areaPoints,
		Meaning: "The identifier cannot be one of a supply point of its kind.",
		Remedy:  "Compare it with the customer's bill.",
	}
	RuleDuplicatePoints = catalogue.Rule{
		Code: "duplicate_meter_points_provided", Area: areaPoints,
		Meaning: "One supply point stands twice at a supply address.",
		Remedy:  "Leave it once, with all its meters and agreements.",
	}
	RuleDuplicatePointsElsewhere = catalogue.Rule{
		Code: "duplicate_meter_points_on_different_supply_addresses_provided", Area: areaPoints,
		Meaning: "One supply point stands at two supply addresses.",
		Remedy:  "Leave it at the address where it is.",
	}
	RuleNothingOnSupply = catalogue.Rule{
		Code: "no_supply_point_on_supply", Area: areaPoints,
		Meaning: "None of the account's supply points is supplied today.",
		Remedy:  "Correct the dates of supply, or leave the account out of the import.",
	}
	RuleLossInProgress = catalogue.Rule{
		Code: "loss_in_progress", Area: areaPoints,
		Meaning: "The supply of a point ends in the future, so that the customer is about to leave.",
		Remedy:  "Import the account once the loss is complete, or leave supply_end_date out if it was withdrawn.",
	}
	RuleFutureSupplyStart = catalogue.Rule{
		Code: "future_supply_start_date", Area: areaPoints,
		Meaning: "The supply of a point starts in the future.",
		Remedy:  "Import the account once the supply has started, or correct the date.",
	}
	RuleAffiliateNotFound = catalogue.Rule{
		Code: "affiliate_organisation_does_not_exist", Area: areaPoints,
		Meaning: "An affiliate organisation is not on the supplier's closed list affiliate_organisations.",
		Remedy:  "Correct the name, or have the operator add it to the list.",
	}
	RuleParticipantNotFound = catalogue.Rule{
		Code: "market_participant_not_found", Area: areaPoints,
		Meaning: "A market participant is not on the supplier's closed list market_participants.",
		Remedy:  "Correct the identifier, or have the operator add it to the list.",
	}
	RuleNoMeters = catalogue.Rule{
		Code: "meter_point_with_no_meters", Area: areaPoints,
		Meaning: "A point is on supply and metered, and has no meter in use.",
		Remedy:  "Add the meter, or correct its removed_on.",
	}
)

func (a *Account) checkAccount(at *fault.At) {
	if len(a.Addresses) == 0 {
		return
	}
	add := func(code, detail string) { at.AddAt("supply_addresses", code, detail) }
	switch {
	case a.Type == "PORTFOLIO_LEAD":
		add(RuleLeadHasAddress.Code, "An account that leads a portfolio is supplied nowhere itself: move this to an account of the portfolio.")
	case a.Type == "SYSTEM":
		add(RuleSystemHasAddress.Code, "An account of the type SYSTEM is supplied nowhere: leave this out.")
	}
	if a.UnknownOccupier && len(a.Addresses) > 1 {
		add(RuleOccupierAddresses.Code, "The account of an unknown occupier is for one address, and these are "+strconv.Itoa(len(a.Addresses))+": send an account for each.")
	}
	if a.Supplier.Supply.PropertiesSkipped {
		add(RuleAddressesWhileSkipped.Code, "The supplier makes no properties, by its setting skip_property_creation: leave this out.")
	}
	if !strings.HasSuffix(a.Type, "VACANT") && a.Market.NeedsSupply(a) && a.nothingOnSupply() && at.CleanAt("supply_addresses") {
		add(RuleNothingOnSupply.Code, "None of the account's supply points is supplied on "+a.Today.String()+": correct the dates of supply.")
	}
}

// nothingOnSupply reports whether there are supply points, and none is on supply.
func (a *Account) nothingOnSupply() bool {
	has := false
	for i := range a.Addresses {
		for j := range a.Addresses[i].Points {
			if a.Addresses[i].Points[j].OnSupply(a.Today) {
				return false
			}
			has = true
		}
	}
	return has
}

// checkLedgers: what a ledger is for is a supply point of the account.
func (a *Account) checkLedgers(at *fault.At) {
	known := make(map[string]bool)
	for i := range a.Addresses {
		for j := range a.Addresses[i].Points {
			known[a.Addresses[i].Points[j].Identifier] = true
		}
	}
	if len(known) == 0 || a.Ledgers == nil || !at.CleanAt("supply_addresses") {
		return
	}
	a.Ledgers.EachIdentifier(at, func(identifier string, at *fault.At) {
		if !known[identifier] && at.Clean() {
			at.Add(RuleUnknownLedgerIdentifiers.Code, "No supply point of this account has this identifier: correct it, or add the point.")
		}
	})
}

// checkDuplicatePoints: a supply point occurs once, at one address. The fault is at the
// identifier of each repetition.
func (a *Account) checkDuplicatePoints(at *fault.At) {
	first := make(map[string]int) // addresses by the identifier of a point
	for i := range a.Addresses {
		address := at.Index(i)
		points := address.Field("meter_points")
		for j := range a.Addresses[i].Points {
			p, place := &a.Addresses[i].Points[j], points.Index(j)
			if p.Identifier == "" {
				continue
			}
			earlier, known := first[p.Identifier]
			switch {
			case !known:
				first[p.Identifier] = i
			case earlier != i:
				place.AddAt(a.Market.IdentifierMember, RuleDuplicatePointsElsewhere.Code, "The supply address with the index "+strconv.Itoa(earlier)+" has this supply point already: leave it at the one where it is.")
			default:
				place.AddAt(a.Market.IdentifierMember, RuleDuplicatePoints.Code, "This supply address has this supply point already: leave it once.")
			}
		}
	}
}

func (a *Account) checkSupply(p *Point, at *fault.At) {
	CheckPeriod(p.Object, "supply_start_date", "supply_end_date", at)
	if p.End > a.Today {
		at.AddAt("supply_end_date", RuleLossInProgress.Code, "The supply ends on "+p.End.String()+", which is still to come: import the account once the loss is complete.")
	}
	CheckFuture(p.Start, a.Today, "supply_start_date", RuleFutureSupplyStart.Code, at)
	if !p.OnSupply(a.Today) {
		return
	}
	if !p.Unmetered && !p.hasActiveMeter() && at.CleanAt("meters") {
		at.AddAt("meters", RuleNoMeters.Code, "This point is on supply and has no meter in use: add the one that measures it.")
	}
	if p.Billed == 0 && len(p.Agreements) == 0 && (a.Ledgers == nil || a.Ledgers.ClosingDate() == 0) && at.CleanAt("last_billed_to_date") && at.CleanAt("agreements") {
		at.AddAt("last_billed_to_date", RuleNoBillingStart.Code, "Nothing says from when this point is to be billed: add the day to which it was billed, or its agreements.")
	}
}

func (p *Point) hasActiveMeter() bool {
	for i := range p.Meters {
		if p.Meters[i].Active() {
			return true
		}
	}
	return false
}
