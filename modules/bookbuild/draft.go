package bookbuild

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/kit/ops/cli"
)

// draft is one run of `book init`: it writes a first query.
type draft struct {
	source
	query, supplier, country string
	stdout                   io.Writer
	progress                 *progress

	sql     strings.Builder
	scratch *scratch
	tables  []*table
	main    *table
	key     *profile
	ran     int  // how much of the query was run
	negate  bool // whether a positive balance is a debt
}

func (d *draft) run(ctx context.Context) (err error) {
	files, others, err := d.inspect()
	if err != nil {
		return err
	}
	now := time.Now()
	if d.scratch, err = newScratch(ctx, now); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.scratch.close()) }()
	defer d.progress.clear()
	if err := d.scratch.load(ctx, files, d.progress); err != nil {
		return err
	}
	if d.tables, err = d.scratch.describe(ctx, now, d.country, d.progress); err != nil {
		return cli.Failed(err)
	}
	if d.main, d.key, err = findMain(d.tables); err != nil {
		return err
	}
	if err := d.scratch.findLinks(ctx, d.tables, d.main, d.key); err != nil {
		return cli.Failed(err)
	}
	if err := d.write(ctx); err != nil {
		return cli.Failed(err)
	}
	err = writeFile(d.query, func(w *bufio.Writer) error {
		_, err := w.WriteString(d.sql.String())
		return err
	})
	d.progress.clear()
	if err == nil {
		printFiles(d.stdout, files, d.scratch.counts, others)
		printProblems(d.stdout, d.scratch.problems, d.scratch.hidden)
		fmt.Fprintf(d.stdout, "\n%s is written. Read its comments, correct it, and build the book:\n\n  dataimport book build --from %s --query %s --out book.ndjson --country %s --orphans orphans.csv\n", d.query, d.dir, d.query, d.country)
	}
	return err
}

// linef writes a line of the query.
func (d *draft) linef(format string, args ...any) {
	fmt.Fprintf(&d.sql, format+"\n", args...)
}

// reserved are names of columns and tables that SQL has words for.
var reserved = func() map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(`abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case
		cast check collate column commit conflict constraint create cross current current_date current_time current_timestamp database default
		deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive exists explain fail filter first
		following for foreign from full generated glob group groups having if ignore immediate in index indexed initially inner insert instead
		intersect into is isnull join key last left like limit match materialized natural no not nothing notnull null nulls of offset on or
		order others outer over partition plan pragma preceding primary query raise range recursive references regexp reindex release rename
		replace restrict returning right rollback row rows savepoint select set table temp temporary then ties to transaction trigger unbounded
		union unique update using vacuum values view virtual when where window with without`) {
		set[word] = true
	}
	return set
}()

// name is a name in SQL, in quotes where it needs them.
func name(s string) string {
	if reserved[s] {
		return extracts.Quote(s)
	}
	return s
}

