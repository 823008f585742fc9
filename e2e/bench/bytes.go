package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"dataimport/modules/kit/store/database"
)

// sampleSupplier has the accounts whose bytes are measured. Its market is gb-energy.
const sampleSupplier = "SAMPLE"

// accountBytes is the room that one account of gb-energy with all of its data takes in the database.
type accountBytes struct {
	Accounts int         `json:"accounts"` // that were imported
	Total    float64     `json:"total"`
	Parts    []partBytes `json:"parts"` // the largest first
}

// partBytes is the room of one account in a table or an index.
type partBytes struct {
	Name  string  `json:"name"`
	Table string  `json:"table"` // of the index; otherwise the name
	Bytes float64 `json:"bytes"`
}

// measureBytes imports a book and measures how much the tables and indexes have grown. Nothing
// else is written meanwhile.
func (b *bench) measureBytes(ctx context.Context) error {
	accounts, err := newEnergyAccounts(sampleSupplier, b.samples)
	if err != nil {
		return err
	}
	path, err := b.load.client.writeBook(accounts, 0, b.samples)
	if err != nil {
		return err
	}
	defer os.Remove(path)
	before, err := b.measureTables()
	if err != nil {
		return err
	}
	if err := b.load.client.importBook(ctx, b.load.service.address, sampleSupplier, path, func(int) {}); err != nil {
		return err
	}
	after, err := b.measureTables()
	if err != nil {
		return err
	}
	measured := &accountBytes{Accounts: b.samples}
	for name, part := range after {
		part.Bytes = (part.Bytes - before[name].Bytes) / float64(b.samples)
		measured.Total += part.Bytes
		if part.Bytes > 0 {
			measured.Parts = append(measured.Parts, part)
		}
	}
	slices.SortFunc(measured.Parts, func(x, y partBytes) int { return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(x.Name, y.Name)) })
	b.load.bytes = measured
	return nil
}

// measureTables returns the bytes of each table and each index, with their free space.
func (b *bench) measureTables() (parts map[string]partBytes, err error) {
	db, err := database.Connect(filepath.Join(b.load.service.dir, "data.db"))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var rows []partBytes
	err = db.NewQuery(`SELECT s.name AS name, m.tbl_name AS "table", s.pgsize AS bytes FROM dbstat s JOIN sqlite_schema m ON m.name = s.name WHERE s.aggregate = TRUE`).All(&rows)
	parts = make(map[string]partBytes, len(rows))
	for _, row := range rows {
		parts[row.Name] = row
	}
	return parts, err
}

func (a *accountBytes) print(w io.Writer) {
	fmt.Fprintf(w, "\n\nBytes of an account of gb-energy with all of its data, mean of %d:\n\n", a.Accounts)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "table\tindex\tbytes\t")
	small, rest := 0, 0.0
	for _, part := range a.Parts {
		if part.Bytes < a.Total/100 {
			small, rest = small+1, rest+part.Bytes
			continue
		}
		index := ""
		if part.Name != part.Table {
			index = part.Name
		}
		fmt.Fprintf(table, "%s\t%s\t%.0f\t\n", part.Table, index, part.Bytes)
	}
	fmt.Fprintf(table, "%d smaller ones\t\t%.0f\t\n", small, rest)
	fmt.Fprintf(table, "total\t\t%.0f\t\n", a.Total)
	_ = table.Flush()
}
