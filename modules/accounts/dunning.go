package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// DunningPath is the series of reminders that an account is to get.
type DunningPath struct {
	PathName  string       `json:"path_name" rule:"required,max=256,impersonal"`
	StartDate payload.Date `json:"start_date,omitzero" rule:"impersonal,doc=Today or later; today where it is left out."`
}

var ruleDateInPast = catalogue.Rule{
	Code: "date_in_past", Area: catalogue.Dates,
	Meaning: "A series of reminders would have started before today.",
	Remedy:  "Leave start_date out to start today, or give a later day.",
	Attr:    "dunning_path.start_date",
	Bad:     `{"dunning_path": {"path_name": "Vulnerable customers", "start_date": "2024-01-01"}}`,
	Good:    `{"dunning_path": {"path_name": "Vulnerable customers"}}`,
}

// checkDunningStart: the reminders start today or later.
func checkDunningStart(d *DunningPath, f *account.Facts, at *fault.At) {
	if d.StartDate != 0 && d.StartDate < f.Today {
		at.AddAt("start_date", ruleDateInPast.Code, "The reminders would have started on "+d.StartDate.String()+", before today, "+f.Today.String()+": leave this out to start today.")
	}
}
