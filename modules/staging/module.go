// Package staging stores an account's data before the account exists. A client may stage
// an account any number of times. The last data counts, and every staging is kept byte
// for byte.
package staging

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/packed"
	"dataimport/modules/kit/store/writer"
)

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	return module.Module{
		Name: "staging", Tables: tables, Words: words, Summary: "Store an account's data until it is processed",
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Endpoints: []endpoint.Endpoint{stageEndpoint(r)}}
		},
	}
}

func stageEndpoint(r *module.Runtime) endpoint.Endpoint {
	const staged = `{"import_supplier": "ACME", "external_account_number": "1001"}`
	identity := openapi.Object(openapi.Schema{"import_supplier": openapi.String(""), "external_account_number": openapi.String("")})
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: paths.StageAccount,
		Access: endpoint.Write, Step: accountevents.StageStep, Handle: stage(r),
		Operation: openapi.Operation{
			ID: "stageAccount", Tag: "Accounts", Summary: "Stage account data",
			Description: "Validates the account by the rules of validate-account and stores it as it was sent. No account exists yet. It can be sent any number of times until the account is created.",
			Request:     openapi.Ref("Account"), Example: account.Example,
			Responses: []openapi.Response{
				{Status: http.StatusCreated, Description: "Staged for the first time.", Schema: identity, Example: staged},
				{Status: http.StatusOK, Description: "Replaces what was staged before.", Schema: identity, Example: staged},
				openapi.Error(http.StatusBadRequest, "Nothing was stored.", fault.AccountFailedValidation, fault.MalformedJSON, fault.NestedTooDeeply,
					fault.SupplierNotFound, fault.SupplierNotOngoing, fault.AccountAlreadyImported, fault.AccountMarkedAsSkipped, fault.ProcessInProgress),
			},
		},
	}
}

// identity is the answer to a staging.
type identity struct {
	ImportSupplier        string `json:"import_supplier"`
	ExternalAccountNumber string `json:"external_account_number"`
}

func stage(runtime *module.Runtime) endpoint.Handle {
	return func(c *endpoint.Call) (endpoint.Reply, error) {
		prepared, err := Prepare(runtime, c)
		if err != nil {
			return endpoint.Reply{}, err
		}
		var staged imports.Staged
		err = runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) (err error) {
			staged, err = prepared.Write(tx)
			return err
		})
		if err != nil {
			return endpoint.Reply{}, err
		}
		status := http.StatusOK
		if staged.First {
			status = http.StatusCreated
		}
		facts := &prepared.Account.Facts
		return endpoint.Reply{Status: status, Body: identity{facts.ImportSupplier, facts.ExternalAccountNumber}}, nil
	}
}

// Prepare decodes and checks the account of a call. The account becomes the subject of the
// call. The result has the account as it was read also where the error is one of its faults.
func Prepare(runtime *module.Runtime, c *endpoint.Call) (*imports.PreparedStaging, error) {
	read, faults, err := runtime.Accounts.Read(c.Request.Context(), c.Body, c.Settings, c.Client, c.Now, c.WaitOutside)
	if err != nil {
		return nil, err
	}
	facts := &read.Facts
	c.Subject = endpoint.Subject{Supplier: facts.Supplier, ExternalAccountNumber: facts.ExternalAccountNumber}
	if err := refusal(facts, faults); err != nil {
		return &imports.PreparedStaging{Account: read}, err
	}
	sum := sha256.Sum256(c.Body)
	s := staging{
		creating: &runtime.Creating, clientID: c.Client.ID, facts: facts,
		payload: packed.Pack(string(c.Body)), sha256: hex.EncodeToString(sum[:]),
	}
	return &imports.PreparedStaging{Account: read, Write: s.write}, nil
}

// refusal is the error of a payload that may not be stored. What is wrong with the
// supplier gives the error its code; the payload's own faults are named with it.
func refusal(facts *account.Facts, faults fault.List) error {
	if faults.Has(fault.SupplierNotFound) {
		e := fault.New(http.StatusBadRequest, fault.SupplierNotFound, account.SupplierNotFoundDetail)
		e.Faults = faults
		return e
	}
	if facts.Supplier != nil && facts.Supplier.Status != settings.Ongoing {
		detail := account.NotOngoingDetail(facts.Supplier)
		e := fault.Refused(fault.SupplierNotOngoing, "import_supplier", detail)
		e.Faults = append(e.Faults, faults...)
		return e
	}
	return fault.Invalid(fault.AccountFailedValidation, faults)
}
