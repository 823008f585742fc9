package importclient

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/ops/cli"
)

// A mode is what becomes of the lines of a book. The values are those of the interface.
type mode string

const (
	modeImport    mode = "import"
	modeRehearsal mode = "rehearsal"
	modeDryRun    mode = "dry_run"
	modeCheck     mode = "check"
)

const (
	keyVariable    = "DATAIMPORT_KEY"
	maxConcurrency = 64
)

// A service is how a command reaches the service, completed and checked.
type service struct {
	url, key, supplier string

	concurrency int
	retryFor    time.Duration
	timings     timings
}

// timings are the durations and sizes that users cannot set and tests reduce.
type timings struct {
	firstPause time.Duration // before the first repetition of a request
	request    time.Duration // without a byte of the service, until a request ends
	grace      time.Duration // for requests in flight after Ctrl-C
	bar, plain time.Duration // between two updates of the bar, and between two lines without one
	slow       time.Duration // without a sign of the service, until the display says so
	batch      int           // lines of a batch
}

func productionTimings() timings {
	return timings{
		firstPause: 500 * time.Millisecond,
		request:    2 * time.Minute,
		grace:      10 * time.Second,
		bar:        200 * time.Millisecond,
		plain:      5 * time.Second,
		slow:       3 * time.Second,
		batch:      100,
	}
}

// register adds the flags that all commands share.
func (s *service) register(f *pflag.FlagSet) {
	f.StringVar(&s.url, "url", "", "address of the service, without /v1")
	f.StringVar(&s.key, "key", "", "API key; better given in "+keyVariable+", where the process list does not show it")
	f.DurationVar(&s.retryFor, "retry-for", 5*time.Minute, "how long to repeat a request that gets no usable answer")
}

// registerSupplier adds the flag of the supplier.
func (s *service) registerSupplier(f *pflag.FlagSet) {
	f.StringVar(&s.supplier, "supplier", "", "code of the import supplier")
}

// complete takes the key from the environment and checks what the flags say.
func (s *service) complete() error {
	if s.key == "" {
		s.key = os.Getenv(keyVariable)
	}
	s.key = strings.TrimSpace(s.key)
	switch {
	case s.url == "":
		return cli.Misuse(errors.New("--url is needed: the address of the service"))
	case s.key == "":
		return cli.Misuse(fmt.Errorf("an API key is needed: set %s or give --key", keyVariable))
	case s.retryFor <= 0:
		return cli.Misuse(errors.New("--retry-for must be more than 0"))
	}
	return cli.Misuse(s.completeURL())
}

// completeSupplier checks the flag of the supplier.
func (s *service) completeSupplier() error {
	if s.supplier = strings.TrimSpace(s.supplier); s.supplier == "" {
		return cli.Misuse(errors.New("--supplier is needed: the code of the import supplier"))
	}
	return nil
}

// completeURL removes the trailing slash of the address, because every path begins with one.
func (s *service) completeURL() error {
	u, err := url.Parse(strings.TrimSpace(s.url))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return fmt.Errorf("--url %q is not an address such as https://import.example.com", s.url)
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("--url must have no user, query or fragment")
	}
	s.url = strings.TrimRight(u.String(), "/")
	return nil
}

// options is the command line of a command that sends a book, completed and checked.
type options struct {
	service
	book, name, team, ifImported string

	report, results string // files; "" for none
	grouped         bool   // the report has the faults by code and member, and not the refused lines
	mode            mode
	takeOver        bool
	market          string         // that the supplier must have; "" for any
	keepGoing       bool           // also where the first accounts are all refused for one reason
	expected        jsontext.Value // control totals
}

// registerBook adds the flags of the commands that send a book.
func (o *options) registerBook(f *pflag.FlagSet) {
	o.register(f)
	o.registerSupplier(f)
	f.StringVar(&o.team, "team", "", "operations team of the accounts; the supplier's default team if left out")
	f.StringVar(&o.ifImported, "if-imported", "compare", "a line whose account is imported already: compare (a difference is refused), add (further data alone) or skip")
	f.IntVar(&o.concurrency, "concurrency", 4, "batches of lines sent at once")
}

func (o *options) completeAndCheck() error {
	if err := o.complete(); err != nil {
		return err
	}
	if err := o.completeSupplier(); err != nil {
		return err
	}
	switch o.ifImported {
	case "compare", "add", "skip":
	default:
		return cli.Misuse(fmt.Errorf("--if-imported %q is none of compare, add and skip", o.ifImported))
	}
	if o.concurrency < 1 || o.concurrency > maxConcurrency {
		return cli.Misuse(fmt.Errorf("--concurrency must be between 1 and %d", maxConcurrency))
	}
	if o.report == "" && !o.grouped {
		o.report = defaultReportPath(o.book, o.mode)
	}
	for _, written := range []string{o.report, o.results} {
		if err := checkOutput(written, o.book); err != nil {
			return err
		}
	}
	if o.report != "" && o.report == o.results {
		return cli.Misuse(errors.New("--report and --results name the same file"))
	}
	return nil
}

// reportName matches the report of an import, and captures its number where it has one.
var reportName = regexp.MustCompile(`\.refused(?:\.(\d{1,4}))?\.ndjson$`)

// defaultReportPath returns a path beside the book. A run that imports nothing gets a path of its
// own, so it does not replace the report of an import. The reports of a corrected report have
// numbers.
func defaultReportPath(path string, m mode) string {
	if path == book.StandardInput {
		path = "stdin"
	}
	end := ".refused.ndjson"
	if found := reportName.FindStringSubmatch(path); found != nil {
		earlier, err := strconv.Atoi(found[1])
		if err != nil {
			earlier = 1
		}
		path, end = strings.TrimSuffix(path, found[0]), fmt.Sprintf(".refused.%d.ndjson", earlier+1)
	}
	if of := "." + strings.ReplaceAll(string(m), "_", "-"); m != modeImport && !strings.HasSuffix(path, of) {
		path += of
	}
	return path + end
}

// streams are the command's input and outputs. Tests replace them.
type streams struct {
	in      io.Reader
	out     io.Writer
	display io.Writer // of the progress
}
