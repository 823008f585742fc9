//go:build race

package kindtest

// Many is how many items a large request has. The race detector makes the database engine
// many times slower, so it is smaller.
const Many = 1_000
