package openapi

import (
	"reflect"
	"testing"
)

// note is the schema of a note, which is open to further members or closed.
func note(isOpen bool) Schema {
	return Schema{"title": "Note", "type": "object", "additionalProperties": isOpen, "properties": Schema{"body": String("The text.")}}
}

func operationOf(id string, request Schema) Route {
	return Route{Method: "POST", Path: "/" + id, Operation: Operation{ID: id, Request: request, Responses: []Response{{Status: 200, Schema: request}}}}
}

// A schema with a title becomes a component wherever it stands, and keeps its description
// beside the reference. One that differs from the component of its title is named after
// its operation.
func TestSchemasBecomeComponents(t *testing.T) {
	described := note(true)
	described["description"] = "The latest one."
	account := Schema{"title": "Account", "properties": Schema{
		"notes": Array(note(true)), "latest": described,
		"either": Schema{"oneOf": []Schema{note(true), String("")}},
	}}
	document := Document("1", []Route{operationOf("addNotes", Array(note(false))), operationOf("addMore", note(true))}, Schema{"Account": account})
	schemas := document["components"].(Schema)["schemas"].(components)
	delete(schemas, "Error")
	differing := note(false)
	differing["title"] = "AddNotesNote"
	want := components{
		"Account": {
			"title": "Account", "properties": Schema{
				"notes": Array(Ref("Note")), "latest": Schema{"$ref": "#/components/schemas/Note", "description": "The latest one."},
				"either": Schema{"oneOf": []Schema{Ref("Note"), String("")}},
			},
		},
		"Note": note(true), "AddNotesNote": differing,
	}
	if !reflect.DeepEqual(schemas, want) {
		t.Errorf("got  %v\nwant %v", schemas, want)
	}
	for path, want := range map[string]Schema{"/addNotes/": Array(Ref("AddNotesNote")), "/addMore/": Ref("Note")} {
		post := document["paths"].(Schema)[path].(Schema)["post"].(Schema)
		if got := post["requestBody"].(Schema)["content"].(Schema)["application/json"].(Schema)["schema"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s takes %v", path, got)
		}
	}
}
