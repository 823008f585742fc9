package telemetry

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
)

const (
	// namespace begins the name of every metric of the service.
	namespace = "dataimport"
	// otherCode is the label of every code that the catalogue does not have.
	otherCode = "other"
)

var (
	// durations are the bucket bounds of the durations of requests, in seconds.
	durations = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	// sizes are the bucket bounds of bodies, in bytes: 1 KiB to 16 MiB.
	sizes = prometheus.ExponentialBuckets(1024, 4, 8)
)

// requests are the metrics of requests.
type requests struct {
	total    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	size     *prometheus.HistogramVec
	inFlight *prometheus.GaugeVec
	faults   *prometheus.CounterVec
	codes    map[string]prometheus.Counter // faults by code; fixed once the service serves
	other    prometheus.Counter            // faults whose code the catalogue does not have
}

func newRequests(registry prometheus.Registerer) *requests {
	r := &requests{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: "http_requests_total",
			Help: "Requests that were answered."}, []string{"operation", "method", "status", "code"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: "http_request_duration_seconds",
			Help: "How long requests to endpoints took.", Buckets: durations}, []string{"operation"}),
		size: prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: "http_request_body_bytes",
			Help: "The bodies of requests that were read.", Buckets: sizes}, []string{"operation"}),
		inFlight: prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: "http_requests_in_flight",
			Help: "Requests that are being answered."}, []string{"operation"}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: "faults_total",
			Help: "Faults that answers have named, by their code."}, []string{"code"}),
		codes: make(map[string]prometheus.Counter),
	}
	r.other = r.faults.WithLabelValues(otherCode)
	registry.MustRegister(r.total, r.duration, r.size, r.inFlight, r.faults)
	return r
}

// code returns the label of a code.
func (r *requests) code(code string) string {
	if code == "" {
		return ""
	}
	if _, known := r.codes[code]; known {
		return code
	}
	return otherCode
}

// count counts the faults of an answer. Equal codes mostly follow each other, so they are
// added up first.
func (r *requests) count(faults fault.List) {
	for i := 0; i < len(faults); {
		from, code := i, faults[i].Code
		for i < len(faults) && faults[i].Code == code {
			i++
		}
		counter, known := r.codes[code]
		if !known {
			counter = r.other
		}
		counter.Add(float64(i - from))
	}
}

// outcome holds the labels that distinguish the requests of one operation.
type outcome struct {
	method, code string
	status       int
}

// operation counts the requests of one operation. It creates its metrics when the service
// starts, or when an outcome occurs for the first time, so that counting is cheap.
type operation struct {
	name     string
	requests *requests
	inFlight prometheus.Gauge
	duration prometheus.Observer // nil for pages, whose streams may stay open for hours
	size     prometheus.Observer

	mu    sync.RWMutex
	total map[outcome]prometheus.Counter
}

func (r *requests) operation(name string) *operation {
	o := &operation{
		name: name, requests: r, total: make(map[outcome]prometheus.Counter),
		inFlight: r.inFlight.WithLabelValues(name),
	}
	if name != endpoint.PageOperation && name != endpoint.UnknownOperation {
		o.duration, o.size = r.duration.WithLabelValues(name), r.size.WithLabelValues(name)
	}
	return o
}

func (o *operation) begin() { o.inFlight.Inc() }

func (o *operation) end(x *endpoint.Outcome) {
	o.inFlight.Dec()
	o.counter(x).Inc()
	if o.duration != nil {
		o.duration.Observe(x.Took.Seconds())
		if x.Received >= 0 {
			o.size.Observe(float64(x.Received))
		}
	}
	o.requests.count(x.Faults)
}

func (o *operation) counter(x *endpoint.Outcome) prometheus.Counter {
	key := outcome{method(x.Method), x.Code, x.Status}
	o.mu.RLock()
	counter := o.total[key]
	o.mu.RUnlock()
	if counter != nil {
		return counter
	}
	counter = o.requests.total.WithLabelValues(o.name, key.method, strconv.Itoa(key.status), o.requests.code(key.code))
	o.mu.Lock()
	defer o.mu.Unlock()
	o.total[key] = counter
	return counter
}

// method returns the label of a request's method. Unknown methods share one label,
// because a client may invent methods.
func method(name string) string {
	switch name {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return name
	}
	return otherCode
}
