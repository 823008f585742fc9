package importclient

import (
	"encoding/csv"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/store/database"
)

// A group is the lines with one fault at one member.
type group struct {
	Code    string `json:"code"`
	Member  string `json:"member,omitzero"` // with * in place of indexes; "" for the whole line
	Lines   int    `json:"lines"`
	First   int    `json:"first_line,omitzero"`
	Account string `json:"first_account,omitzero"` // the external account number of that line
	Detail  string `json:"detail,omitzero"`        // of that line's refusal
}

// listGroups lists the faults, those of most lines first.
func (x *index) listGroups() (groups []group, err error) {
	const query = `SELECT f.code, f.member, count(DISTINCT f.line), min(f.line) AS first FROM faults f GROUP BY f.code, f.member ORDER BY 3 DESC, 1, 2`
	groups, err = database.ReadRows(x.db, func(row database.Row, g *group) error { return row.Scan(&g.Code, &g.Member, &g.Lines, &g.First) }, query)
	if err != nil {
		return nil, err
	}
	for i := range groups {
		if err := x.describeGroup(&groups[i]); err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// describeGroup adds the account and the words of the first line.
func (x *index) describeGroup(g *group) error {
	var text string
	err := x.db.QueryRow(`SELECT COALESCE(NULLIF(l.number, ''), o.number), o.detail, o.errors FROM outcomes o JOIN lines l ON l.line = o.line WHERE o.line = ?`, g.First).
		Scan(&g.Account, &g.Detail, &text)
	if err != nil {
		return err
	}
	var faults []apiclient.Fault
	if err := json.Unmarshal([]byte(text), &faults, jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	for _, f := range faults {
		if f.Code == g.Code && fault.MemberOf(f.Attr) == g.Member {
			g.Detail = f.Detail
			break
		}
	}
	return nil
}

// writeGroups writes the faults by code and member, in the form that the name of the file asks for.
func (m *importer) writeGroups(to io.Writer) error {
	groups, err := m.index.listGroups()
	if err != nil {
		return err
	}
	format := strings.TrimPrefix(filepath.Ext(m.report), ".")
	if format != formatJSON && format != formatCSV {
		format = formatTable
	}
	return printGroups(to, groups, format)
}

// The formats of groups.
const (
	formatTable = "table"
	formatCSV   = "csv"
	formatJSON  = "json"
)

// printGroups writes groups in a format.
func printGroups(to io.Writer, groups []group, format string) error {
	switch format {
	case formatJSON:
		if groups == nil {
			groups = []group{}
		}
		if err := json.MarshalWrite(to, groups, jsontext.WithIndent("  ")); err != nil {
			return err
		}
		_, err := io.WriteString(to, "\n")
		return err
	case formatCSV:
		return writeGroupsCSV(to, groups)
	default:
		return writeGroupsTable(to, groups, len(groups))
	}
}

func writeGroupsCSV(to io.Writer, groups []group) error {
	table := csv.NewWriter(to)
	err := table.Write([]string{"code", "member", "lines", "first_line", "first_account", "detail"})
	for _, g := range groups {
		first := ""
		if g.First > 0 {
			first = strconv.Itoa(g.First)
		}
		err = errors.Join(err, table.Write([]string{spreadsheet.EscapeFormula(g.Code), spreadsheet.EscapeFormula(g.Member), strconv.Itoa(g.Lines), first,
			spreadsheet.EscapeFormula(g.Account), spreadsheet.EscapeFormula(g.Detail)}))
	}
	table.Flush()
	return errors.Join(err, table.Error())
}

// writeGroupsTable writes the first groups for a reader, a line each. Codes and members are long, so
// they have no columns.
func writeGroupsTable(to io.Writer, groups []group, most int) error {
	for i, g := range groups {
		if i == most {
			_, err := fmt.Fprintf(to, "%7s  and %d more\n", "", len(groups)-most)
			return err
		}
		text := fmt.Sprintf("%7d  %s", g.Lines, g.Code)
		if g.Member != "" {
			text += " at " + g.Member
		}
		if g.First > 0 {
			text += fmt.Sprintf(", first in line %d", g.First)
			if g.Account != "" {
				text += " (" + apiclient.JoinLines(g.Account) + ")"
			}
		}
		if _, err := fmt.Fprintln(to, text); err != nil {
			return err
		}
	}
	return nil
}
