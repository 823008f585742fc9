package progress

import "dataimport/modules/kit/module"

// tables are the tables of the progress counters, which package writer writes.
var tables = []module.Table{
	{Name: "progress", Kept: "supplier name n"},
	{Name: "progress_history", Kept: "supplier name at n"},
}
