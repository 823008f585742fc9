package account

// MarketMember is the name, in the published document, of a member that a
// supplier's market may have added.
const MarketMember = "MarketMember"

// Schema is the account object of the sections as a JSON Schema 2020-12 document.
func (o *Object) Schema() map[string]any {
	schema := o.shape.Schema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = "Account"
	return schema
}

// Components are the schemas of the account object in the published document. There
// it is one for all suppliers, so that its objects are open to what markets add.
func (o *Object) Components() map[string]any {
	schema := o.Schema()
	delete(schema, "$schema") // OpenAPI 3.1 means this dialect where it names none
	components := map[string]any{"Account": schema}
	if o.extension == nil {
		return components
	}
	open(schema)
	schema["description"] = "What all suppliers have. A supplier's market may add members to the account and to the objects in it: " +
		"GET /v1/data-import/schema/ answers with the whole schema that is in force for a supplier. Any other member is unknown_field."
	components[MarketMember] = map[string]any{"description": "A member that the supplier's market adds."}
	return components
}

// open makes the closed objects of a schema take members of markets.
func open(schema map[string]any) {
	if schema["additionalProperties"] == false {
		schema["additionalProperties"] = map[string]any{"$ref": "#/components/schemas/" + MarketMember}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		open(items)
	}
	properties, _ := schema["properties"].(map[string]any)
	for _, property := range properties {
		if property, ok := property.(map[string]any); ok {
			open(property)
		}
	}
}
