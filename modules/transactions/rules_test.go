package transactions

import "testing"

const (
	h = "historical_statement_transactions."
	c = "current_statement_transactions."
)

// unbalanced takes the balances away, so that amounts and types can change freely.
func unbalanced(e ...edit) []edit {
	return append([]edit{drop("transfer_balance"), drop("last_statement_balance")}, e...)
}

func TestTransaction(t *testing.T) {
	cases{
		"valid":                  {},
		"no id":                  {edits(drop(c + "0.transaction_id")), one("missing_transaction_id " + c + "0.transaction_id")},
		"an empty id":            {edits(set(c+"0.transaction_id", `" "`)), one("missing_transaction_id " + c + "0.transaction_id")},
		"no ids":                 {edits(drop(c+"0.transaction_id"), drop(h+"0.transaction_id")), []string{"missing_transaction_id " + c + "0.transaction_id", "missing_transaction_id " + h + "0.transaction_id"}},
		"an id that is null":     {edits(set(c+"0.transaction_id", `null`)), one("null_not_allowed " + c + "0.transaction_id")},
		"an id that is a number": {edits(set(c+"0.transaction_id", `17`)), nil},
		"an id twice":            {edits(set(c+"1.transaction_id", `"C1"`)), one("duplicate_transaction_ids " + c + "1.transaction_id")},
		"an id in both lists":    {edits(set(h+"1.transaction_id", `"C1"`)), one("duplicate_transaction_ids " + h + "1.transaction_id")},
		"an id three times":      {edits(set(c+"1.transaction_id", `"C1"`), set(c+"2.transaction_id", `"C1"`)), []string{"duplicate_transaction_ids " + c + "1.transaction_id", "duplicate_transaction_ids " + c + "2.transaction_id"}},
		"an id in small letters": {edits(set(c+"1.transaction_id", `"c1"`)), nil},
		"tomorrow":               {edits(set(c+"0.transaction_date", `"2024-07-02"`)), one("transaction_in_future " + c + "0.transaction_date")},
		"the year 9999":          {edits(set(c+"0.transaction_date", `"9999-12-31"`)), one("transaction_in_future " + c + "0.transaction_date")},
		"tomorrow, historical":   {edits(set(h+"0.transaction_date", `"2024-07-02"`)), one("transaction_in_future " + h + "0.transaction_date")},
		"no date":                {edits(drop(c + "0.transaction_date")), one("required " + c + "0.transaction_date")},
		"29 February":            {edits(set(h+"0.transaction_date", `"2023-02-29"`)), one("invalid_date " + h + "0.transaction_date")},
		"a null among them":      {edits(set(h+"2", `null`)), one("null_not_allowed " + h + "2")},
		"a text among them":      {edits(set(h+"2", `"H3"`)), one("invalid_type " + h + "2")},
		"an unknown member":      {edits(set(c+"0.colour", `"red"`)), one("unknown_field " + c + "0.colour")},
	}.run(t, flatAccount)
}

// Which member goes with which type; C1 is turned into each of them.
func TestMembersOfTypes(t *testing.T) {
	values := map[string]string{
		"reason": `"R"`, "display_note": `"n"`, "payment_type": `"P"`, "product_code": `"P"`,
		"tax_items": `[{"amount": 0, "tax_type": "VAT", "value_taxed": 0, "rate": 0, "unit_type": "PROPORTION"}]`, "supply_point_identifier": `"1"`,
		"line_items": `[{"start_date": "2024-05-01", "end_date": "2024-05-02", "number_of_units": 1, "net_amount": 9, "rate_band": "B"}]`,
		"note":       `"n"`, "reference": `"r"`, "to_prepay_meter_serial_number": `"P"`,
	}
	for kind, members := range map[string]struct{ needed, allowed []string }{
		"CHARGE":        {nil, []string{"reason", "display_note", "tax_items"}},
		"CREDIT":        {nil, []string{"reason", "display_note"}},
		"PAYMENT":       {nil, []string{"reason", "display_note", "payment_type"}},
		"REPAYMENT":     {nil, []string{"reason", "display_note", "payment_type"}},
		"SUPPLY_CHARGE": {[]string{"product_code", "line_items"}, []string{"display_note", "tax_items", "supply_point_identifier"}},
	} {
		base := unbalanced(set(c+"0", `{"transaction_id": "C1", "transaction_date": "2024-05-01", "amount": 9, "type": "`+kind+`"}`))
		has := map[string]bool{"note": true, "reference": true, "to_prepay_meter_serial_number": true}
		var missing []string
		for _, name := range members.needed {
			missing = append(missing, "required "+c+"0."+name)
			base = append(base, set(c+"0."+name, values[name]))
			has[name] = true
		}
		for _, name := range members.allowed {
			has[name] = true
		}
		table := cases{"the least": {edits: base}, "less": {edits: base[:len(base)-len(members.needed)], want: missing}}
		for name, value := range values {
			with := append(base[:len(base):len(base)], set(c+"0."+name, value))
			empty := append(base[:len(base):len(base)], set(c+"0."+name, map[bool]string{true: `[]`, false: `""`}[value[0] == '[']))
			faulty := append(base[:len(base):len(base)], set(c+"0."+name, `null`))
			switch {
			case !has[name]:
				table["with "+name] = testCase{with, one("unknown_field " + c + "0." + name)}
				table["with an empty "+name] = testCase{empty, nil}
			default:
				table["with "+name] = testCase{with, nil}
			}
			table["with a null for "+name] = testCase{faulty, one("null_not_allowed " + c + "0." + name)}
			for _, needed := range members.needed {
				if needed == name {
					table["with an empty "+name] = testCase{empty, one("required " + c + "0." + name)}
				}
			}
		}
		t.Run(kind, func(t *testing.T) { table.run(t, flatAccount) })
	}
}

