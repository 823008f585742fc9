package status

import (
	"encoding/json/jsontext"
	"io"
	"time"

	"dataimport/modules/kit/store/database"
)

// pageSize is how many rows one query reads. A query that stayed open while a slow client
// reads would keep the write-ahead log from being truncated.
const pageSize = 500

type row struct {
	id, stagedAt, external, number, createdAt string
}

// write writes the whole list as JSON.
func (r *rows) write(w io.Writer) error {
	var line []byte
	separator := "["
	for left := r.limit; ; {
		size := pageSize
		if r.limit > 0 {
			size = min(size, left)
		}
		page, err := r.page(size)
		if err != nil {
			return err
		}
		for i := range page {
			line = append(line[:0], separator...)
			line, err = page[i].appendJSON(line)
			if err != nil {
				return err
			}
			if _, err := w.Write(line); err != nil {
				return err
			}
			separator = ","
		}
		left -= len(page)
		if len(page) < size || r.limit > 0 && left == 0 {
			break
		}
	}
	if separator == "[" {
		separator = "[]"
	} else {
		separator = "]"
	}
	_, err := io.WriteString(w, separator)
	return err
}

// page reads the next rows and moves the cursor behind them.
func (r *rows) page(size int) ([]row, error) {
	query := `SELECT id, staged_at, external_account_number, service_account_number, account_created_at FROM import_processes
		WHERE supplier = ? AND ` + r.states + ` AND (staged_at, id) > (?, ?) ORDER BY staged_at, id LIMIT ?`
	found, err := r.reader.Query(query, r.supplier.ID, r.stagedAt, r.id, size)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	page := make([]row, 0, size)
	for found.Next() {
		var p row
		if err := found.Scan(&p.id, &p.stagedAt, &p.external, &p.number, &p.createdAt); err != nil {
			return nil, err
		}
		page = append(page, p)
	}
	if len(page) > 0 {
		last := page[len(page)-1]
		r.stagedAt, r.id = last.stagedAt, last.id
	}
	return page, found.Err()
}

func (p *row) appendJSON(b []byte) ([]byte, error) {
	b, err := jsontext.AppendQuote(append(b, `{"external_account_number":`...), p.external)
	if err != nil {
		return nil, err
	}
	if p.number == "" {
		return append(b, `,"service_account_number":null,"account_created_at":null}`...), nil
	}
	b, err = jsontext.AppendQuote(append(b, `,"service_account_number":`...), p.number)
	if err != nil {
		return nil, err
	}
	b = append(b, `,"account_created_at":"`...)
	b = database.ParseTime(p.createdAt).AppendFormat(b, time.RFC3339)
	return append(b, `"}`...), nil
}
