package reconciliation

import (
	"context"
	"database/sql"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"io"
	"sync"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// pageSize is how many accounts are read in one transaction. It bounds the memory of an
// answer. A transaction that stayed open while a slow client reads would keep the write-ahead
// log from being truncated.
const pageSize = 500

// server answers with the figures of accounts.
type server struct {
	runtime *module.Runtime
	parts   []*module.Figures
	known   []figures.Figure
	// reading is held while a page is read: all answers together use one processor at most.
	reading sync.Mutex
}

// list is one answer: the accounts of a supplier behind an external account number.
type list struct {
	*server
	supplierID string
	after      string
}

// row is an account of the service.
type row struct {
	external, number, sha256 string
	state                    account.State
	tally                    figures.Tally
}

// write writes the figures of all accounts, one account a line.
func (l *list) write(w io.Writer) error {
	var line []byte
	for {
		page, err := l.readPage()
		if err != nil {
			return err
		}
		for i := range page {
			if line, err = page[i].appendLine(line[:0], l.known); err != nil {
				return err
			}
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		if len(page) < pageSize {
			return nil
		}
		l.after = page[len(page)-1].external
	}
}

// readPage reads the next accounts in one read transaction, so that all figures of an account
// are of one moment.
func (l *list) readPage() ([]*row, error) {
	l.reading.Lock()
	defer l.reading.Unlock()
	moment, err := l.runtime.App.ConcurrentDB().(*dbx.DB).DB().BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer moment.Rollback() //nolint:errcheck // it has written nothing
	page, byAccount, err := l.readAccounts(moment)
	if err != nil || len(byAccount) == 0 {
		return page, err
	}
	ids := make([]string, 0, len(byAccount))
	for id := range byAccount {
		ids = append(ids, id)
	}
	accounts, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	for _, part := range l.parts {
		err := part.ReadStored(moment, string(accounts), func(accountID string) *figures.Tally { return &byAccount[accountID].tally })
		if err != nil {
			return nil, err
		}
	}
	for _, r := range page {
		r.tally.Count(documentsFigure.Path, len(r.tally.Documents))
	}
	return page, nil
}

func (l *list) readAccounts(q database.Querier) (page []*row, byAccount map[string]*row, err error) {
	const query = `SELECT p.external_account_number, p.service_account_number, p.state, p.account, COALESCE(s.sha256, '')
		FROM import_processes p LEFT JOIN stagings s ON s.id = p.staging
		WHERE p.supplier = ? AND p.external_account_number > ? ORDER BY p.external_account_number LIMIT ?`
	byAccount = make(map[string]*row, pageSize)
	err = database.EachRow(q, func(columns database.Row) error {
		var r row
		var accountID string
		if err := columns.Scan(&r.external, &r.number, &r.state, &accountID, &r.sha256); err != nil {
			return err
		}
		if r.state == account.Imported {
			r.tally.Count(accountsFigure.Path, 1)
			byAccount[accountID] = &r
		}
		page = append(page, &r)
		return nil
	}, query, l.supplierID, l.after, pageSize)
	return page, byAccount, err
}

// appendLine appends the account as a line of JSON.
func (r *row) appendLine(b []byte, known []figures.Figure) ([]byte, error) {
	for _, m := range []struct{ name, value string }{
		{`{"external_account_number":`, r.external}, {`,"service_account_number":`, r.number},
		{`,"state":`, string(r.state)}, {`,"sha256":`, r.sha256},
	} {
		var err error
		if b, err = jsontext.AppendQuote(append(b, m.name...), m.value); err != nil {
			return nil, err
		}
	}
	b = r.tally.Append(append(b, `,"figures":`...), known)
	b = append(b, `,"documents":[`...)
	for i, path := range r.tally.DocumentPaths() {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = jsontext.AppendQuote(append(b, `{"path":`...), path); err != nil {
			return nil, err
		}
		if b, err = jsontext.AppendQuote(append(b, `,"sha256":`...), r.tally.Documents[path]); err != nil {
			return nil, err
		}
		b = append(b, '}')
	}
	return append(b, "]}\n"...), nil
}
