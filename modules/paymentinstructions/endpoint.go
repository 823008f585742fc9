package paymentinstructions

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/vendors"
)

// dataKind is the name of this kind in the events of accounts.
const dataKind = "payment_instruction"

// request is the body of an import of a payment instruction.
type request struct {
	ImportSupplier        string       `json:"import_supplier" rule:"required,max=128,impersonal"`
	ExternalAccountNumber string       `json:"external_account_number" rule:"required,max=128,impersonal"`
	Vendor                string       `json:"vendor" rule:"required,code,impersonal,doc=Code of the payment vendor."`
	Reference             string       `json:"reference,omitzero" rule:"max=512,doc=By which the vendor knows the instruction. Required, unless instruction_reference is there."`
	InstructionReference  string       `json:"instruction_reference,omitzero" rule:"max=128,doc=The old name of reference: exactly one of the two."`
	Type                  Type         `json:"type" rule:"required,impersonal"`
	LedgerCode            string       `json:"ledger_code,omitzero" rule:"code,impersonal,doc=The ledger whose charges it pays."`
	ValidFrom             payload.Date `json:"valid_from,omitzero" rule:"nullable,impersonal"`
	ForScheduledPayments  *bool        `json:"use_for_scheduled_payments,omitzero" rule:"nullable,impersonal"`

	data    postimport.Data
	adapter vendors.Adapter
	details vendors.Details // from the vendor
}

// answer names the account and the instruction that it has.
type answer struct {
	ServiceAccountNumber string `json:"service_account_number"`
	Reference            string `json:"reference"`
}

var ruleHasActive = catalogue.Rule{
	Code: "account_has_active_instruction", Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
	Meaning: "The account is imported and has another payment instruction, which is active.",
	Remedy:  "Have the other one ended first; the very same instruction again is no fault.",
}

func newInput(runtime *module.Runtime) *endpoint.Input[request] {
	return endpoint.NewInput(func(c *endpoint.Call, in *request, at *fault.At) error {
		return in.check(c, runtime, at)
	})
}

// prepare is the half of an import that comes before the write. The account may be one that
// the same write creates.
func prepare(runtime *module.Runtime) postimport.Prepare {
	input := newInput(runtime)
	return func(c *endpoint.Call) (*postimport.Prepared, error) {
		in, err := input.Read(c)
		if err != nil {
			return nil, err
		}
		if runtime.Vendors == nil {
			return in.prepared(), nil
		}
		to, err := imports.FindImportedAccount(runtime.Reader, in.data.Supplier, in.ExternalAccountNumber)
		if err != nil {
			return nil, err
		}
		_, err = in.verify(c, runtime, to)
		return in.prepared(), err
	}
}

func createEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	input := newInput(runtime)
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: postImport.Path, Access: endpoint.Write, Step: dataKind,
		Handle: input.Post(func(c *endpoint.Call, in *request) (endpoint.Reply, error) { return in.create(c, runtime) }),
		Operation: openapi.Operation{
			ID: "createPaymentInstruction", Tag: "Data", Summary: "Import a payment instruction",
			Description: "Asks the payment vendor whether the instruction exists, and adds it with the details that the vendor gives. The same one again changes nothing. A 400 must not be sent again as it is; a 500 should be, unchanged.",
			Request:     input.Schema(),
			Example:     `{"import_supplier": "ACME", "external_account_number": "1001", "vendor": "sandbox", "reference": "pm_1001", "type": "CARD"}`,
			Responses: []openapi.Response{
				{Status: http.StatusCreated, Description: "The account has the instruction.", Schema: openapi.Object(openapi.Schema{
					"service_account_number": openapi.String(""), "reference": openapi.String(""),
				}), Example: `{"service_account_number": "A-3K7Q2M9X", "reference": "pm_1001"}`},
				openapi.Error(http.StatusBadRequest, "Nothing was stored, and the same request would be refused again.", fault.RequestFailedValidation,
					fault.AccountNotFound, fault.SupplierNotFound, fault.SupplierNotOngoing, fault.MalformedJSON, fault.NestedTooDeeply,
					ruleHasActive.Code, vendors.RuleNotFound.Code, vendors.RuleMismatch.Code, vendors.RuleCredentials.Code, vendors.RuleRefused.Code, vendors.RuleUnreachable.Code),
				openapi.Error(http.StatusInternalServerError, "The vendor cannot be asked at the moment: send the same request again.", ruleVendorUnavailable.Code),
			},
		},
	}
}

