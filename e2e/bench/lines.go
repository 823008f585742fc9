package main

import (
	"fmt"
	"sync/atomic"
)

// Paths of the interface.
const (
	base        = "/v1/data-import/"
	validate    = base + "validate-account/"
	stage       = base + "account-import-process/create-or-update/"
	process     = base + "account-import-process/process/"
	createNotes = base + "notes/create/"
	createMoney = base + "transactions/create/"
	createPast  = base + "historical-statements/create/"
	status      = base + "account-transfer-status/"
	list        = base + "all-account-import-processes/"
	// firstWhole is the number of the first account that goes the whole way.
	firstWhole = 50_000_000
)

// load is what the lines share.
type load struct {
	service, stock, floor *server
	authorization         string
	cookie                string // of a member of the staff
	accounts              []template
	energy                []template // of a supplier whose market is gb-energy
	staged, imported      *line
	before                int // accounts that are imported already
}

// lines are the lines of the table, in the order in which each round runs them.
func (w *load) lines() []*line {
	w.staged = w.line("stage", "accounts", 1, 1, w.sending(stage, w.accounts, 201))
	w.imported = w.line("process", "accounts", 1, 2, w.process)
	// Those that were there before have the first numbers.
	w.staged.next.Store(int64(w.before))
	w.imported.next.Store(int64(w.before))
	lines := []*line{
		{name: stockLine, unit: "records", items: 1, jobs: 1, on: w.stock, do: w.record},
		{name: floorLine, unit: "accounts", items: 1, jobs: 1, on: w.floor, do: w.bare},
		w.staged,
	}
	return append(lines,
		w.line("stage gb-energy", "accounts", 1, 1, w.sending(stage, w.energy, 201)),
		w.line("validate", "accounts", 1, 0, w.sending(validate, w.accounts, 200)),
		w.imported,
		w.line("notes", "notes", 1, 1, w.adding(createNotes, body("notes", 1, notes("A")), 1)),
		w.line("transactions by 1", "transactions", 1, 1, w.adding(createMoney, body("transactions", 1, transactions("A")), 1)),
		w.line("transactions by 100", "transactions", 100, 1, w.adding(createMoney, body("transactions", 100, transactions("B")), 100)),
		w.line("status", "answers", 1, 0, w.status),
		w.line("whole way", "accounts", 1, 6, w.wholeWay()),
		w.single(w.line("page of all", "pages", 1, 0, w.page("/imports/"))),
		w.single(w.line("page of a supplier", "pages", 1, 0, w.page("/imports/"+supplier+"/"))),
		w.single(w.line("page of a postcode", "pages", 1, 0, w.page("/imports/"+supplier+"/?by=postcode&q=LS1"))),
		w.single(w.line("page of an account", "pages", 1, 0, w.accountPage)),
		w.single(w.line("list of 100,000", "accounts", listed, 0, w.list)),
		w.long(w.line("list of 100,000 to all", "accounts", listed, 0, w.list)),
	)
}

func (w *load) line(name, unit string, items, jobs int, do func(c *connection, n int) error) *line {
	return &line{name: name, unit: unit, items: items, jobs: jobs, on: w.service, do: do}
}

// long is a line whose operations take longer than a round: one is enough of them.
func (w *load) long(l *line) *line {
	l.once = true
	return l
}

// single is a line over one connection.
func (w *load) single(l *line) *line {
	l.alone = true
	return l
}

// record has stock PocketBase store an account.
func (w *load) record(c *connection, n int) error {
	account := w.accounts[n%len(w.accounts)]
	c.payload = account.fill(c.payload, n, n)
	c.send = append(append(append(c.send[:0], `{"payload":`...), c.payload...), '}')
	return c.post("/api/collections/payloads/records", "", 200)
}

func (w *load) bare(c *connection, n int) error {
	c.send = w.accounts[n%len(w.accounts)].fill(c.send, n, n)
	return c.post("/", "", 201)
}

