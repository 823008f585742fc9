package transactions

import (
	"strings"
	"testing"
)

func TestFlatMoney(t *testing.T) {
	const (
		transfer   = "balance_mismatch_on_transfer_balance transfer_balance"
		historical = "historical_statement_transactions_balance_mismatch last_statement_balance"
	)
	cases{
		"valid":                                         {},
		"nothing at all":                                {edits(set("transfer_balance", `1`), drop("historical_statement_transactions"), drop("current_statement_transactions"), drop("last_statement_balance")), nil},
		"a transfer balance alone":                      {edits(drop("historical_statement_transactions"), drop("current_statement_transactions"), drop("last_statement_balance"), drop("last_statement_closing_date"), drop("last_statement_issue_date"), set("transfer_balance", `-123.45`)), nil},
		"a transfer balance of 11 places":               {edits(set("transfer_balance", `-44.50000000001`)), one("out_of_range transfer_balance")},
		"a transfer balance of 10 places":               {edits(drop("historical_statement_transactions"), set("current_statement_transactions", `[]`), drop("last_statement_balance"), set("transfer_balance", `-9999999999.9999999999`)), nil},
		"a cent more":                                   {edits(set("transfer_balance", `-44.49`)), one(transfer)},
		"a cent less":                                   {edits(set("transfer_balance", `"-44.51"`)), one(transfer)},
		"the least that can be said":                    {edits(set("transfer_balance", `-44.5000000001`)), one(transfer)},
		"more zeros":                                    {edits(set("transfer_balance", `"-44.5000000000"`)), nil},
		"an exponent":                                   {edits(set("transfer_balance", `-4450e-2`)), nil},
		"no transfer balance":                           {edits(drop("transfer_balance")), nil},
		"a transfer balance with a comma":               {edits(set("transfer_balance", `"-44,50"`)), one("invalid_decimal transfer_balance")},
		"zero, signed":                                  {edits(set("transfer_balance", `-0.00`), set("current_statement_transactions.0.amount", `95.00`)), nil},
		"the statement a cent out":                      {edits(set("last_statement_balance", `-70.01`), set("transfer_balance", `-44.51`)), one(historical)},
		"the statement a cent out alone":                {edits(set("last_statement_balance", `-70.01`)), []string{historical, transfer}},
		"no statement balance":                          {edits(drop("last_statement_balance")), nil},
		"no statement balance, a cent out":              {edits(drop("last_statement_balance"), set("transfer_balance", `-44.49`)), one(transfer)},
		"no historical ones":                            {edits(drop("historical_statement_transactions")), nil},
		"no historical ones, an array":                  {edits(set("historical_statement_transactions", `[]`)), nil},
		"no current ones":                               {edits(drop("current_statement_transactions"), set("transfer_balance", `-70`)), nil},
		"no current ones, a cent out":                   {edits(drop("current_statement_transactions"), set("transfer_balance", `-70.01`)), one(transfer)},
		"neither statement balance nor historical ones": {edits(drop("historical_statement_transactions"), drop("last_statement_balance"), set("transfer_balance", `25.50`)), nil},
		"a statement balance that could not be read":    {edits(set("last_statement_balance", `"x"`)), one("invalid_decimal last_statement_balance")},
		"an amount that could not be read":              {edits(set("current_statement_transactions.0.amount", `"10,00"`)), one("invalid_decimal current_statement_transactions.0.amount")},
		"an amount that is not there":                   {edits(drop("current_statement_transactions.0.amount")), one("required current_statement_transactions.0.amount")},
		"an amount of 30 digits":                        {edits(set("current_statement_transactions.0.amount", strings.Repeat("9", 30))), one("out_of_range current_statement_transactions.0.amount")},
		"an amount of 1e3":                              {edits(set("current_statement_transactions.0.amount", `1e3`), set("transfer_balance", `905`)), nil},
		"an amount of 0.005":                            {edits(set("current_statement_transactions.0.amount", `0.005`), set("transfer_balance", `-94.995`)), nil},
		"an amount of 0.005, rounded":                   {edits(set("current_statement_transactions.0.amount", `0.005`), set("transfer_balance", `-94.99`)), one(transfer)},
		"an amount of -0.00":                            {edits(set("current_statement_transactions.0.amount", `-0.00`), set("transfer_balance", `-95`)), nil},
		"a negative amount":                             {edits(set("current_statement_transactions.0.amount", `-1`), set("transfer_balance", `-96`)), nil},
		"a historical amount that could not be read":    {edits(set("historical_statement_transactions.0.amount", `true`)), one("invalid_type historical_statement_transactions.0.amount")},
		"that, and no statement balance":                {edits(set("historical_statement_transactions.0.amount", `true`), drop("last_statement_balance"), set("transfer_balance", `0`)), one("invalid_type historical_statement_transactions.0.amount")},
		"that, and a transfer balance a cent out":       {edits(set("historical_statement_transactions.0.amount", `true`), set("transfer_balance", `-44.51`)), []string{transfer, "invalid_type historical_statement_transactions.0.amount"}},
		"a type that could not be read":                 {edits(set("current_statement_transactions.1.type", `"FEE"`), set("transfer_balance", `0`)), one("invalid_choice current_statement_transactions.1.type")},
		"a meter that could not be read":                {edits(set("current_statement_transactions.3.to_prepay_meter_serial_number", `[]`)), one("invalid_type current_statement_transactions.3.to_prepay_meter_serial_number")},
		"a transaction that is null":                    {edits(set("current_statement_transactions.0", `null`)), one("null_not_allowed current_statement_transactions.0")},
		"transactions that are no array":                {edits(set("current_statement_transactions", `{}`)), one("invalid_type current_statement_transactions")},
		"a note that could not be read changes nothing": {edits(set("current_statement_transactions.0.note", `{}`), set("transfer_balance", `0`)), []string{transfer, "invalid_type current_statement_transactions.0.note"}},
		"payments to a meter do not count":              {edits(drop("current_statement_transactions.3.to_prepay_meter_serial_number")), one(transfer)},
	}.run(t, flatAccount)
}

