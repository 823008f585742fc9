package gbenergy

import "dataimport/modules/kit/domain/payload"

// The types hold the values that the rules need. schema.json has all members.

type address struct {
	from, to       payload.Date
	administrators []period
	points         []point
}

type point struct {
	field       string // the member with the number: mpan or mprn
	number      string
	supply      period
	agreements  []period
	meters      []meter
	consumption []period
}

type meter struct {
	fitted    period
	registers []register
}

type register struct {
	inactive             bool
	transfer, historical []payload.Date
}

// period is a time of whole days. Without an end it is open.
type period struct{ from, to payload.Date }

func readAddresses(value any) []address {
	return list(value, func(m object) address {
		return address{
			from: m.date("customer_at_supply_address_from_date"), to: m.date("customer_at_supply_address_to_date"),
			administrators: list(m["property_administrators"], readEffective),
			points:         list(m["meter_points"], readPoint),
		}
	})
}

func readPoint(m object) point {
	p := point{
		field: "mpan", supply: m.period("supply_start_date", "supply_end_date"),
		agreements:  list(m["agreements"], readEffective),
		meters:      list(m["meters"], readMeter),
		consumption: list(m["consumption_history"], func(m object) period { return m.period("start_date", "end_date") }),
	}
	if m.text("supply_type") == "GAS" {
		p.field = "mprn"
	}
	p.number = m.text(p.field)
	return p
}

func readMeter(m object) meter {
	return meter{fitted: m.period("installation_date", "removal_date"), registers: list(m["registers"], func(m object) register {
		active, said := m["is_active"].(bool)
		return register{
			inactive:   said && !active,
			transfer:   list(m["transfer_readings"], readingDate),
			historical: list(m["historical_readings"], readingDate),
		}
	})}
}

func readEffective(m object) period { return m.period("effective_from", "effective_to") }

func readingDate(m object) payload.Date { return m.date("reading_date") }

// object is a JSON object. A value of another type becomes an object without members.
type object map[string]any

func (m object) text(name string) string {
	text, _ := m[name].(string)
	return text
}

func (m object) date(name string) payload.Date {
	date, _ := payload.ParseDate(m.text(name))
	return date
}

func (m object) period(from, to string) period {
	return period{m.date(from), m.date(to)}
}

// list reads the items of an array. A value of another type has no items.
func list[T any](value any, read func(object) T) []T {
	items, _ := value.([]any)
	if len(items) == 0 {
		return nil
	}
	values := make([]T, len(items))
	for i, item := range items {
		m, _ := item.(map[string]any)
		values[i] = read(m)
	}
	return values
}
