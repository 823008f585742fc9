package importclient

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"dataimport/modules/kit/module"
)

type mode string

const (
	modeImport   mode = "import"
	modeDryRun   mode = "dry-run"
	modeValidate mode = "validate-only"
)

const (
	standardInput  = "-"
	maxConcurrency = 256
)

// options is the command line, completed and checked.
type options struct {
	kinds                                  []module.PostImport // what is sent after an account, in this order
	book, url, key, supplier, team, report string

	concurrency int
	mode        mode
	restart     bool
	retryFor    time.Duration
	timings     timings
}

// streams are the command's input and outputs. Tests replace them.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// timings are the durations that users cannot set and tests shorten.
type timings struct {
	firstPause time.Duration // before the first repetition of a request
	request    time.Duration // the longest one request may take
	grace      time.Duration // for requests in flight after Ctrl-C
	sync       time.Duration // between two syncs of resume log and report
	bar, plain time.Duration // between two updates of the bar, and between two lines without one
	slow       time.Duration // without a sign of the service, until the display says so
}

func productionTimings() timings {
	return timings{
		firstPause: 500 * time.Millisecond,
		request:    2 * time.Minute,
		grace:      10 * time.Second,
		sync:       time.Second,
		bar:        200 * time.Millisecond,
		plain:      5 * time.Second,
		slow:       3 * time.Second,
	}
}

func (o *options) completeAndCheck() error {
	if o.key == "" {
		o.key = os.Getenv(keyVariable)
	}
	o.key = strings.TrimSpace(o.key)
	o.supplier = strings.TrimSpace(o.supplier)
	if o.report == "" {
		o.report = defaultReportPath(o.book, o.mode)
	}
	switch {
	case o.key == "":
		return fmt.Errorf("an API key is needed: set %s or give --key", keyVariable)
	case o.supplier == "":
		return errors.New("--supplier must not be empty")
	case o.concurrency < 1 || o.concurrency > maxConcurrency:
		return fmt.Errorf("--concurrency must be between 1 and %d", maxConcurrency)
	case o.retryFor <= 0:
		return errors.New("--retry-for must be more than 0")
	}
	return o.completeURL()
}

// completeURL removes the trailing slash of the address, because every path begins with one.
func (o *options) completeURL() error {
	u, err := url.Parse(strings.TrimSpace(o.url))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return fmt.Errorf("--url %q is not an address such as https://import.example.com", o.url)
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("--url must have no user, query or fragment")
	}
	o.url = strings.TrimRight(u.String(), "/")
	return nil
}

// defaultReportPath returns a path beside the book. A run that imports nothing gets a path of its
// own, so it does not replace the report of an import.
func defaultReportPath(book string, m mode) string {
	if book == standardInput {
		book = "stdin"
	}
	if m != modeImport {
		book += "." + string(m)
	}
	return book + ".refused.ndjson"
}
