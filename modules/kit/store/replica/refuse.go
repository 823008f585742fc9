package replica

import "net/http"

// refusal is the answer of a machine that is not the primary, in the form of the interface's
// errors.
const refusal = `{"detail":"This machine is not the primary: send the request again soon.","code":"shutting_down","errors":[]}` + "\n"

// Refuse answers a request that the primary has to answer.
func Refuse(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("Retry-After", "1")
	header.Set("Connection", "close")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(refusal)) // an error means that the client has closed the connection
}
