package main

import (
	"fmt"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"dataimport/e2e/importer/client"
)

// answer is a generated answer.
type answer interface {
	StatusCode() int
	GetBody() []byte
}

// expect returns an error where a call failed, or was answered with another status.
func expect(status int, a answer, err error) error {
	if err != nil {
		return err
	}
	if a.StatusCode() != status {
		return fmt.Errorf("status %d, not %d: %s", a.StatusCode(), status, a.GetBody())
	}
	return nil
}

// decimal returns an exact amount.
func decimal(text string) *client.Decimal {
	var d client.Decimal
	if err := d.FromDecimalText(text); err != nil {
		panic(err) // a text can always be written
	}
	return &d
}

func date(text string) types.Date {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err) // the dates are in this program
	}
	return types.Date{Time: day}
}
