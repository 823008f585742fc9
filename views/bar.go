package views

// Bar is a bar that is 1000 wide, with its words for readers who do not see it.
type Bar struct {
	Caption string
	Parts   []BarPart
}

// BarPart is a part of a bar.
type BarPart struct {
	Class    string
	X, Width int
}

// BarShare is how many of a total a part of a bar stands for. Without a class the ground shows
// there.
type BarShare struct {
	Class string
	N     int
}

// NewBar divides a bar among shares of a total. Small parts stay visible.
func NewBar(caption string, total int, shares []BarShare) Bar {
	b := Bar{Caption: caption}
	at, before := 0, 0
	for _, s := range shares {
		if s.N == 0 {
			continue
		}
		before += s.N
		end := before * 1000 / total
		if end == at && at < 1000 {
			end++
		}
		if s.Class != "" && end > at {
			b.Parts = append(b.Parts, BarPart{Class: s.Class, X: at, Width: end - at})
		}
		at = max(at, end)
	}
	return b
}
