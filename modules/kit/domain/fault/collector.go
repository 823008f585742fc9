package fault

import "strconv"

const (
	// Max is how many faults of one payload are named, at most. An array has so many items
	// at most: each may have a fault. A client does not correct more at once.
	Max = 10_000
	// MaxBytes is how many bytes the texts of the named faults have, at most.
	MaxBytes = 2 << 20
)

// Collector collects the faults of one payload with their places. Its zero value is ready
// to use.
type Collector struct {
	list  List
	bytes int // of the texts of list
	more  int // faults that are not in list
	// places holds the attr of each fault and of everything that contains it, so that the
	// time to find out whether a place has faults does not grow with their number.
	places map[string]struct{}
}

// Add records a fault. It counts the faults beyond Max and MaxBytes.
func (c *Collector) Add(f Fault) {
	size := len(f.Detail) + len(f.Code) + len(f.Attr)
	if c.more > 0 || len(c.list) == Max || c.bytes+size > MaxBytes {
		c.more++
		return
	}
	c.bytes += size
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

// List returns the faults in the order in which they were added. Where there are more,
// the last one says how many.
func (c *Collector) List() List {
	if c.more == 0 {
		return c.list
	}
	detail := "Further faults that are not named here: " + strconv.Itoa(c.more) + ". Correct the named ones, and send the data again."
	return append(c.list[:len(c.list):len(c.list)], Fault{Detail: detail, Code: MoreFaults})
}

// under reports whether a place has faults, or may have some that are not named.
func (c *Collector) under(attr string) bool {
	if c.more > 0 {
		return true
	}
	_, found := c.places[attr]
	return found
}
