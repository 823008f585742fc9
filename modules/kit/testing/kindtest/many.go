//go:build !race

package kindtest

// Many is how many items a large request has.
const Many = 10_000
