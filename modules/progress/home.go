package progress

import (
	"cmp"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	maxNeeds         = 50 // on the page
	maxRecentChanges = 8
)

// firstSteps are what an operator does before the first import.
var firstSteps = []views.Link{
	{Name: "Create a supplier", Address: paths.DashboardList("suppliers", ""), About: "The company whose accounts move in. Its code is part of each request."},
	{Name: "Create a team", Address: paths.DashboardList("teams", ""), About: "The team that takes the accounts over. Each account is given to one."},
	{Name: "Create an API client", Address: paths.DashboardList("api_clients", ""), About: "Its key is shown once. The program that sends the accounts signs in with it."},
	{Name: "Try a request", Address: paths.DocsPage, About: "Each request of the interface has an example that imports as it stands."},
}

// addNeeds adds what the reader has to look at, and for operators the latest changes.
func (p *pages) addNeeds(content *views.OverviewPage, snapshot *settings.Snapshot, reader *session.Reader, now time.Time) error {
	needs, err := p.Needs(snapshot, now)
	if err != nil {
		return err
	}
	for i := range needs {
		need := &needs[i]
		if need.Operators && !reader.Operates() || need.SupplierID != "" && !reader.Sees(need.SupplierID) || need.SupplierID == "" && !reader.Operates() {
			continue
		}
		if len(content.Needs) == maxNeeds {
			content.MoreNeeds = true
			break
		}
		content.Needs = append(content.Needs, views.Need{Text: need.Text, Address: need.Address, Since: need.Since})
	}
	if !reader.Operates() {
		return nil
	}
	content.Operates = true
	if len(content.Suppliers) == 0 {
		content.FirstSteps = firstSteps
	}
	content.Changes, err = readChanges(p.Reader)
	return err
}

// changesQuery reads the latest entries, by the index of their time.
const changesQuery = `SELECT id, created, actor, action, collection, label FROM ` + audit.Table + ` ORDER BY created DESC LIMIT 100`

// readChanges reads the latest changes. Log-ins are none.
func readChanges(q database.Querier) (changes []views.RecentChange, err error) {
	err = database.EachRow(q, func(row database.Row) error {
		var id, at, action, collection, label string
		c := views.RecentChange{}
		if err := row.Scan(&id, &at, &c.Who, &action, &collection, &label); err != nil || action == audit.Login || len(changes) == maxRecentChanges {
			return err
		}
		c.At, c.What, c.Address = database.ParseTime(at), describeChange(action, collection, label), paths.DashboardRecord(audit.Table, id)
		changes = append(changes, c)
		return nil
	}, changesQuery)
	return changes, err
}

// actionVerbs are the actions of the audit log in words. Other actions stand as they are.
var actionVerbs = map[string]string{
	audit.Create: "created", audit.Update: "changed", audit.Delete: "deleted", audit.Skip: "skipped", audit.Unskip: "put back", audit.KeyIssued: "issued a key to",
	audit.KeyRotated: "gave another key to", audit.TakeBack: "took back", audit.Export: "exported", audit.Erase: "erased", audit.Purge: "purged",
}

// collectionNouns are the collections in words. Other collections are named without their underscores.
var collectionNouns = map[string]string{
	"suppliers": "supplier", "teams": "team", "api_clients": "API client", "staff": "member of the staff", "markets": "market", "closed_lists": "closed list",
	"payment_vendors": "payment vendor", "event_endpoints": "event endpoint", "import_processes": "account", "_superusers": "operator",
}

const maxLabel = 60 // runes of a label, which may be a statement of SQL

func describeChange(action, collection, label string) string {
	if runes := []rune(label); len(runes) > maxLabel {
		label = string(runes[:maxLabel]) + "…"
	}
	noun := cmp.Or(collectionNouns[collection], strings.ReplaceAll(strings.TrimPrefix(collection, "_"), "_", " "))
	if label == noun {
		label = ""
	}
	return strings.Join(strings.Fields(cmp.Or(actionVerbs[action], action+":")+" "+noun+" "+label), " ")
}
