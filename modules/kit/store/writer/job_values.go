package writer

// JobValue is what a job collects in its transaction beside rows, such as changes of
// counters. The transaction drops the value of a job that fails, and of a savepoint that
// is rolled back, as it drops their rows.
type JobValue interface {
	// Merge adds a later value of the same kind, which it must not change.
	Merge(later JobValue)
	// Flush writes the value. The writer calls it once, before the commit.
	Flush(tx *Tx) error
}

// JobValueKind is a kind of job values. Its address identifies it.
type JobValueKind struct {
	// New returns an empty value.
	New func() JobValue
}

// jobValues has one value of each kind that was asked for; these are few.
type jobValues []jobValue

type jobValue struct {
	kind  *JobValueKind
	value JobValue
}

// find returns the value of a kind, nil where there is none.
func (v jobValues) find(kind *JobValueKind) JobValue {
	for i := range v {
		if v[i].kind == kind {
			return v[i].value
		}
	}
	return nil
}

// findOrAdd returns the value of a kind, an empty one where there was none.
func (v *jobValues) findOrAdd(kind *JobValueKind) JobValue {
	for _, known := range *v {
		if known.kind == kind {
			return known.value
		}
	}
	value := kind.New()
	*v = append(*v, jobValue{kind, value})
	return value
}

// merge adds later values to v. It may keep them, so no other transaction may have them.
func (v jobValues) merge(later jobValues) jobValues {
	if len(v) == 0 {
		return later
	}
	for _, l := range later {
		if value := v.find(l.kind); value != nil {
			value.Merge(l.value)
		} else {
			v = append(v, l)
		}
	}
	return v
}

// JobValue implements [InsertTarget].
func (tx *Tx) JobValue(kind *JobValueKind) JobValue { return tx.values.findOrAdd(kind) }

// JobValue implements [InsertTarget].
func (p *PreparedRows) JobValue(kind *JobValueKind) JobValue { return p.values.findOrAdd(kind) }
