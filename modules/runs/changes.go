package runs

import (
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// change is a difference between the outcomes of one account in two runs.
type change struct{ name, class, before, now string }

// The outcomes of both runs stand for three kinds: whole, refused (incomplete ones, too) and
// absent.
var changes = []change{
	{"Were refused, are imported now", "imported", "refused", "whole"},
	{"Refused in both runs", "refused", "refused", "refused"},
	{"Were imported, are refused now", "refused", "whole", "refused"},
	{"New in this run", "", "absent", "whole"},
	{"New in this run, and refused", "refused", "absent", "refused"},
	{"In the run before alone", "", "present", "absent"},
}

// addChanges says what is different from the run before, account by account.
func (p *pages) addChanges(content *views.RunPage, r *run) error {
	if r.previous == "" {
		return nil
	}
	before, err := findRun(p.Reader, r.previous)
	if err != nil || before == nil {
		return err
	}
	content.Before = views.Link{Name: before.name + ", " + before.openedAt.Format("2 Jan 2006, 15:04") + " UTC", Address: paths.RunPage(before.id)}
	found := make(map[[2]string]int)
	// One account has several lines where further data has lines of its own: its worst outcome
	// counts.
	const query = `WITH outcomes AS (
			SELECT run, external_account_number AS number, max(outcome IN ('refused', 'incomplete')) AS bad
			FROM run_lines WHERE run IN (?1, ?2) AND outcome <> 'taken_back' GROUP BY run, external_account_number),
		pairs AS (SELECT max(CASE WHEN run = ?1 THEN bad END) AS was, max(CASE WHEN run = ?2 THEN bad END) AS is_now FROM outcomes GROUP BY number)
		SELECT CASE was WHEN 0 THEN 'whole' WHEN 1 THEN 'refused' ELSE 'absent' END,
			CASE is_now WHEN 0 THEN 'whole' WHEN 1 THEN 'refused' ELSE 'absent' END, count(*) FROM pairs GROUP BY 1, 2`
	err = database.EachRow(p.Reader, func(row database.Row) error {
		var was, is string
		var n int
		if err := row.Scan(&was, &is, &n); err != nil {
			return err
		}
		found[[2]string{was, is}] = n
		if is == "absent" {
			found[[2]string{"present", is}] += n
		}
		return nil
	}, query, before.id, r.id)
	for _, c := range changes {
		if n := found[[2]string{c.before, c.now}]; n > 0 {
			content.Changes = append(content.Changes, views.RunFigure{Name: c.name, Class: c.class, Value: views.FormatNumber(n)})
		}
	}
	if len(content.Changes) == 0 {
		content.Changes = []views.RunFigure{{Name: "Accounts with another outcome", Value: "0"}}
	}
	return err
}
