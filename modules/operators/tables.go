package operators

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// tables are the tables of the audit log, which package audit writes.
var tables = []module.Table{
	{
		Name: audit.Table, Access: module.AppendOnly, Undated: true,
		Kept: "actor actor_role actor_id action collection record label before after",
	},
}