var ruleUnknownVendor = catalogue.Rule{
	Code: "unknown_payment_vendor", Area: catalogue.Vendors,
	Meaning: "No payment vendor of this code is set up, so that an instruction for an imported account cannot be verified.",
	Remedy:  "Correct the code, or ask the operator to set the vendor up.",
}

func (in *request) check(c *endpoint.Call, runtime *module.Runtime, at *fault.At) (err error) {
	supplier := postimport.FindSupplier(c, in.ImportSupplier, at)
	in.data = postimport.NewData(c, supplier, in.ExternalAccountNumber, dataKind, 1, account.NotImported)
	in.Reference = postimport.OneName(at, "reference", in.Reference, "instruction_reference", in.InstructionReference)
	facts := postimport.NewFacts(c, supplier)
	facts.ListedAt(at, "vendor", settings.Vendors, in.Vendor)
	facts.ListedAt(at, "ledger_code", settings.LedgerCodes, in.LedgerCode)
	if in.Vendor == "" || !at.CleanAt("vendor") || runtime.Vendors == nil {
		return nil
	}
	var known bool
	in.adapter, known, err = runtime.Vendors.Adapter(runtime.Reader, in.Vendor)
	if err == nil && !known {
		at.AddAt("vendor", ruleUnknownVendor.Code, "There is no payment vendor of the code "+fault.Shown(in.Vendor)+": correct it, or ask the operator to set it up.")
	}
	return err
}

// create asks the vendor and stores the instruction. It checks the account before it asks
// the vendor, so that it asks for no account that cannot have the instruction. The write
// checks the account again.
func (in *request) create(c *endpoint.Call, runtime *module.Runtime) (endpoint.Reply, error) {
	to, err := imports.FindImportedAccount(runtime.Reader, in.data.Supplier, in.ExternalAccountNumber)
	if err != nil {
		return endpoint.Reply{}, err
	}
	if to == nil {
		return endpoint.Reply{}, account.NotImported()
	}
	there, err := in.verify(c, runtime, to)
	if err != nil {
		return endpoint.Reply{}, err
	}
	reply := endpoint.Reply{Status: http.StatusCreated, Body: answer{to.Number, in.Reference}}
	if there {
		return reply, nil
	}
	return reply, in.prepared().ImportInto(c, runtime.Writer)
}

// verify asks the vendor for the instruction, unless the account has it already or has
// another one that is active. The account is nil where it does not exist yet.
func (in *request) verify(c *endpoint.Call, runtime *module.Runtime, to *account.Account) (there bool, err error) {
	if to != nil {
		active, err := findActive(runtime.Reader, to)
		if err != nil {
			return false, err
		}
		if active[identity{in.Vendor, in.Reference, in.Type}] {
			return true, nil
		}
		if len(active) > 0 {
			return false, hasActive()
		}
	}
	err = c.WaitOutside(func() error {
		in.details, err = in.adapter.Verify(c.Request.Context(), vendors.Request{Reference: in.Reference, Type: string(in.Type)})
		return err
	})
	if err != nil {
		return false, vendorError(err)
	}
	return false, nil
}

func (in *request) prepared() *postimport.Prepared {
	return &postimport.Prepared{Data: in.data, Add: func(tx *writer.Tx, to *account.Account) (added int, err error) {
		instruction := PaymentInstruction{Vendor: in.Vendor, Reference: in.Reference, Type: in.Type, LedgerCode: in.LedgerCode,
			ValidFrom: in.ValidFrom, ForScheduledPayments: in.ForScheduledPayments, Details: in.details}
		results, err := Import(tx, to, []PaymentInstruction{instruction})
		if err == nil && results[0].Added {
			added = 1
		}
		return added, err
	}}
}
