package database

import (
	"strconv"
	"time"
)

// Rows of imports are many and are written once, so they keep their times short. The id of such
// a row begins with a millisecond, see [NewID]. Its column created has the number of milliseconds
// from that one to the write. Its column updated is empty until the row changes. Both columns
// hold a whole time, in the format of [Time], where a former version has written it, and after a
// change.

// maxShort bounds the numbers that stand for times, in milliseconds. A whole time is longer.
const maxShort = 1_000_000_000

// ShortTime returns a time as the row with the id stores it.
func ShortTime(at time.Time, id string) string {
	began, ok := idMillisecond(id)
	distance := at.UnixMilli() - began
	if !ok || distance <= -maxShort || distance >= maxShort || at.Nanosecond()%int(time.Millisecond) != 0 {
		return Time(at)
	}
	return strconv.FormatInt(distance, 10)
}

// RowTime returns a stored time of the row with the id as a text of [Time].
func RowTime(stored, id string) string {
	distance, err := strconv.ParseInt(stored, 10, 64)
	if err != nil || distance <= -maxShort || distance >= maxShort {
		return stored
	}
	began, ok := idMillisecond(id)
	if !ok {
		return stored
	}
	return Time(time.UnixMilli(began + distance))
}

// ParseRowTime reads a stored time of the row with the id. Another text is the zero time.
func ParseRowTime(stored, id string) time.Time { return ParseTime(RowTime(stored, id)) }

// RowTimes returns when a row was written and when it was changed last, of its stored times.
func RowTimes(created, updated, id string) (whole, wholeUpdated string) {
	whole = RowTime(created, id)
	if updated == "" {
		return whole, whole
	}
	return whole, RowTime(updated, id)
}

// idMillisecond returns the millisecond that an id of [NewID] begins with.
func idMillisecond(id string) (millisecond int64, ok bool) {
	if len(id) != 15 {
		return 0, false
	}
	for _, c := range []byte(id[:8]) {
		switch {
		case c >= '0' && c <= '9':
			millisecond = millisecond*36 + int64(c-'0')
		case c >= 'a' && c <= 'z':
			millisecond = millisecond*36 + int64(c-'a') + 10
		default:
			return 0, false
		}
	}
	return millisecond, true
}
