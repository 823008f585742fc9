//go:build race

package kindtest

// Many is how many items a large request has; the race detector makes the database
// engine many times slower.
const Many = 1_000
