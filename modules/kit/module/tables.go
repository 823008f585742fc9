package module

import "slices"

// Tables are the tables of all modules.
type Tables []Table

// TablesOf are the tables of modules, in their order.
func TablesOf(modules []Module) Tables {
	var list Tables
	for i := range modules {
		list = append(list, modules[i].Tables...)
	}
	return list
}

// Names are the names of the tables that one of these accesses holds for.
func (list Tables) Names(access ...Access) []string {
	var names []string
	for i := range list {
		if slices.Contains(access, list[i].Access) {
			names = append(names, list[i].Name)
		}
	}
	return names
}

// OfAccounts are the tables with rows of accounts: first those that know an account by its
// process, then by its number, then by its id. The table of the accounts themselves is
// last, since other rows refer to it.
func (list Tables) OfAccounts() Tables {
	var found Tables
	for i := range list {
		if list[i].IsOfAccounts() {
			found = append(found, list[i])
		}
	}
	slices.SortStableFunc(found, func(a, b Table) int { return a.Key.rank() - b.Key.rank() })
	return found
}

// Imported are the tables with rows that an import creates. The table of the accounts
// themselves is last.
func (list Tables) Imported() Tables {
	return slices.DeleteFunc(list.OfAccounts(), func(t Table) bool { return t.Key.Account == "" })
}

func (k Key) rank() int {
	switch {
	case k.Process != "":
		return 0
	case k.Number:
		return 1
	case k.Account != "id":
		return 2
	}
	return 3
}
