package lifecycle

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// Counts are numbers of rows by table. Tables without any are left out.
type Counts map[string]int

func (c Counts) addRows(table string, n int) {
	if n != 0 {
		c[table] += n
	}
}

// countRows counts the rows of an account that taking it back deletes.
func countRows(q database.Querier, tables module.Tables, of module.Identity) (Counts, error) {
	counts := make(Counts)
	imported := tables.Imported()
	for i := range imported {
		where, args := imported[i].Condition(of)
		var n int
		if err := q.QueryRow(`SELECT count(*) FROM `+imported[i].Name+` WHERE `+where, args...).Scan(&n); err != nil {
			return nil, err
		}
		counts.addRows(imported[i].Name, n)
	}
	return counts, nil
}
