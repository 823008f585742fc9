package hooks

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/store/database"
)

const (
	consolePattern = "POST /api/sql"
	// A query of the console ends after consoleTime. Its answer has consoleRows rows and
	// consoleBytes bytes of values at most.
	consoleTime  = 30 * time.Second
	consoleRows  = 1000
	consoleBytes = 16 << 20
)

var errAnswerSize = fmt.Errorf("the answer has more than %d MiB: ask for fewer columns", consoleBytes>>20)

// consoleColumn and consoleAnswer have the form that the dashboard shows.
type consoleColumn struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Nullable bool   `json:"nullable"`
}

type consoleAnswer struct {
	ExecTime     int64           `json:"execTime"`
	AffectedRows int64           `json:"affectedRows"`
	Columns      []consoleColumn `json:"columns"`
	Rows         [][]*string     `json:"rows"`
}

// bindConsole answers the SQL console of the dashboard in place of PocketBase, which runs
// statements on the connections of the service. A change by SQL would bypass the rules and the
// audit log. The request is in the audit log before the query runs.
func bindConsole(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{
			Id: "console", Priority: auditPriority + 1,
			Func: func(e *core.RequestEvent) error {
				if e.Request.Pattern != consolePattern || !e.HasSuperuserAuth() {
					return e.Next()
				}
				return answerQuery(e)
			},
		})
		return e.Next()
	})
}

func answerQuery(e *core.RequestEvent) error {
	query, err := readStatement(e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), consoleTime)
	defer cancel()
	began := time.Now()
	answer := consoleAnswer{Columns: []consoleColumn{}, Rows: [][]*string{}}
	err = database.ReadQuery(ctx, filepath.Join(e.App.DataDir(), dataFile), query, answer.readRows)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return e.BadRequestError(fmt.Sprintf("The query took more than %s.", consoleTime), nil)
	case err != nil:
		return e.BadRequestError("The query failed: "+err.Error(), nil)
	}
	answer.ExecTime = time.Since(began).Milliseconds()
	return e.JSON(http.StatusOK, &answer)
}

// readStatement returns the SQL of a request, decoded as PocketBase decodes it.
func readStatement(e *core.RequestEvent) (string, error) {
	var form struct {
		Query string `form:"query" json:"query"`
	}
	if err := e.BindBody(&form); err != nil {
		return "", e.BadRequestError("The statement cannot be read.", err)
	}
	return form.Query, nil
}

func (a *consoleAnswer) readRows(rows *sql.Rows) error {
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	for _, column := range types {
		nullable, _ := column.Nullable()
		a.Columns = append(a.Columns, consoleColumn{column.Name(), column.DatabaseTypeName(), nullable})
	}
	for size := 0; rows.Next() && len(a.Rows) < consoleRows; {
		values, places := make([]*string, len(types)), make([]any, len(types))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			return err
		}
		for _, value := range values {
			if value != nil {
				size += len(*value)
			}
		}
		if size > consoleBytes {
			return errAnswerSize
		}
		a.Rows = append(a.Rows, values)
	}
	return rows.Err()
}
