package e2e

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
)

// vendorFault is a fault between the service and a vendor, and the answer that a client
// must get.
type vendorFault struct {
	next   []faultproxy.Fault // faults of the first connections
	always faultproxy.Fault   // the fault of all others; nil for none
	away   bool
	record map[string]any // a wrong setting of the vendor's record

	status   int
	says     string // the code of the answer
	attempts int    // number of connections
	after    string // the Retry-After of the answer
}

var (
	exists  = `{"exists":true,"brand":"visa","last_four":"4242"}`
	json200 = func(body string) faultproxy.Fault {
		return faultproxy.Answer(200, body, "Content-Type: application/json")
	}
	html          = faultproxy.Answer(200, "<!doctype html><title>Back soon</title>", "Content-Type: text/html")
	serverError   = faultproxy.Answer(500, `{"error":"oops"}`)
	redirectLoop  = faultproxy.Answer(302, "", "Location: /verify")
	movedForGood  = faultproxy.Answer(301, "", "Location: /verify")
	slowDown      = faultproxy.Answer(429, "", "Retry-After: 1")
	comeInAMinute = faultproxy.Answer(429, "", "Retry-After: 60")
)

func always(fault faultproxy.Fault, status int, says string, attempts int) vendorFault {
	return vendorFault{always: fault, status: status, says: says, attempts: attempts}
}

func first(fault faultproxy.Fault, attempts int) vendorFault {
	return vendorFault{next: []faultproxy.Fault{fault}, status: 201, attempts: attempts}
}

const (
	intermittent = "vendor_unavailable"
	notReachable = "payment_vendor_not_reachable"
	notFound     = "payment_instruction_not_found"
	credentials  = "payment_vendor_refused_credentials"
)

var vendorFaults = map[string]vendorFault{
	"a delay":                     always(faultproxy.Delay(300*time.Millisecond), 201, "", 1),
	"one reset":                   first(faultproxy.Reset, 2),
	"resets":                      always(faultproxy.Reset, 500, intermittent, 3),
	"one 500":                     first(serverError, 2),
	"500":                         always(serverError, 500, intermittent, 3),
	"one 429":                     first(slowDown, 2),
	"429 for a minute":            {always: comeInAMinute, status: 500, says: intermittent, attempts: 1, after: "60"},
	"one page of HTML":            first(html, 2),
	"HTML":                        always(html, 500, intermittent, 3),
	"an empty 200":                always(faultproxy.Answer(200, ""), 500, intermittent, 3),
	"half an answer":              always(faultproxy.CutOff(200, exists), 500, intermittent, 3),
	"no HTTP":                     always(faultproxy.Raw("220 mail.example ESMTP\r\n"), 500, intermittent, 3),
	"a redirect loop":             always(redirectLoop, 500, intermittent, 3),
	"moved for good":              always(movedForGood, 400, notReachable, 1),
	"404":                         always(faultproxy.Answer(404, "<html>"), 400, notFound, 1),
	"401":                         always(faultproxy.Answer(401, ""), 400, credentials, 1),
	"422":                         always(faultproxy.Answer(422, ""), 400, "payment_vendor_refused_request", 1),
	"no such instruction":         always(json200(`{"exists":false}`), 400, notFound, 1),
	"the vendor is away":          {away: true, status: 500, says: intermittent},
	"a 200 after a minute":        always(faultproxy.Delay(time.Minute), 500, intermittent, 1),
	"a 200 that never ends":       always(faultproxy.Drip(200*time.Millisecond, 200, strings.Repeat(" ", 1000)+exists), 500, intermittent, 1),
	"no answer at all":            always(faultproxy.Hang, 500, intermittent, 1),
	"a name that no resolver has": {record: map[string]any{"base_url": "https://vendor.invalid/verify"}, status: 400, says: notReachable},
	"a secret that is wrong":      {record: map[string]any{"secret": "wrong"}, status: 400, says: credentials, attempts: 1},
}

// failing is a vendor with a fault and an account of its own, and the answer of the
// service.
type failing struct {
	vendorFault
	*httpVendor
	code, id string
	answer   answer
	took     time.Duration
}

// All vendors fail at the same time, and each fails only its own requests. When the
// faults have ended, the same requests succeed.
func TestVendorsThatFail(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.env = []string{"NO_PROXY=*"} // otherwise a proxy would resolve the names
	r := launch(t, s, "")
	o := r.operator(t)
	all := make(map[string]*failing)
	for name, fault := range vendorFaults {
		f := &failing{vendorFault: fault, httpVendor: newHTTPVendor(t, "visa", nil), code: fmt.Sprintf("v%d", len(all))}
		f.id = o.vendor(t, f.code, "http", f.address(), f.secret)
		r.imported(t, f.code)
		f.begin(t, o)
		all[name] = f
	}
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(func() {
			began := time.Now()
			f.answer = f.ask(t, r)
			f.took = time.Since(began)
		})
	}
	wg.Wait()
	for name, f := range all {
		t.Run(name, func(t *testing.T) {
			f.check(t, r)
			f.end(t, o)
			f.ask(t, r).expect(t, 201)
			f.stored(t, r, f.code+"|"+f.code+"|ref|visa|4242|12/2030|active")
		})
	}
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
	for _, f := range all {
		r.keepsSecret(t, f.secret)
	}
}

