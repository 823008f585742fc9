// Package runs imports whole books. A run is the record of one import of a book: which
// supplier, client, mode and book, and the outcome of each line. A client opens a run or
// resumes it, sends the lines of the book, and closes the run.
//
// The SHA-256 of a line's bytes identifies the line in its run. One job of the writer
// stores all of a line: the account with its further data, as the endpoints of single
// accounts store them, and the outcome. So a line has one outcome or none, whatever
// crashes and however often it is sent. The rules and the writes are those of the
// endpoints: a line's account goes through the halves of staging and processing, and its
// further data through the halves of each kind.
package runs

import (
	"net/http"
	"sync"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/imports"
)

// Steps are what the module needs of others to import an account and to take it back.
type Steps struct {
	// Stage decodes and checks an account.
	Stage func(r *module.Runtime, c *endpoint.Call) (*imports.PreparedStaging, error)
	// Create prepares an account that was read and has no faults.
	Create func(r *module.Runtime, c *endpoint.Call, s *settings.Supplier, team string, read *account.Payload) (*imports.PreparedCreation, error)
	// TakeBack undoes the import of an account. taken is false where it is not imported.
	TakeBack func(r *module.Runtime, supplierID, externalAccountNumber string, by audit.Actor, reason string) (taken bool, err error)
}

// Module gives the capability as a value. guard lets a request for a page through if a member
// of the staff is signed in.
func Module(steps Steps, guard func(http.Handler) http.Handler) func(*module.Declaration) module.Module {
	return func(*module.Declaration) module.Module {
		return module.Module{
			Name: "runs", Summary: "Import whole books, line by line, and keep the outcome of each line", Tables: tables, Rules: rules, SupplierPanels: panels, Needs: findNeeds,
			Serve: func(r *module.Runtime) module.Serving {
				s := &service{runtime: r, steps: steps}
				p := newPages(r)
				return module.Serving{Endpoints: s.endpoints(), Pages: p.list(guard), Work: p.hub.Run}
			},
		}
	}
}

// service serves the endpoints of runs.
type service struct {
	runtime  *module.Runtime
	steps    Steps
	once     sync.Once
	prepares map[string]postimport.Prepare // by the kind's member; set by prepareOf
}
