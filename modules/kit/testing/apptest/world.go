package apptest

// SetUp makes what most tests begin with, and gives a token of the API client: the team
// Migration, the supplier ACME with these fields, which may be left out, and an API
// client, “Acme scripts”, with grants on ACME and on other suppliers, which exist already.
func (e *Env) SetUp(supplier map[string]any, others ...string) (token string) {
	e.Helper()
	e.Team("Migration")
	e.Supplier("ACME", supplier)
	return e.Token(e.Client("Acme scripts", nil, append([]string{"ACME"}, others...)...))
}
