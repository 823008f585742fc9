package main

import (
	"fmt"
	"sync/atomic"

	"dataimport/modules/kit/http/paths"
)

// Paths of the interface.
const (
	validate    = paths.ValidateAccount + "/"
	stage       = paths.StageAccount + "/"
	process     = paths.ProcessAccount + "/"
	createNotes = paths.ImportNotes + "/"
	createMoney = paths.ImportTransactions + "/"
	createPast  = paths.ImportStatements + "/"
	status      = paths.AccountStatus + "/"
	list        = paths.AllAccounts + "/"
)

// Numbers of the first accounts that lines import or check with all of their data.
const (
	firstFullImport   = 50_000_000
	firstBulkImport   = 60_000_000
	firstBulkCheck    = 70_000_000
	firstClientImport = 80_000_000
)

// How much data an account has on its whole way.
const (
	wholeNotes        = 2
	wholeTransactions = 24
	wholeStatements   = 12
)

// load is what the lines share.
type load struct {
	service, stock, floor *server
	peer                  *server // nil where there is none
	authorization         string
	cookie                string // of a member of the staff
	accounts              []template
	energy                []template // of a supplier whose market is gb-energy
	staged, imported      *line
	preloaded             int           // number of accounts that are imported before the measurement
	run                   string        // id of the run that the bulk lines belong to; empty where the service has none
	client                *client       // nil where the program has no import client
	bytes                 *accountBytes // nil where there is no import client
}

// newLines returns the lines of the table, in the order in which each round runs them.
func (w *load) newLines() []*line {
	w.staged = w.newLine("stage", "accounts", 1, 1, w.newAccountSender(stage, w.accounts, 201))
	w.imported = w.newLine("process", "accounts", 1, 2, w.processStaged)
	// The preloaded accounts have the first numbers.
	w.staged.next.Store(int64(w.preloaded))
	w.imported.next.Store(int64(w.preloaded))
	lines := []*line{
		{name: stockLine, unit: "records", items: 1, jobs: 1, on: w.stock, operate: w.storeRecord},
		{name: floorLine, unit: "accounts", items: 1, jobs: 1, on: w.floor, operate: w.storeBare},
	}
	if w.peer != nil {
		lines = append(lines, &line{name: "peer", unit: "accounts", items: 1, on: w.peer, operate: w.stageOnPeer})
	}
	whole := w.newLine("whole way", "accounts", 1, 6, w.newFullImport())
	lines = append(lines, w.staged,
		w.newLine("stage gb-energy", "accounts", 1, 1, w.newAccountSender(stage, w.energy, 201)),
		w.newLine("validate", "accounts", 1, 0, w.newAccountSender(validate, w.accounts, 200)),
		w.imported,
		w.newLine("notes", "notes", 1, 1, w.newItemAdder(createNotes, newBody("notes", 1, newNotes("A")), 1)),
		w.newLine("transactions by 1", "transactions", 1, 1, w.newItemAdder(createMoney, newBody("transactions", 1, newTransactions("A")), 1)),
		w.newLine("transactions by 100", "transactions", 100, 1, w.newItemAdder(createMoney, newBody("transactions", 100, newTransactions("B")), 100)),
		w.newLine("status", "answers", 1, 0, w.readStatus),
		whole,
	)
	if w.run != "" {
		lines = append(lines,
			w.compareWithWhole(whole, batchesAside, w.newLine("bulk whole way", "accounts", batchLines, batchLines, w.newBulkImport())),
			w.compareWithWhole(whole, batchesAside, w.newLine("bulk check", "accounts", batchLines, 0, w.newBulkCheck())),
		)
	}
	if w.client != nil {
		lines = append(lines, w.compareWithWhole(whole, 1, w.newLine("import client", "accounts", clientBook, clientBook, w.importByClient)))
	}
	return append(lines,
		w.useOneConnection(w.newLine("page of all", "pages", 1, 0, w.newPageReader("/imports/"))),
		w.useOneConnection(w.newLine("page of a supplier", "pages", 1, 0, w.newPageReader("/imports/"+supplier+"/"))),
		w.useOneConnection(w.newLine("page of a postcode", "pages", 1, 0, w.newPageReader("/imports/"+supplier+"/?by=postcode&q=LS1"))),
		w.useOneConnection(w.newLine("page of an account", "pages", 1, 0, w.readAccountPage)),
		w.useOneConnection(w.newLine("list of 100,000", "accounts", listed, 0, w.readList)),
		w.runOnceAtEnd(w.newLine("list of 100,000 to all", "accounts", listed, 0, w.readList)),
	)
}

func (w *load) newLine(name, unit string, items, jobs int, do func(c *connection, n int) error) *line {
	return &line{name: name, unit: unit, items: items, jobs: jobs, on: w.service, operate: do}
}

// runOnceAtEnd has a line run in the last round alone. Its operations take longer than a round, so
// one round is enough.
func (w *load) runOnceAtEnd(l *line) *line {
	l.lastRoundOnly = true
	return l
}

// useOneConnection has a line use one connection.
func (w *load) useOneConnection(l *line) *line {
	l.connections = 1
	return l
}

// compareWithWhole has a line use so many connections and be compared with the whole way, which
// runs before it.
func (w *load) compareWithWhole(whole *line, connections int, l *line) *line {
	l.whole, l.connections = whole, connections
	return l
}

