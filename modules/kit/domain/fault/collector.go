package fault

// Max is how many faults of one payload are named. Nobody mends more at once, and a
// body made of nothing else must not cost a hundred times its size.
const Max = 100_000

// Collector gathers the faults of one payload and remembers where they lie. Its
// zero value is ready.
type Collector struct {
	list List
	// places holds the attr of each fault and of everything that contains it, so
	// that "is anything wrong below here" does not grow with the number of faults.
	places map[string]struct{}
}

// Add records a fault, unless Max are known.
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

// List is the faults so far, in the order in which they were found.
func (c *Collector) List() List {
	return c.list
}

func (c *Collector) under(attr string) bool {
	_, found := c.places[attr]
	return found
}
