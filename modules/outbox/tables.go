package outbox

import "dataimport/modules/kit/module"

// tables are the tables of deliveries and of their endpoints.
var tables = []module.Table{
	{
		Name: "outbox", Key: module.Key{Number: true},
		Kept:    "state kind event receiver event_id body attempts next_attempt_at last_attempt_at delivered_at last_status",
		Emptied: "last_error",
		JSON:    "body",
		// Events that still wait are sent: their receivers would miss them, and they have no personal
		// data.
		Removed: `state <> 'waiting' OR kind = 'email'`,
		// An e-mail that still waits would be about an account that is not there.
		TakenBack: module.Change{
			Set:   `state = 'dropped', last_error = 'the account was taken back'`,
			Where: `receiver = supplier AND state = 'waiting' AND kind = 'email'`,
		},
	},
	{Name: "event_endpoints", Access: module.Edited, Kept: "name supplier url events disabled sealed_secret sealed_previous previous_until"},
}
