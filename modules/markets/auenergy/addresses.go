package auenergy

import (
	"encoding/json/v2"
	"regexp"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
	"dataimport/modules/markets/supply"
)

const areaLifeSupport = "Life support"

var (
	ruleSeveralLifeSupports = catalogue.Rule{
		Code: "life_support_for_more_than_one_address", Area: areaLifeSupport,
		Meaning: "Life support is registered for two supply addresses of an account.",
		Remedy:  "Keep it at the address where the equipment is.",
	}
	ruleEquipmentDetails = catalogue.Rule{
		Code: "details_required_for_other_life_support_equipment", Area: areaLifeSupport,
		Meaning: "The equipment of life support is OTHER, and nothing says which.",
		Remedy:  "Add details.",
	}
)

var postcode = regexp.MustCompile(`^[0-9]{4}$`)

// IsPostcode reports whether a text has the form of a postcode of Australia: four digits.
func IsPostcode(text string) bool { return postcode.MatchString(text) }

// addressKey is the whole address.
func addressKey(a *supply.Address) string {
	text, err := json.Marshal(a.Object["supply_address"], json.Deterministic(true))
	if err != nil {
		panic("auenergy: what was read from JSON cannot be written: " + err.Error())
	}
	return string(text)
}

func checkAddresses(a *supply.Account, at *fault.At) {
	addresses, supported := at.Field("supply_addresses"), false
	for i := range a.Addresses {
		o, place := a.Addresses[i].Object, addresses.Index(i)
		address := place.Field("supply_address")
		checkRichAddress(o["supply_address"], &address)
		if life := o.Object("life_support"); life != nil {
			place := place.Field("life_support")
			checkLifeSupport(life, supported, &place)
			supported = true
		}
	}
}

// checkLifeSupport: an account has life support at one address, with equipment that is known.
func checkLifeSupport(life supply.Object, supported bool, at *fault.At) {
	if supported {
		at.Add(ruleSeveralLifeSupports.Code, "Another supply address of this account has life support already: keep it where the equipment is.")
	}
	if life.Text("life_support_equipment") == "OTHER" && !life.Has("details") && at.CleanAt("details") {
		at.AddAt("details", ruleEquipmentDetails.Code, "The equipment is OTHER: say here which it is.")
	}
}

// checkRichAddress: an address is of a country that exists, and has its street once.
func checkRichAddress(value any, at *fault.At) {
	address, _ := value.(map[string]any)
	o := supply.Object(address)
	if country := o.Text("country"); country != "" && at.CleanAt("country") {
		if _, known := formats.Country(country); !known {
			at.AddAt("country", account.RuleInvalidCountry.Code, fault.Shown(country)+" is not a country of ISO 3166-1: write its two letters, such as AU for Australia.")
		}
	}
	if o.Has("street_address") && len(o.Object("structured_street_address")) > 0 {
		at.AddAt("street_address", account.RuleInvalidAddress.Code, "There is a structured_street_address beside this: leave this out.")
	}
}