func (f *failing) ask(t *testing.T, r *running) answer {
	return r.post(t, instructionPath, onto(f.code, instruction(f.code, "ref")))
}

func (f *failing) stored(t *testing.T, r *running, want ...string) {
	t.Helper()
	r.has(t, instructions+` WHERE p.vendor = '`+f.code+`'`, want...)
}

// begin makes the fault appear.
func (f *failing) begin(t *testing.T, o *operator) {
	t.Helper()
	f.Next(f.next...)
	if f.always != nil {
		f.Always(f.always)
	}
	if f.away {
		f.Stop()
	}
	if f.record != nil {
		fields := map[string]any{"secret": f.secret} // a new address requires the secret again
		maps.Copy(fields, f.record)
		o.change(t, f.id, fields).expect(t, 200)
	}
}

func (f *failing) check(t *testing.T, r *running) {
	t.Helper()
	switch {
	case f.status == 400 && f.record["base_url"] != nil && !resolverKnows("vendor.invalid"):
		t.Log("this machine has no resolver that could say that there is no such name")
	case f.status == 400:
		f.answer.expect(t, 400, unconfirmed(f.says)...)
	case f.status == 500:
		f.answer.expect(t, 500, f.says)
	default:
		f.answer.expect(t, f.status)
	}
	if f.status != 201 {
		f.stored(t, r)
	}
	if n := f.Connections(); n != f.attempts {
		t.Errorf("the vendor was asked %d times, want %d", n, f.attempts)
	}
	if got := f.answer.header.Get("Retry-After"); got != f.after {
		t.Errorf("Retry-After is %q, want %q", got, f.after)
	}
	if f.took > 13*time.Second {
		t.Errorf("the answer took %s", f.took)
	}
}

// end makes the fault disappear.
func (f *failing) end(t *testing.T, o *operator) {
	t.Helper()
	f.Always(faultproxy.Pass)
	if f.away {
		f.Start()
	}
	if f.record != nil {
		o.change(t, f.id, map[string]any{"base_url": f.address(), "secret": f.secret}).expect(t, 200)
	}
}

// resolverKnows reports whether this machine's resolver can say that a name does not
// exist.
func resolverKnows(name string) bool {
	_, err := net.LookupHost(name)
	var failed *net.DNSError
	return errors.As(err, &failed) && failed.IsNotFound
}

// While vendors do not answer, no other request waits, neither for the writer nor for a
// connection to the database.
func TestAVendorThatHangs(t *testing.T) {
	t.Parallel()
	const hanging = 30
	r := launch(t, newService(t), "")
	o := r.operator(t)
	hold := make(chan struct{})
	v := newHTTPVendor(t, "visa", hold)
	release := sync.OnceFunc(func() { close(hold) })
	defer release()
	id := o.vendor(t, "slow", "http", v.address(), v.secret)
	numbers := make([]string, hanging)
	for i := range numbers {
		numbers[i] = fmt.Sprintf("slow-%02d", i)
	}
	r.imported(t, append(numbers, "1")...)
	answers := make([]answer, hanging+1)
	var answered atomic.Int32
	var wg sync.WaitGroup
	for i, number := range append(numbers, numbers[1]) { // one of them twice, as a client repeats after a long wait
		wg.Go(func() {
			answers[i] = r.post(t, instructionPath, onto(number, instruction("slow", "ref")))
			answered.Add(1)
		})
	}
	eventually(t, "all of them ask the vendor", func() bool { return v.asked.Load() == hanging+1 })

	r.imported(t, "meanwhile")
	r.get(t, statusPath+"meanwhile/").expect(t, 200)
	r.get(t, "/v1/data-import/all-account-import-processes/ACME/").expect(t, 200)
	r.post(t, notesPath, onto("1", `"notes":[{"body":"meanwhile"}]`)).expect(t, 201)
	r.post(t, transactionsPath, onto("1", `"transactions":[`+credit("T1")+`]`)).expect(t, 201)
	r.post(t, instructionPath, onto("1", instruction("sandbox", "pm_1"))).expect(t, 201)
	r.post(t, instructionPath, onto(numbers[0], instruction("sandbox", "rival"))).expect(t, 201)
	o.change(t, id, map[string]any{"name": "Slow bank"}).expect(t, 200)
	r.must("team", "create", "Meanwhile")
	if n := answered.Load(); n != 0 {
		t.Errorf("the vendor was to hang, but %d requests have their answer", n)
	}
	release()
	wg.Wait()
	answers[0].expect(t, 400, unconfirmed("account_has_active_instruction")...)
	for _, a := range answers[1:] {
		a.expect(t, 201)
	}
	r.has(t, `SELECT count(*), count(DISTINCT account), sum(vendor = 'slow') FROM payment_instructions`,
		fmt.Sprintf("%d|%d|%d", hanging+1, hanging+1, hanging-1))
}
