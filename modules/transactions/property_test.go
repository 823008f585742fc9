package transactions

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/testing/kindtest"

	"pgregory.net/rapid"
)

// units is an amount in 10^-10, counted without any decimal arithmetic.
type units = big.Int

// literal writes units as JSON, in one of the ways in which senders write numbers.
func literal(t *rapid.T, n *units) string {
	text := new(big.Int).Abs(n).String()
	text = strings.Repeat("0", max(0, 11-len(text))) + text
	text = text[:len(text)-10] + "." + text[len(text)-10:]
	if rapid.Bool().Draw(t, "trimmed") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	if n.Sign() < 0 {
		text = "-" + text
	}
	if rapid.Bool().Draw(t, "quoted") {
		return `"` + text + `"`
	}
	return text
}

func drawAmount(t *rapid.T) *units {
	n := big.NewInt(rapid.Int64Range(-99_999_999, 99_999_999).Draw(t, "amount"))
	places := rapid.SampledFrom([]int64{2, 2, 2, 3, 10}).Draw(t, "places")
	return n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(10-places), nil))
}

// drawList draws transactions of a day, and what they are worth together.
func drawList(t *rapid.T, serial *int, day string) (string, *units) {
	total, list := new(units), []string{}
	for range rapid.IntRange(0, 8).Draw(t, "transactions") {
		*serial++
		amount := drawAmount(t)
		kind := rapid.SampledFrom([]string{"CHARGE", "CREDIT", "PAYMENT", "REPAYMENT", "SUPPLY_CHARGE"}).Draw(t, "type")
		if kind == "PAYMENT" || kind == "REPAYMENT" {
			amount.Abs(amount)
		}
		members := map[string]string{
			"CHARGE": `"reason": "R"`, "CREDIT": `"reason": "R"`, "PAYMENT": `"reference": "r"`, "REPAYMENT": `"payment_type": "P"`,
			"SUPPLY_CHARGE": `"product_code": "P", "line_items": [{"start_date": "2024-01-01", "end_date": "2024-01-02", "number_of_units": 1, "rate_band": "B", "net_amount": ` + literal(t, amount) + `}]`,
		}[kind]
		if rapid.IntRange(0, 9).Draw(t, "prepay") == 0 {
			members += `, "to_prepay_meter_serial_number": "P"`
		} else if kind == "CREDIT" || kind == "PAYMENT" {
			total.Add(total, amount)
		} else {
			total.Sub(total, amount)
		}
		list = append(list, fmt.Sprintf(`{"transaction_id": "T%d", "transaction_date": %q, "amount": %s, "type": %q, %s}`,
			*serial, day, literal(t, amount), kind, members))
	}
	return "[" + strings.Join(list, ",") + "]", total
}

// drawAccount draws an account of some ledgers, or of flat fields, that balances.
func drawAccount(t *rapid.T) (document string, balance *units) {
	serial, ledgers, balance := 0, rapid.IntRange(0, 3).Draw(t, "ledgers"), new(units)
	var list []string
	for i := range max(1, ledgers) {
		history, last := drawList(t, &serial, "2024-01-31")
		recent, change := drawList(t, &serial, "2024-02-29")
		members := `"historical_statement_transactions": ` + history + `, "current_statement_transactions": ` + recent +
			`, "last_statement_closing_date": "2024-01-31"`
		if rapid.Bool().Draw(t, "states its last balance") {
			members += `, "last_statement_balance": ` + literal(t, last)
		}
		ledger := new(units).Add(last, change)
		if ledgers > 0 {
			members += fmt.Sprintf(`, "ledger_code": "L%d"`, i)
			if rapid.Bool().Draw(t, "states its balance") {
				members += `, "ledger_balance": ` + literal(t, ledger)
			}
			members = "{" + members + "}"
		}
		list, balance = append(list, members), balance.Add(balance, ledger)
	}
	if ledgers > 0 {
		return `{"ledgers": [` + strings.Join(list, ",") + `]`, balance
	}
	return "{" + list[0], balance
}

// What an independent sum says, to the last digit, is the only transfer balance
// that is accepted, and what the account has where it states none.
func TestBalancesAgreeWithAnIndependentSum(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		document, balance := drawAccount(r)
		read := func(transfer string) (*Part, fault.List) {
			return kindtest.Read(t, document+transfer+"}", kindtest.Facts("2024-07-01"), check)
		}
		part, faults := read("")
		ledgers := part.Ledgers
		if len(ledgers) == 0 {
			ledgers = []Ledger{*part.flat()}
		}
		if _, total := part.balances(ledgers); len(faults) > 0 || total.Shift(10).BigInt().Cmp(balance) != 0 {
			r.Fatalf("balance %s, want %s units; %v in %s", total, balance, faults, document)
		}
		if _, faults = read(`, "transfer_balance": ` + literal(r, balance)); len(faults) > 0 {
			r.Fatalf("%v in %s", faults, document)
		}
		if !strings.Contains(document, `"transaction_id"`) && !strings.Contains(document, `_balance"`) {
			return // nothing that the transfer balance could contradict
		}
		wrong := new(units).Add(balance, big.NewInt(rapid.SampledFrom([]int64{1, -1, 100_000_000, -100_000_000}).Draw(r, "wrong by")))
		_, faults = read(`, "transfer_balance": ` + literal(r, wrong))
		if len(faults) != 1 || faults[0].Attr != "transfer_balance" {
			r.Fatalf("%v for %s instead of %s in %s", faults, wrong, balance, document)
		}
	})
}