// storeRecord has stock PocketBase store an account.
func (w *load) storeRecord(c *connection, n int) error {
	account := w.accounts[n%len(w.accounts)]
	c.payload = account.fillTemplate(c.payload, n, n)
	c.send = append(append(append(c.send[:0], `{"payload":`...), c.payload...), '}')
	return c.sendPost("/api/collections/payloads/records", "", 200)
}

func (w *load) storeBare(c *connection, n int) error {
	c.send = w.accounts[n%len(w.accounts)].fillTemplate(c.send, n, n)
	return c.sendPost("/", "", 201)
}

func (w *load) newAccountSender(path string, accounts []template, want int) func(*connection, int) error {
	return func(c *connection, n int) error { return w.sendAccount(c, path, accounts, n, want) }
}

func (w *load) sendAccount(c *connection, path string, accounts []template, n, want int) error {
	c.send = accounts[n%len(accounts)].fillTemplate(c.send, n, n)
	if err := c.sendPost(path, w.authorization, want); err != nil {
		return err
	}
	return c.expectOccurrences(1, fmt.Sprintf(`"external_account_number":"EXT-%08d"`, n))
}

// processStaged processes the staged accounts, one after the other.
func (w *load) processStaged(c *connection, n int) error {
	if n >= int(w.staged.next.Load()) {
		return errDone
	}
	return w.processAccount(c, n)
}

func (w *load) processAccount(c *connection, account int) error {
	c.send = fmt.Appendf(c.send[:0], `{"import_supplier_code": %q, "external_account_number": "EXT-%08d", "operations_team_name": %q}`, supplier, account, team)
	if err := c.sendPost(process, w.authorization, 201); err != nil {
		return err
	}
	return c.expectOccurrences(1, `{"service_account_number":"A-`)
}

// addedMarks are the texts that an answer has for each added item.
var addedMarks = map[string]string{
	createNotes: `"status":"NOTE_CREATION_SUCCESS"`,
	createMoney: `"status":"TRANSACTION_ADDED_TO_ACCOUNT"`,
	createPast:  `"statement_id":"S`,
}

// newItemAdder returns the operation that adds items to the imported accounts, to each in turn.
func (w *load) newItemAdder(path string, t template, items int) func(*connection, int) error {
	return func(c *connection, n int) error {
		return w.addItems(c, path, t, scatterNumber(n, &w.imported.next), n, items)
	}
}

func (w *load) addItems(c *connection, path string, t template, account, serial, items int) error {
	c.send = t.fillTemplate(c.send, account, serial)
	if err := c.sendPost(path, w.authorization, 201); err != nil {
		return err
	}
	return c.expectOccurrences(items, addedMarks[path])
}

func (w *load) readStatus(c *connection, n int) error {
	return w.readStatusOf(c, supplier, scatterNumber(n, &w.imported.next))
}

func (w *load) readStatusOf(c *connection, supplier string, account int) error {
	if err := c.sendGet(fmt.Sprintf("%s%s/EXT-%08d/", status, supplier, account), w.authorization); err != nil {
		return err
	}
	return c.expectOccurrences(1, `{"status":"COMPLETED","service_account_number":"A-`)
}

// newPageReader returns the operation that reads a page of the support staff.
func (w *load) newPageReader(path string) func(*connection, int) error {
	return func(c *connection, _ int) error { return w.readPage(c, path) }
}

func (w *load) readAccountPage(c *connection, n int) error {
	return w.readPage(c, fmt.Sprintf("/imports/%s/EXT-%08d/", supplier, scatterNumber(n, &w.imported.next)))
}

func (w *load) readPage(c *connection, path string) error {
	if err := c.requestPage(path, w.cookie); err != nil {
		return err
	}
	return c.expectOccurrences(1, "</html>")
}

func (w *load) readList(c *connection, _ int) error {
	if err := c.sendGet(list+listSupplier+"/", w.authorization); err != nil {
		return err
	}
	if c.objects != listed {
		return fmt.Errorf("the list has %d accounts and not %d", c.objects, listed)
	}
	return nil
}

// newFullImport returns the operation that sends the five requests of one account's migration.
func (w *load) newFullImport() func(*connection, int) error {
	written, money, past := newBody("notes", wholeNotes, newNotes("C")), newBody("transactions", wholeTransactions, newTransactions("C")), newBody("statements", wholeStatements, formatStatement)
	return func(c *connection, n int) error {
		account := firstFullImport + n
		if err := w.sendAccount(c, stage, w.accounts, account, 201); err != nil {
			return err
		}
		if err := w.processAccount(c, account); err != nil {
			return err
		}
		if err := w.addItems(c, createNotes, written, account, account, wholeNotes); err != nil {
			return err
		}
		if err := w.addItems(c, createMoney, money, account, account, wholeTransactions); err != nil {
			return err
		}
		return w.addItems(c, createPast, past, account, account, wholeStatements)
	}
}

// scatterNumber returns one of the first count numbers. The numbers for n and n+1 are far apart, as
// those of different clients' requests are.
func scatterNumber(n int, count *atomic.Int64) int {
	const prime = 2_654_435_761
	return n * prime % int(count.Load())
}
