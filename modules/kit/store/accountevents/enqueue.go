package accountevents

import (
	"strings"

	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

// enqueue puts the event into the queue for the supplier's receivers, and the e-mail to the
// customer whose account was imported. It leaves out a validation, which stores nothing, and
// a refusal of data, which only the client that sent the data needs to know.
func (e *Event) enqueue(tx *writer.Tx, id string) error {
	if e.Name == Validated || e.Name != Refused && strings.HasSuffix(e.Name, refusedSuffix) {
		return nil
	}
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return err
	}
	supplier := current.SupplierByID(e.SupplierID)
	if supplier == nil {
		return nil
	}
	event := eventqueue.Event{
		ID: id, Name: e.Name, At: e.At, Supplier: supplier, ExternalAccountNumber: e.ExternalAccountNumber,
		Data: eventqueue.Data{ServiceAccountNumber: e.ServiceAccountNumber, Items: e.Items, Step: e.Step, Code: e.Code, FaultCodes: e.codes()},
	}
	if err := eventqueue.Enqueue(tx, current.Receivers(supplier.ID), &event); err != nil {
		return err
	}
	if e.Name == Imported && supplier.SendEmails {
		return eventqueue.EnqueueEmail(tx, &event)
	}
	return nil
}