// text is a text in SQL.
func text(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (d *draft) write(ctx context.Context) error {
	d.linef("-- A first query for `dataimport book build`, written from the files in %s.", oneLine(d.dir))
	d.linef("-- Each file is a table. All columns are text, an empty cell is NULL, and _line is the line of the file.")
	d.linef("-- The last statement gives the book, a JSON object a row. Correct what was guessed wrongly.")
	d.linef("")
	for _, t := range d.tables {
		d.linef("-- %s: %s, %s rows: %s", oneLine(t.Name), t.Table, groupDigits(t.rows), d.describeLink(t))
	}
	d.writeRepairs()
	d.writeLinks()
	if err := d.writeTransactions(ctx); err != nil {
		return err
	}
	if err := d.runSoFar(ctx); err != nil {
		return err
	}
	if err := d.findSign(ctx); err != nil {
		return err
	}
	d.writeAccount()
	d.writeUnused()
	return d.runSoFar(ctx)
}

// runSoFar runs what was written since it was last called, on the tables of the files: a
// first query runs.
func (d *draft) runSoFar(ctx context.Context) error {
	for _, s := range splitStatements(d.sql.String()[d.ran:]) {
		d.progress.update(func() string { return "trying the query" })
		if _, err := d.scratch.conn.ExecContext(ctx, s.text); err != nil {
			return fmt.Errorf("the query that was written does not run: %w: %s", err, s.text)
		}
	}
	d.ran = d.sql.Len()
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (d *draft) describeLink(t *table) string {
	switch l := t.link; {
	case t == d.main:
		return fmt.Sprintf("a row for each account; %s is its number", d.key.name)
	case l == nil:
		return "no column was found that leads to an account"
	default:
		return fmt.Sprintf("%s is %s of %s; %s of %s values are there", l.column, l.to, d.main.Table, groupDigits(l.matching), groupDigits(l.tried))
	}
}

// writeRepairs removes repeated rows, and makes the values of links match.
func (d *draft) writeRepairs() {
	for _, t := range d.tables {
		if t.repeated == 0 || t.link == nil && t != d.main {
			continue
		}
		names := make([]string, len(t.Columns))
		for i, column := range t.Columns {
			names[i] = name(column)
		}
		d.linef("\n-- %s of %s in full: the first one counts.", plural(t.repeated, "row repeats another row", "rows repeat other rows"), t.Table)
		d.linef("DELETE FROM %s WHERE _line NOT IN (SELECT min(_line) FROM %s GROUP BY %s);", name(t.Table), name(t.Table), strings.Join(names, ", "))
	}
	changed := make(map[string]bool) // columns of the table of accounts
	for _, t := range d.tables {
		if t.link == nil || t.link.change == "" {
			continue
		}
		if t.link.change == withoutZeros {
			d.writeZeros(t, !changed["0"+t.link.to])
			changed["0"+t.link.to] = true
			continue
		}
		d.linef("\n-- %s and %s match when superfluous characters are dropped from both.", t.Table, d.main.Table)
		d.linef("UPDATE %s SET %s = %s;", name(t.Table), name(t.link.column), fmt.Sprintf(t.link.change, name(t.link.column)))
		if !changed[t.link.to] {
			changed[t.link.to] = true
			d.linef("UPDATE %s SET %s = %s;", name(d.main.Table), name(t.link.to), fmt.Sprintf(t.link.change, name(t.link.to)))
		}
	}
	if d.key.distinct < d.main.rows-d.main.repeated {
		d.linef("\n-- Some account numbers of %s have several rows that differ: the book then has several lines of one account,", d.main.Table)
		d.linef("-- and the report names them. Decide which row counts.")
	}
}

// writeZeros gives the numbers of a table the leading zeros that those of the accounts have,
// or takes them away. The numbers of accounts stay as they are.
func (d *draft) writeZeros(t *table, first bool) {
	bare := func(column string) string { return fmt.Sprintf(withoutZeros, column) }
	d.linef("\n-- The values of %s match those of %s but for leading zeros: they get the form that they have there.", t.Table, d.main.Table)
	if first {
		d.linef("CREATE INDEX %s ON %s (%s);", name(d.main.Table+"_bare_"+t.link.to), name(d.main.Table), bare(name(t.link.to)))
	}
	own := name(t.Table) + "." + name(t.link.column)
	d.linef("UPDATE %s SET %s = COALESCE((SELECT a.%s FROM %s a WHERE %s = %s), %s);", name(t.Table), name(t.link.column),
		name(t.link.to), name(d.main.Table), bare("a."+name(t.link.to)), bare(own), name(t.link.column))
}

// writeLinks writes an index for each link, and the views by which orphans are found.
func (d *draft) writeLinks() {
	d.linef("\n-- The account of each row, by its line: rows without one are orphans, which --orphans names.")
	d.main.used[d.key.name] = true
	d.linef("CREATE INDEX %s ON %s (%s);", name(d.main.Table+"_key"), name(d.main.Table), name(d.key.name))
	d.linef("CREATE VIEW %s%s AS SELECT _line, %s AS account FROM %s;", accountOf, d.main.Table, name(d.key.name), name(d.main.Table))
	for _, t := range d.tables {
		l := t.link
		if l == nil {
			continue
		}
		t.used[l.column], d.main.used[l.to] = true, true
		d.linef("CREATE INDEX %s ON %s (%s);", name(t.Table+"_key"), name(t.Table), name(l.column))
		if l.to == d.key.name {
			d.linef("CREATE VIEW %s%s AS SELECT _line, %s AS account FROM %s;", accountOf, t.Table, name(l.column), name(t.Table))
			continue
		}
		d.linef("CREATE INDEX %s ON %s (%s);", name(d.main.Table+"_"+l.to), name(d.main.Table), name(l.to))
		d.linef("CREATE VIEW %s%s AS SELECT t._line, a.%s AS account FROM %s t LEFT JOIN %s a ON a.%s = t.%s;",
			accountOf, t.Table, name(d.key.name), name(t.Table), name(d.main.Table), name(l.to), name(l.column))
	}
}

// column is a column of a table by its alias.
func column(alias, name_ string) string { return alias + "." + name(name_) }

// clean is the SQL for a text of a role in a table; empty where the table has none.
func (t *table) clean(alias string, r role) string {
	if c := t.use(r); c != "" {
		return "clean(" + column(alias, c) + ")"
	}
	return ""
}

// call is the SQL for a function on a column of a role.
func (t *table) call(alias, function string, r role, arguments ...string) string {
	c := t.use(r)
	if c == "" {
		return ""
	}
	return function + "(" + strings.Join(append([]string{column(alias, c)}, arguments...), ", ") + ")"
}

// decimal is the SQL for an exact number.
func (t *table) decimal(alias, function string, r role) string {
	p := t.find(r)
	if p == nil {
		return ""
	}
	if p.mark == ',' {
		return t.call(alias, function, r, "','")
	}
	return t.call(alias, function, r)
}

// date is the SQL for a date.
func (t *table) date(alias string, r role) string {
	p := t.find(r)
	if p == nil || p.pattern == "" {
		return ""
	}
	return t.call(alias, "to_date", r, text(p.pattern))
}

// anywhere is the SQL for a value of an account, from its own table or from another one that
// is linked to it.
func (d *draft) anywhere(own *table, alias string, r role, sql func(t *table, alias string) string) string {
	if own.find(r) != nil {
		return sql(own, alias)
	}
	for _, t := range append([]*table{d.main}, d.tables...) {
		if t == own || t.find(r) == nil || t.isMany() {
			continue
		}
		if t == d.main && own.link != nil {
			return sql(t, "a")
		}
		if t.link != nil {
			return fmt.Sprintf("(SELECT %s FROM %s x WHERE x.%s = a.%s ORDER BY x._line LIMIT 1)", sql(t, "x"), name(t.Table), name(t.link.column), name(t.link.to))
		}
	}
	return ""
}

// isTransactions reports whether the rows of a table are transactions.
func (t *table) isTransactions() bool {
	return t.link != nil && t.find(roleAmount) != nil && t.find(roleDate) != nil
}

// isNotes reports whether the rows of a table are notes.
func (t *table) isNotes() bool {
	return t.link != nil && t.find(roleText) != nil && t.find(roleAmount) == nil && t.find(roleFamily) == nil
}

// isMany reports whether an account has many rows of a table, so that no single value of an
// account is there.
func (t *table) isMany() bool { return t.isTransactions() || t.isNotes() }

// writeTransactions makes a table of the transactions in the terms of the contract.
func (d *draft) writeTransactions(ctx context.Context) error {
	for _, t := range d.tables {
		if t != d.main && t.isTransactions() {
			return d.writeTransactionsOf(ctx, t)
		}
	}
	return nil
}

func (d *draft) transactions() *table {
	for _, t := range d.tables {
		if t != d.main && t.isTransactions() {
			return t
		}
	}
	return nil
}

func (d *draft) writeTransactionsOf(ctx context.Context, t *table) error {
	kind, amount, err := d.typeAndAmount(ctx, t)
	if err != nil {
		return err
	}
	d.linef("\n-- Transactions in the terms of the contract: PAYMENT and CREDIT add to the balance, CHARGE and REPAYMENT subtract.")
	d.linef("CREATE TABLE transactions_made AS")
	d.linef("SELECT t._line, t.%s AS link,", name(t.link.column))
	id := t.clean("t", roleTransaction)
	if id == "" {
		id = "'" + t.Table + "-' || t._line"
		d.linef("  -- No column was found with a number of its own for each transaction: the line of the file stands for it.")
	}
	d.linef("  %s AS id,", id)
	d.linef("  %s AS date,", t.date("t", roleDate))
	d.linef("  %s AS amount,", amount)
	reference, note := t.clean("t", roleReference), t.clean("t", roleText)
	for _, optional := range []struct{ sql, as string }{{reference, "reference"}, {note, "note"}} {
		if optional.sql != "" {
			d.linef("  %s AS %s,", optional.sql, optional.as)
		}
	}
	d.linef("  %s AS type", kind)
	d.linef("FROM %s t;", name(t.Table))
	d.linef("CREATE INDEX transactions_made_link ON transactions_made (link);")
	return nil
}

// maxTypes is how many words for types are written into the query.
const maxTypes = 40

// typeAndAmount is the SQL for the type and the amount of transactions.
func (d *draft) typeAndAmount(ctx context.Context, t *table) (kind, amount string, err error) {
	amount = t.decimal("t", "decimal", roleAmount)
	p := t.find(roleType)
	if p == nil || p.distinct > maxTypes {
		return "CASE WHEN decimal_cmp(" + amount + ", '0') < 0 THEN 'PAYMENT' ELSE 'CHARGE' END /* no column says it: the sign does */", "decimal_abs(" + amount + ")", nil
	}
	source := "clean(" + column("t", t.use(roleType)) + ")"
	words, err := d.scratch.texts(ctx, fmt.Sprintf(`SELECT %s AS word FROM %s t WHERE word IS NOT NULL GROUP BY word ORDER BY count(*) DESC`, source, name(t.Table)))
	if err != nil {
		return "", "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "CASE %s", source)
	negated := ""
	for _, word := range words {
		found := findTransactionType(word)
		if found == "" {
			fmt.Fprintf(&b, "\n    -- WHEN %s THEN '...'  -- which type is this?", text(word))
			continue
		}
		fmt.Fprintf(&b, "\n    WHEN %s THEN '%s'", text(word), found)
		if found == "CHARGE" {
			continue
		}
		var below, all int
		if err := d.scratch.conn.QueryRowContext(ctx, fmt.Sprintf(`SELECT COALESCE(sum(decimal_cmp(%s, '0') < 0), 0), count(*) FROM %s t WHERE %s = ?`, amount, name(t.Table), source), word).Scan(&below, &all); err != nil {
			return "", "", err
		}
		if below*2 > all {
			negated += ", " + text(word)
		}
	}
	fmt.Fprintf(&b, "\n    ELSE %s END", source)
	if negated != "" {
		amount = fmt.Sprintf("CASE WHEN %s IN (%s) THEN decimal_neg(%s) ELSE %s END", source, negated[2:], amount, amount)
	}
	return b.String(), amount, nil
}
