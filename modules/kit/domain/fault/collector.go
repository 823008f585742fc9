package fault

// Max is how many faults of one payload are reported. Clients do not correct more at
// once, and the answer to a body full of faults must not be a hundred times as large as
// the body.
const Max = 100_000

// Collector collects the faults of one payload with their places. Its zero value is ready
// to use.
type Collector struct {
	list List
	// places holds the attr of each fault and of everything that contains it, so that the
	// time to find out whether a place has faults does not grow with their number.
	places map[string]struct{}
}

// Add records a fault. It drops faults beyond Max.
func (c *Collector) Add(f Fault) {
	if len(c.list) == Max {
		return
	}
	c.list = append(c.list, f)
	if c.places == nil {
		c.places = make(map[string]struct{})
	}
	c.places[f.Attr] = struct{}{}
	for i := len(f.Attr) - 1; i > 0; i-- {
		if f.Attr[i] != '.' {
			continue
		}
		if _, known := c.places[f.Attr[:i]]; known {
			break
		}
		c.places[f.Attr[:i]] = struct{}{}
	}
	c.places[""] = struct{}{}
}

// List returns the faults in the order in which they were added.
func (c *Collector) List() List {
	return c.list
}

func (c *Collector) under(attr string) bool {
	_, found := c.places[attr]
	return found
}
