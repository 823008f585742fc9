package paymentinstructions

import (
	"regexp"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/vendors"
)

const vendorCollection = "payment_vendors"

// bindHooks refuses vendors that could not be asked, and keeps their secrets. The text of
// the field "secret" is sealed when the record is saved, and stays in no field that can be
// read. The sealed text does not leave the server either.
func bindHooks(app core.App) {
	box := secrets.NewBox(app)
	app.OnRecordValidate(vendorCollection).BindFunc(func(e *core.RecordEvent) error {
		e.Record.Set("secret", strings.TrimSpace(e.Record.GetString("secret"))) // a copied secret can have a line break at its end
		if err := checkVendor(e.App, e.Record); err != nil {
			return err
		}
		return e.Next()
	})
	seal := func(e *core.RecordEvent) error { return sealSecret(box, e) }
	app.OnRecordCreateExecute(vendorCollection).BindFunc(seal)
	app.OnRecordUpdateExecute(vendorCollection).BindFunc(seal)
	app.OnRecordEnrich(vendorCollection).BindFunc(func(e *core.RecordEnrichEvent) error {
		err := e.Next() // PocketBase shows hidden fields to superusers here
		e.Record.Hide("sealed_secret")
		return err
	})
}

// plainSecret is what a header can carry.
var plainSecret = regexp.MustCompile(`^[!-~]*$`)

func checkVendor(app core.App, vendor *core.Record) error {
	before, err := storedVendor(app, vendor)
	if err != nil {
		return err
	}
	adapter, address, secret := vendor.GetString("adapter"), vendor.GetString("base_url"), vendor.GetString("secret")
	faults := validation.Errors{}
	if err := vendors.CheckAddress(adapter, address); err != nil {
		faults["base_url"] = err
	}
	if before.code != "" && before.code != vendor.GetString("code") {
		faults["code"] = validation.NewError("vendor_code_fixed", "The code is fixed, since imported instructions carry it: disable this vendor and make another.")
	}
	switch {
	case !plainSecret.MatchString(secret):
		faults["secret"] = validation.NewError("invalid_secret", "A secret is made of printable ASCII characters without spaces.")
	case secret != "" || !vendors.NeedsSecret(adapter):
	case before.sealed == "":
		faults["secret"] = validation.NewError("secret_required", "This adapter needs the vendor's secret.")
	case before.purpose != vendors.Purpose(vendor.Id, adapter, address):
		faults["secret"] = validation.NewError("secret_required", "Enter the secret again: the one that is kept was meant for another adapter or server.")
	}
	return faults.Filter()
}

// sealSecret seals the secret right before the record is written, after all checks.
func sealSecret(box *secrets.Box, e *core.RecordEvent) error {
	vendor := e.Record
	before, err := storedVendor(e.App, vendor)
	if err != nil {
		return err
	}
	typed, sealed := vendor.GetString("secret"), before.sealed
	purpose := vendors.Purpose(vendor.Id, vendor.GetString("adapter"), vendor.GetString("base_url"))
	switch {
	case !vendors.NeedsSecret(vendor.GetString("adapter")):
		sealed = ""
	case typed != "":
		if sealed, err = box.Seal(typed, purpose); err != nil {
			return err
		}
	}
	vendor.Set("secret", "")
	vendor.Set("sealed_secret", sealed)
	vendor.Set("secret_stored", sealed != "")
	err = e.Next()
	if err != nil {
		vendor.Set("secret", typed) // as if it had not been tried
	}
	return err
}

type vendorBefore struct{ code, sealed, purpose string }

// storedVendor is the vendor as it is stored, empty for a new one. What the record has of
// its former state may be old, and a program that saves it could have set any field.
func storedVendor(app core.App, vendor *core.Record) (vendorBefore, error) {
	if vendor.IsNew() {
		return vendorBefore{}, nil
	}
	stored, err := app.FindRecordById(vendorCollection, vendor.Id)
	if err != nil {
		return vendorBefore{}, err
	}
	return vendorBefore{
		code: stored.GetString("code"), sealed: stored.GetString("sealed_secret"),
		purpose: vendors.Purpose(stored.Id, stored.GetString("adapter"), stored.GetString("base_url")),
	}, nil
}
