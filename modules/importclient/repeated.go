package importclient

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/store/database"
)

// refuseRepetitions adds its fault to each line whose account number other lines have, too. A
// check sends these lines, so that their other faults do not wait for a second check.
func (x *index) refuseRepetitions() error {
	const query = `SELECT l.line FROM lines l JOIN outcomes o ON o.line = l.line WHERE l.code = ? AND l.line > ? ORDER BY l.line LIMIT ?`
	return x.eachLine(query, func(row database.Row) (int, func() error, error) {
		number := 0
		err := row.Scan(&number)
		return number, func() error { return x.refuseRepetition(number) }, err
	}, fault.NumberRepeatedInBook)
}

func (x *index) refuseRepetition(number int) error {
	detail, err := x.describeRepetition(number)
	if err != nil {
		return err
	}
	return x.addFaults(number, []apiclient.Fault{{Code: fault.NumberRepeatedInBook, Attr: "external_account_number", Detail: detail}}, "read")
}

// addFaults adds faults to the outcome of a line. A line that was not refused is then refused at
// the step.
func (x *index) addFaults(number int, faults []apiclient.Fault, step string) error {
	o, err := x.readOutcome(number)
	if err != nil {
		return err
	}
	o.Errors = append(o.Errors, faults...)
	if !o.isRefused() && len(faults) > 0 {
		o.Outcome, o.Step, o.Code, o.Detail = outcomeRefused, step, faults[0].Code, faults[0].Detail
	}
	if _, err := x.db.Exec(`DELETE FROM outcomes WHERE line = ?1; DELETE FROM faults WHERE line = ?1`, number); err != nil {
		return newScratchError(err)
	}
	_, err = x.recordOutcome(o)
	return err
}
