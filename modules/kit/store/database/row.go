package database

import (
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"
)

// timeLayout is PocketBase's format of a time: UTC, milliseconds.
const timeLayout = "2006-01-02 15:04:05.000Z"

// Time returns a time as it is stored. The zero time is the empty text.
func Time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timeLayout)
}

// ParseTime reads a text of Time. Any other text is the zero time.
func ParseTime(s string) time.Time {
	t, err := time.Parse(timeLayout, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// idSpace is the number of ids that begin with the same millisecond: 36^7.
const idSpace = 78_364_164_096

var ids struct {
	sync.Mutex
	millisecond int64
	suffix      uint64
}

// NewID returns a record id in PocketBase's form (15 characters of a-z0-9). Ids sort by
// time. So rows that are created together are stored together, and an index on ids grows
// at its end, however many rows there are.
func NewID() string {
	ids.Lock()
	now := time.Now().UnixMilli()
	if now > ids.millisecond {
		var random [8]byte
		_, _ = rand.Read(random[:])
		// The upper half stays free for later ids of this millisecond.
		ids.millisecond, ids.suffix = now, binary.LittleEndian.Uint64(random[:])%(idSpace/2)
	} else {
		ids.suffix++
	}
	millisecond, suffix := ids.millisecond, ids.suffix
	ids.Unlock()
	var id [15]byte
	number := suffix // in base 36: 7 digits, after the 8 digits of the millisecond
	for i := len(id) - 1; i >= 0; i-- {
		if i == 7 {
			number = uint64(millisecond)
		}
		id[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number%36]
		number /= 36
	}
	return string(id[:])
}
