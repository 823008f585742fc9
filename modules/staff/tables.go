package staff

import "dataimport/modules/kit/module"

// tables are the tables of support staff.
var tables = []module.Table{
	{Name: "staff", Access: module.Edited, Kept: "email emailVisibility verified password tokenKey role suppliers"},
}
