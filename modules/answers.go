package modules

import (
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/accountevents"
)

// recordAnswers has the recorder record the answers to calls on an account; step is the
// step of the endpoint.
func recordAnswers(recorder *accountevents.Recorder) func(c *endpoint.Call, step string, err error) {
	return func(c *endpoint.Call, step string, err error) {
		if c.Subject.Supplier == nil {
			return
		}
		answer := accountevents.Answer{
			SupplierID: c.Subject.Supplier.ID, ExternalAccountNumber: c.Subject.ExternalAccountNumber, Step: step, At: c.Now, Err: err,
		}
		if c.Client != nil {
			answer.ClientID = c.Client.ID
		}
		recorder.RecordAnswer(&answer)
	}
}
