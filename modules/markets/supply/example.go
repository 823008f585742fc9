package supply

import "dataimport/modules/kit/domain/catalogue"

// Example returns a rule with an example of a market. The fault of the bad one is at attr.
func Example(market string, r catalogue.Rule, attr, bad, good string) catalogue.Rule {
	r = r.With(attr, bad, good)
	r.Market = market
	return r
}

// Under returns an example with the supplier's settings that it needs.
func Under(settings string, r catalogue.Rule) catalogue.Rule {
	r.Settings = settings
	return r
}

// Addressed returns the part of an account with these members, each with a comma behind it,
// beside one supply address of these members.
func Addressed(members, address string) string {
	return `{` + members + `"supply_addresses": [{` + address + `}]}`
}

// Supplied returns the part of an account with supply points of these members at one address.
func Supplied(members, address string, points ...string) string {
	list := ""
	for i, point := range points {
		if i > 0 {
			list += ", "
		}
		list += `{` + point + `}`
	}
	return Addressed(members, address+`, "meter_points": [`+list+`]`)
}

// Join joins members of a JSON object. Empty ones are left out.
func Join(parts ...string) string {
	text := ""
	for _, part := range parts {
		if part != "" && text != "" {
			text += ", "
		}
		text += part
	}
	return text
}