func TestLineItems(t *testing.T) {
	const l = h + "1.line_items.0."
	amount := "ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount " + h + "1.amount"
	cases{
		"the amount a cent out":          {unbalanced(set(h+"1.amount", `110.01`)), one(amount)},
		"the least out":                  {unbalanced(set(h+"1.amount", `110.0000000001`)), one(amount)},
		"a tax left out":                 {unbalanced(drop(h + "1.tax_items")), one(amount)},
		"no tax, and none in the amount": {unbalanced(drop(h+"1.tax_items"), set(h+"1.amount", `104.76`)), nil},
		"an unreadable net amount":       {unbalanced(set(l+"net_amount", `"x"`)), one("invalid_decimal " + l + "net_amount")},
		"an unreadable tax":              {unbalanced(set(h+"1.tax_items.0.amount", `null`)), one("null_not_allowed " + h + "1.tax_items.0.amount")},
		"an unreadable amount":           {unbalanced(set(h+"1.amount", `"x"`)), one("invalid_decimal " + h + "1.amount")},
		"a line item that is null":       {unbalanced(set(h+"1.line_items.1", `null`)), one("null_not_allowed " + h + "1.line_items.1")},
		"a tax item that is a number":    {unbalanced(set(h+"1.tax_items.0", `5.24`)), one("invalid_type " + h + "1.tax_items.0")},
		"a fault of another member":      {unbalanced(set(l+"units", `{}`), set(h+"1.amount", `1`)), []string{amount, "invalid_type " + l + "units"}},
		"the price a little out":         {unbalanced(set(l+"price_per_unit", `0.2501`)), one("incorrect_line_item_net_amount " + l + "net_amount")},
		"half a cent up":                 {unbalanced(set(l+"number_of_units", `400.1`)), nil},
		"half a cent down":               {unbalanced(set(l+"number_of_units", `400.14`)), nil},
		"more than half a cent up":       {unbalanced(set(l+"number_of_units", `400.0999`)), one("incorrect_line_item_net_amount " + l + "net_amount")},
		"more than half a cent down":     {unbalanced(set(l+"number_of_units", `400.1401`)), one("incorrect_line_item_net_amount " + l + "net_amount")},
		"no price":                       {unbalanced(drop(l+"price_per_unit"), set(l+"number_of_units", `1`)), nil},
		"an unreadable price":            {unbalanced(set(l+"price_per_unit", `0.12345678`)), one("out_of_range " + l + "price_per_unit")},
		"unreadable units":               {unbalanced(set(l+"number_of_units", `0.00001`)), one("out_of_range " + l + "number_of_units")},
		"no units":                       {unbalanced(drop(l + "number_of_units")), one("required " + l + "number_of_units")},
		"one reading":                    {unbalanced(set(l+"units", `[1]`)), one("line_item_units_must_be_two_values " + l + "units")},
		"three readings":                 {unbalanced(set(l+"units", `[1, 2, 3]`)), one("line_item_units_must_be_two_values " + l + "units")},
		"no readings":                    {unbalanced(set(l+"units", `[]`)), nil},
		"an unreadable reading":          {unbalanced(set(l+"units", `[1, "2", "x"]`)), one("invalid_decimal " + l + "units.2")},
		"the end first":                  {unbalanced(set(l+"end_date", `"2024-02-29"`)), one("start_date_later_than_end_date " + l + "start_date")},
		"one day":                        {unbalanced(set(l+"end_date", `"2024-03-01"`)), nil},
		"an end that is none":            {unbalanced(set(l+"end_date", `"2023-02-29"`)), one("invalid_date " + l + "end_date")},
		"two rates":                      {unbalanced(set(l+"rate_band", `"B"`)), one("conflicting_rate_band_specification " + l + "rate_specification_code")},
		"two other rates":                {unbalanced(set(l+"time_series_specification_code", `"T"`)), one("conflicting_rate_band_specification " + l + "time_series_specification_code")},
		"three rates":                    {unbalanced(set(l+"rate_band", `"B"`), set(l+"time_series_specification_code", `"T"`)), one("conflicting_rate_band_specification " + l + "rate_specification_code")},
		"no rate":                        {unbalanced(drop(l + "rate_specification_code")), one("required " + l + "rate_band")},
		"an empty rate":                  {unbalanced(set(l+"rate_specification_code", `""`)), one("required " + l + "rate_band")},
		"an unreadable rate":             {unbalanced(set(l+"rate_specification_code", `"a\tb"`)), one("invalid_choice " + l + "rate_specification_code")},
		"a time series alone":            {unbalanced(drop(l+"rate_specification_code"), set(l+"time_series_specification_code", `"T"`)), nil},
		"no supply point":                {unbalanced(drop(h + "1.supply_point_identifier")), one("supply_point_identifier_required_for_rate_specification_code " + h + "1.supply_point_identifier")},
		"no supply point, a rate band":   {unbalanced(drop(h+"1.supply_point_identifier"), drop(l+"rate_specification_code"), set(l+"rate_band", `"B"`)), nil},
		"an unreadable supply point":     {unbalanced(set(h+"1.supply_point_identifier", `[]`)), one("invalid_type " + h + "1.supply_point_identifier")},
		"params that are no object":      {unbalanced(set(l+"params", `[]`)), one("invalid_type " + l + "params")},
		"a tax of an unknown unit":       {unbalanced(set(h+"1.tax_items.0.unit_type", `"PERCENT"`)), one("invalid_choice " + h + "1.tax_items.0.unit_type")},
	}.run(t, flatAccount)
}
