package account

// State is the state of an import process, as the database has it.
type State string

// The states of an import process.
const (
	Staged   State = "staged"
	Imported State = "imported"
	Skipped  State = "skipped"
)
