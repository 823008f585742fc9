package settings

// Client is an API client: an organisation that calls the interface.
type Client struct {
	ID       string
	Name     string
	KeyHash  string // SHA-256 of its key, in hexadecimal
	TokenKey string // signs its tokens; a new key invalidates all of them
	ReadOnly bool
	Disabled bool
	// PerSecond limits the requests that the client may send in a second; 0 is no limit
	// of its own.
	PerSecond int
	// Concurrent limits the requests of the client that are answered at the same time; 0
	// is no limit of its own.
	Concurrent int
	// Granted has the ids of the suppliers that the client may use.
	Granted map[string]bool
}

// May reports whether the client was granted the supplier. A nil client may use no
// supplier.
func (c *Client) May(s *Supplier) bool {
	return c != nil && s != nil && c.Granted[s.ID]
}
