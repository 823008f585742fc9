package supply

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
)

const areaAddresses = "Supply addresses"

// The rules of supply addresses.
var (
	RuleDuplicateAddresses = catalogue.Rule{
		Code: "duplicate_supply_addresses_found", Area: areaAddresses,
		Meaning: "Two supply addresses are the same place.",
		Remedy:  "Put all supply points of the place into one supply address.",
	}
	RuleUnbilledFormerAddress = catalogue.Rule{
		Code: "unbilled_former_supply_address", Area: areaAddresses,
		Meaning: "The customer has left a supply address, and one of its supply points is not billed up to that day, though the supplier imports former addresses.",
		Remedy:  "Bill the address to its end before the import, or correct the date.",
	}
	RuleAddressesWhileSkipped = catalogue.Rule{
		Code: "supply_addresses_provided_while_skip_property_creation_enabled", Area: areaAddresses,
		Meaning: "The account has supply addresses, and the supplier's setting skip_property_creation says that none are made.",
		Remedy:  "Leave supply_addresses out, or have the operator change the setting.",
	}
	RulePointsWhileSkipped = catalogue.Rule{
		Code: "supply_points_provided_while_skip_supply_point_creation_enabled", Area: areaAddresses,
		Meaning: "A supply address has supply points, and the supplier's setting skip_supply_point_creation says that none are made.",
		Remedy:  "Leave meter_points empty, or have the operator change the setting.",
	}
	RuleNoPointsWhileCreated = catalogue.Rule{
		Code: "supply_points_not_provided_while_skip_supply_point_creation_disabled", Area: areaAddresses,
		Meaning: "A supply address has no supply points, and the supplier's setting skip_supply_point_creation says that each has some.",
		Remedy:  "Add the supply points, or have the operator change the setting.",
	}
	RuleLandlordAndAdministrators = catalogue.Rule{
		Code: "both_landlord_details_and_property_administrators_provided", Area: areaAddresses,
		Meaning: "A supply address has both property_administrators and landlord_details, which is the old name of the same.",
		Remedy:  "Leave landlord_details out.",
	}
	RuleMultipleAdministrators = catalogue.Rule{
		Code: "multiple_property_administrators", Area: areaAddresses,
		Meaning: "A supply address has more than one property administrator.",
		Remedy:  "Keep the one that is responsible now.",
	}
)

func (a *Account) checkAddress(address *Address, at *fault.At) {
	CheckPeriod(address.Object, "customer_at_supply_address_from_date", "customer_at_supply_address_to_date", at)
	a.checkSettings(address, at)
	a.checkFormerAddress(address, at)
	a.checkAdministrators(address, at)
	address.checkMetadata(at)
}

// checkMetadata: each key of an address's metadata has one value.
func (address *Address) checkMetadata(at *fault.At) {
	if len(address.List("metadata")) < 2 {
		return
	}
	known := make(map[string]bool)
	address.Each("metadata", at, func(o Object, at *fault.At) {
		key := o.Text("key")
		if key != "" && known[key] {
			at.AddAt("key", account.RuleDuplicateMetadataKeys.Code, "The metadata of this address has this key already: a key has one value.")
		}
		known[key] = true
	})
}

// checkSettings: the supplier's settings say whether supply points are made.
func (a *Account) checkSettings(address *Address, at *fault.At) {
	skip := a.Supplier.Supply.PointsSkipped
	switch {
	case skip == nil:
	case *skip && len(address.Points) > 0:
		at.AddAt("meter_points", RulePointsWhileSkipped.Code, "The supplier makes no supply points, by its setting skip_supply_point_creation: leave these out.")
	case !*skip && len(address.Points) == 0 && at.CleanAt("meter_points"):
		at.AddAt("meter_points", RuleNoPointsWhileCreated.Code, "The supplier makes supply points at each address, by its setting skip_supply_point_creation: add those of this address.")
	}
}

// checkFormerAddress: an address that the customer has left is billed to its end.
func (a *Account) checkFormerAddress(address *Address, at *fault.At) {
	if !a.Supplier.Supply.AddressHistoryImported || address.To == 0 || address.To > a.Today {
		return
	}
	for i := range address.Points {
		if billed := address.Points[i].Billed; billed != 0 && billed < address.To {
			at.AddAt("customer_at_supply_address_to_date", RuleUnbilledFormerAddress.Code, "The customer left on "+address.To.String()+
				", and the supply point with the index "+strconv.Itoa(i)+" is billed only to "+billed.String()+": bill it to the end first.")
			return
		}
	}
}

func (a *Account) checkAdministrators(address *Address, at *fault.At) {
	if landlord := address.Object.Object("landlord_details"); landlord != nil {
		place := at.Field("landlord_details")
		a.checkAdministrator(landlord, &place)
		if address.Has("property_administrators") {
			place.Add(RuleLandlordAndAdministrators.Code, "There are property_administrators beside this: use them alone.")
		}
	}
	number := 0
	address.Each("property_administrators", at, func(o Object, at *fault.At) {
		if number++; number == 2 {
			at.Add(RuleMultipleAdministrators.Code, "A supply address has one property administrator at most: keep the one that is responsible now.")
		}
		a.checkAdministrator(o, at)
	})
}

func (a *Account) checkAdministrator(o Object, at *fault.At) {
	CheckMoments(o, "effective_from", "effective_to", at)
	for _, member := range [...]string{"mobile", "landline"} {
		if number := o.Text(member); number != "" {
			CheckPhone(a.Facts, number, member, at)
		}
	}
}

// CheckPhone adds the fault of a number that is no telephone number of the supplier's
// country.
func CheckPhone(f *account.Facts, number, member string, at *fault.At) {
	valid := formats.IsPhone(number, f.Country()) || !f.Supplier.Rules.FictionalPhonesRefused && formats.IsFictionalPhone(number, f.Country())
	if !valid && at.CleanAt(member) {
		at.AddAt(member, account.RuleInvalidPhoneNumber.Code, "This is not a telephone number: use the form in which it is dialled in the supplier's country, or + and the country's code.")
	}
}

// checkDuplicateAddresses: two addresses are different places. The fault is at the later
// one.
func (a *Account) checkDuplicateAddresses(at *fault.At) {
	first := make(map[string]int)
	for i := range a.Addresses {
		key := a.Market.AddressKey(&a.Addresses[i])
		earlier, known := first[key]
		if !known {
			first[key] = i
			continue
		}
		if place := at.Index(i); place.Clean() {
			place.Add(RuleDuplicateAddresses.Code, "This is the same place as the supply address with the index "+strconv.Itoa(earlier)+": put all its supply points there.")
		}
	}
}