func (w *load) sending(path string, accounts []template, want int) func(*connection, int) error {
	return func(c *connection, n int) error { return w.sendAccount(c, path, accounts, n, want) }
}

func (w *load) sendAccount(c *connection, path string, accounts []template, n, want int) error {
	c.send = accounts[n%len(accounts)].fill(c.send, n, n)
	if err := c.post(path, w.authorization, want); err != nil {
		return err
	}
	return c.holds(1, fmt.Sprintf(`"external_account_number":"EXT-%08d"`, n))
}

// process creates the staged accounts, one after the other.
func (w *load) process(c *connection, n int) error {
	if n >= int(w.staged.next.Load()) {
		return errDone
	}
	return w.create(c, n)
}

func (w *load) create(c *connection, account int) error {
	c.send = fmt.Appendf(c.send[:0], `{"import_supplier_code": %q, "external_account_number": "EXT-%08d", "operations_team_name": %q}`, supplier, account, team)
	if err := c.post(process, w.authorization, 201); err != nil {
		return err
	}
	return c.holds(1, `{"service_account_number":"A-`)
}

// added is what an answer says of each item that was added.
var added = map[string]string{
	createNotes: `"status":"NOTE_CREATION_SUCCESS"`,
	createMoney: `"status":"TRANSACTION_ADDED_TO_ACCOUNT"`,
	createPast:  `"statement_id":"S`,
}

// adding adds something to the imported accounts, to each in turn.
func (w *load) adding(path string, t template, items int) func(*connection, int) error {
	return func(c *connection, n int) error {
		return w.add(c, path, t, scattered(n, &w.imported.next), n, items)
	}
}

func (w *load) add(c *connection, path string, t template, account, serial, items int) error {
	c.send = t.fill(c.send, account, serial)
	if err := c.post(path, w.authorization, 201); err != nil {
		return err
	}
	return c.holds(items, added[path])
}

func (w *load) status(c *connection, n int) error {
	if err := c.get(fmt.Sprintf("%s%s/EXT-%08d/", status, supplier, scattered(n, &w.imported.next)), w.authorization); err != nil {
		return err
	}
	return c.holds(1, `{"status":"COMPLETED","service_account_number":"A-`)
}

// page reads a page of the support staff.
func (w *load) page(path string) func(*connection, int) error {
	return func(c *connection, _ int) error { return w.read(c, path) }
}

func (w *load) accountPage(c *connection, n int) error {
	return w.read(c, fmt.Sprintf("/imports/%s/EXT-%08d/", supplier, scattered(n, &w.imported.next)))
}

func (w *load) read(c *connection, path string) error {
	if err := c.page(path, w.cookie); err != nil {
		return err
	}
	return c.holds(1, "</html>")
}

func (w *load) list(c *connection, _ int) error {
	if err := c.get(list+listSupplier+"/", w.authorization); err != nil {
		return err
	}
	if c.objects != listed {
		return fmt.Errorf("the list has %d accounts and not %d", c.objects, listed)
	}
	return nil
}

// wholeWay is five requests for one account: what a migration sends.
func (w *load) wholeWay() func(*connection, int) error {
	written, money, past := body("notes", 2, notes("C")), body("transactions", 24, transactions("C")), body("statements", 12, statement)
	return func(c *connection, n int) error {
		account := firstWhole + n
		if err := w.sendAccount(c, stage, w.accounts, account, 201); err != nil {
			return err
		}
		if err := w.create(c, account); err != nil {
			return err
		}
		if err := w.add(c, createNotes, written, account, account, 2); err != nil {
			return err
		}
		if err := w.add(c, createMoney, money, account, account, 24); err != nil {
			return err
		}
		return w.add(c, createPast, past, account, account, 12)
	}
}

// scattered is one of the first count numbers. Those for n and n+1 lie far from each
// other, as requests of different clients do.
func scattered(n int, count *atomic.Int64) int {
	const prime = 2_654_435_761
	return n * prime % int(count.Load())
}
