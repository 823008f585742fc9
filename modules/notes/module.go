package notes

import (
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(*module.Declaration) module.Module {
	section := Section()
	return module.Module{Name: "notes", Tables: tables, Panels: panels, Words: words, PostImport: &postImport, Figures: newFigures(), Summary: "Notes for support staff", Section: &section, Rules: rules,
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Endpoints: []endpoint.Endpoint{createEndpoint(r)}}
		}}
}
