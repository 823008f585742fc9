package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// DunningPath is the series of reminders that an account is to get.
type DunningPath struct {
	PathName  string       `json:"path_name" rule:"required,max=256"`
	StartDate payload.Date `json:"start_date,omitzero" rule:"doc=Today or later; today where it is left out."`
}

// dunningStartInPast: the reminders start today or later.
func dunningStartInPast(d *DunningPath, f *account.Facts, at *fault.At) {
	if d.StartDate != 0 && d.StartDate < f.Today {
		at.AddAt("start_date", "date_in_past", "The reminders would have started on "+d.StartDate.String()+", before today, "+f.Today.String()+": leave this out to start today.")
	}
}