func TestLedgerMoney(t *testing.T) {
	const transfer = "ledger_balances_not_equal_to_transfer_balance transfer_balance"
	cases{
		"valid":                        {},
		"a cent more":                  {edits(set("transfer_balance", `15.01`)), one(transfer)},
		"a cent less":                  {edits(set("transfer_balance", `14.99`)), one(transfer)},
		"no transfer balance":          {edits(drop("transfer_balance")), nil},
		"a ledger a cent out":          {edits(set("ledgers.0.ledger_balance", `10.01`), set("transfer_balance", `15.01`)), one("balance_mismatch_on_ledger_balance ledgers.0.ledger_balance")},
		"a ledger a cent out alone":    {edits(set("ledgers.0.ledger_balance", `10.01`)), []string{transfer, "balance_mismatch_on_ledger_balance ledgers.0.ledger_balance"}},
		"a balance brought forward":    {edits(set("ledgers.2.ledger_balance", `-4`), set("transfer_balance", `16`)), nil},
		"a balance left out":           {edits(drop("ledgers.0.ledger_balance")), nil},
		"history a cent out":           {edits(set("ledgers.1.last_statement_balance", `7.01`), set("transfer_balance", `15.01`)), one("historical_statement_transactions_balance_mismatch ledgers.1.last_statement_balance")},
		"history a cent out alone":     {edits(set("ledgers.1.last_statement_balance", `7.01`)), []string{transfer, "historical_statement_transactions_balance_mismatch ledgers.1.last_statement_balance"}},
		"no ledger speaks of money":    {edits(set("ledgers", `[{"ledger_code": "ELEC"}, {"ledger_code": "GAS"}]`)), nil},
		"one ledger speaks of money":   {edits(set("ledgers", `[{"ledger_code": "ELEC"}, {"ledger_code": "GAS", "ledger_balance": 14.99}]`)), one(transfer)},
		"one ledger has it all":        {edits(set("ledgers", `[{"ledger_code": "ELEC"}, {"ledger_code": "GAS", "last_statement_balance": 15}]`)), nil},
		"no ledgers":                   {edits(set("ledgers", `[]`)), nil},
		"an unreadable balance":        {edits(set("ledgers.2.ledger_balance", `"-5,00"`)), one("invalid_decimal ledgers.2.ledger_balance")},
		"an unreadable amount":         {edits(set("ledgers.1.current_statement_transactions.0.amount", `"3.00.00"`)), one("invalid_decimal ledgers.1.current_statement_transactions.0.amount")},
		"an unreadable amount, stated": {edits(set("ledgers.0.current_statement_transactions.0.amount", `"x"`), set("transfer_balance", `15.01`)), []string{transfer, "invalid_decimal ledgers.0.current_statement_transactions.0.amount"}},
		"a ledger that is null":        {edits(set("ledgers.2", `null`)), one("null_not_allowed ledgers.2")},
		"ledgers that are no array":    {edits(set("ledgers", `"ELEC"`)), one("invalid_type ledgers")},
		"an unreadable code":           {edits(set("ledgers.2.ledger_code", `"a\tb"`), set("transfer_balance", `15.01`)), []string{transfer, "invalid_choice ledgers.2.ledger_code"}},
	}.run(t, ledgerAccount)
}

func TestMoneyDetailsNameBothSides(t *testing.T) {
	for _, c := range []struct {
		document, path, value, want string
	}{
		{flatAccount, "transfer_balance", `-44.51`, "The last statement balance, -70.00, and the current transactions, 25.50, make -44.50, but transfer_balance is -44.51: a difference of -0.01."},
		{flatAccount, "historical_statement_transactions.1.tax_items.0.amount", `5.25`, "The line items' net amounts and the taxes make 110.01, but amount is 110.00: a difference of -0.01."},
		{ledgerAccount, "transfer_balance", `20`, "The balances of the ledgers make 15.00, but transfer_balance is 20: a difference of 5.00."},
	} {
		got := faultsOf(t, c.document, set(c.path, c.value))
		if len(got) != 1 || got[0].Detail != c.want {
			t.Errorf("got %v\nwant %s", got, c.want)
		}
	}
}
