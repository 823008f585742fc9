package reconciliation

import (
	"context"
	"fmt"
	"strings"

	"dataimport/modules/kit/domain/account"
)

// sections are the sections of the page, one for each kind of difference.
var sections = []struct {
	kind        kind
	title, text string
}{
	{unreadable, "Lines that cannot be read", "These lines of the book name no account. What they hold is in no total."},
	{onlyInBook, "Accounts only in the book", "The service has no imported account of these numbers: they were refused, or never sent."},
	{onlyInService, "Accounts only in the service", "The book has no account of these numbers."},
	{differs, "Accounts that differ", "The service has imported these accounts, and not as the book has them."},
}

// writeHTML writes the report as a page.
func (r *report) writeHTML(o *output) error {
	return reportPage(r, o).Render(context.Background(), o)
}

// size says how large the book is.
func (a *about) size() string {
	return fmt.Sprintf("%d lines, %d bytes", a.BookLines, a.BookBytes)
}

// limits says what was not compared.
func (a *about) limits() string {
	var parts []string
	if a.Partial {
		parts = append(parts, "accounts that only the service has: the book is a part of what the supplier has")
	}
	if a.FiguresOnly {
		parts = append(parts, "the bytes of the accounts")
	}
	if a.Erased > 0 {
		parts = append(parts, "documents and bytes of "+countOf(a.Erased, "account whose customer was erased", "accounts whose customers were erased"))
	}
	return strings.Join(parts, "; ")
}

// isNotImported reports whether the service has the number and no account of it.
func (d *Difference) isNotImported() bool { return d.State != "" && d.State != account.Imported }

// summarise says what is known of an account that one side alone has.
func (d *Difference) summarise() string {
	if d.Kind == unreadable {
		return d.Reason
	}
	parts := make([]string, len(d.Items))
	for i, item := range d.Items {
		value := item.Sent
		if d.Kind == onlyInService {
			value = item.Stored
		}
		parts[i] = item.Name + " " + value
	}
	return strings.Join(parts, " · ")
}
