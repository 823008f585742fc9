package reconciliation

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
)

// keyVariable is the environment variable with the API key.
const keyVariable = "DATAIMPORT_KEY"

// options are the command line, completed and checked.
type options struct {
	book, url, key, supplier, run, out, format, control, documents string

	partial, figuresOnly bool
	retryFor             time.Duration
}

// formats are the formats of a report, by the suffix of its file.
var formats = map[string]func(*report, *output) error{".html": (*report).writeHTML, ".csv": (*report).writeCSV, ".json": (*report).writeJSON}

// complete takes the key from the environment, and checks what the flags say.
func (o *options) complete() error {
	if o.key = strings.TrimSpace(o.key); o.key == "" {
		o.key = strings.TrimSpace(os.Getenv(keyVariable))
	}
	o.supplier = strings.TrimSpace(o.supplier)
	if o.format == "" {
		o.format = strings.TrimPrefix(strings.ToLower(filepath.Ext(o.out)), ".")
	}
	u, err := url.Parse(strings.TrimSpace(o.url))
	switch {
	case o.url == "":
		return cli.Misuse(errors.New("--url is needed: the address of the service"))
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return cli.Misuse(fmt.Errorf("--url %q is not an address such as https://import.example.com", o.url))
	case o.supplier == "":
		return cli.Misuse(errors.New("--supplier is needed: the code of the import supplier"))
	case o.key == "":
		return cli.Misuse(fmt.Errorf("an API key is needed: set %s or give --key", keyVariable))
	case o.retryFor <= 0:
		return cli.Misuse(errors.New("--retry-for must be more than 0"))
	case o.out == "" && o.format != "":
		return cli.Misuse(errors.New("--format is that of the file of --out"))
	case o.out != "" && formats["."+o.format] == nil:
		return cli.Misuse(errors.New("--out is a file of the suffix .html, .csv or .json, or --format is html, csv or json"))
	case o.out != "" && filepath.Clean(o.out) == filepath.Clean(o.book):
		return cli.Misuse(errors.New("--out names the book"))
	}
	o.url = strings.TrimRight(u.String(), "/")
	return nil
}

// maxControl is the size of the largest file of control totals, in bytes.
const maxControl = 1 << 20

// NewTotalsReader returns a function that reads and checks a file of control totals, for the
// figures of these modules.
func NewTotalsReader(modules []module.Module) func(path string) (jsontext.Value, error) {
	return func(path string) (jsontext.Value, error) {
		text, _, err := readTotals(path, listFigures(module.FiguresOf(modules)))
		return text, err
	}
}

// readControl reads the control totals. It returns nil where there are none.
func (o *options) readControl(known []figures.Figure) (*figures.Tally, error) {
	if o.control == "" {
		return nil, nil
	}
	_, totals, err := readTotals(o.control, known)
	return totals, err
}

func readTotals(path string, known []figures.Figure) (jsontext.Value, *figures.Tally, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxControl {
		err = errors.New("the file is too large")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, nil, cli.Failed(fmt.Errorf("the control totals cannot be read: %w", err))
	}
	totals, err := figures.Parse(text, known)
	if err != nil {
		return nil, nil, cli.Misuse(fmt.Errorf("the control totals in %s: %w", path, err))
	}
	return text, totals, nil
}
