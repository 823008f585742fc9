package runs

import (
	"encoding/json/v2"
	"io"
	"net/http"
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/database"
)

// runsPerQuery is how many runs one query reads.
const runsPerQuery = 100

// list answers with the runs of a supplier, the newest first.
func (s *service) list(c *endpoint.Call) (endpoint.Reply, error) {
	query := c.Request.URL.Query()
	supplier := c.Supplier(query.Get("import_supplier"))
	if supplier == nil {
		return endpoint.Reply{}, fault.New(http.StatusNotFound, fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	l := runList{service: s, snapshot: c.Settings, supplier: supplier, before: query.Get("after")}
	if query.Has("limit") {
		n, err := strconv.Atoi(query.Get("limit"))
		if err != nil || n < 1 {
			return endpoint.Reply{}, fault.InvalidRequest(fault.List{{Code: payload.RuleOutOfRange.Code, Attr: "limit", Detail: "This must be a whole number of at least 1."}})
		}
		l.limit = n
	}
	return endpoint.Reply{Status: http.StatusOK, Stream: l.write}, nil
}

// runList streams a list of runs.
type runList struct {
	*service
	snapshot *settings.Snapshot
	supplier *settings.Supplier
	limit    int    // 0 is no limit
	before   string // the id of the run before the next one; empty at the beginning
}

func (l *runList) write(to io.Writer) error {
	separator := "["
	for left := l.limit; ; {
		size := runsPerQuery
		if l.limit > 0 {
			size = min(size, left)
		}
		page, err := readRuns(l.runtime.Reader, l.supplier.ID, l.before, size)
		if err != nil {
			return err
		}
		for i := range page {
			if err := l.writeRun(to, separator, &page[i]); err != nil {
				return err
			}
			separator, l.before = ",", page[i].id
		}
		left -= len(page)
		if len(page) < size || l.limit > 0 && left == 0 {
			break
		}
	}
	end := "]"
	if separator == "[" {
		end = "[]"
	}
	_, err := io.WriteString(to, end)
	return err
}

func (l *runList) writeRun(to io.Writer, separator string, r *run) error {
	o, err := r.describe(l.runtime.Reader, l.snapshot)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(to, separator); err != nil {
		return err
	}
	return json.MarshalWrite(to, o)
}

// readRuns reads runs of a supplier, the newest first, behind the run of an id. An empty id
// begins with the newest.
func readRuns(q database.Querier, supplierID, before string, limit int) ([]run, error) {
	return database.ReadRows(q, scanRun,
		`SELECT `+runColumns+` FROM runs WHERE supplier = ?1 AND (?2 = '' OR id < ?2) ORDER BY id DESC LIMIT ?3`, supplierID, before, limit)
}
