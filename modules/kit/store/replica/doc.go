// Package replica keeps a second copy of data.db in an object storage, and decides which of
// two machines serves it. Litestream reads the database's log, stores it, and restores from
// it; it is used by this package and by no other.
//
// A primary holds a [Lease] and ships what is committed. A standby follows the storage, and
// takes over when the lease runs out or is given back. Each primary writes into the folder of
// its own generation, so that one that was asleep or cut off changes nothing of its
// successor's replica.
package replica
