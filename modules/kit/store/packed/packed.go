// Package packed makes texts small in which many values are alike, such as the JSON of
// accounts. A packed text is a frame of Zstandard with a dictionary or, where it is short, a block
// of S2 with a dictionary, which takes a fifth of the time. A column that holds packed texts may
// hold texts that are not packed, too: what is read is the same.
//
// A dictionary never changes. The frame, or the byte before the block, names the one that it needs,
// and the program has all that ever were in use. The table dictionaries has copies, so a data folder can be read
// without this program.
package packed

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

const (
	// shortest is the length in bytes from which a text is packed.
	shortest = 64
	// shortEnd is the length from which a text is no longer short.
	shortEnd = 1024
	// magic begins each frame of Zstandard, see RFC 8878, section 3.1.1. No text of JSON begins so.
	magic = "\x28\xb5\x2f\xfd"
	// dictionaryMagic begins each dictionary of Zstandard, see section 5 there.
	dictionaryMagic = "\x37\xa4\x30\xec"
	// shortMark and the number of a dictionary come before a block of S2. No text of UTF-8 has
	// that byte.
	shortMark = "\xff"
)

var errUnknown = errors.New("its dictionary is not known")

//go:embed dictionaries
var files embed.FS

// codec is the encoder and the decoder of the process. Both keep some buffers for each
// processor, so they are made when the first text is packed or read.
var codec = sync.OnceValue(func() (c struct {
	*zstd.Encoder
	*zstd.Decoder
	short map[byte]*s2.Dict // by number
	inUse byte              // of short
}) {
	var contents [][]byte
	c.short = make(map[byte]*s2.Dict)
	for _, d := range Dictionaries() {
		if strings.HasPrefix(string(d.Content), dictionaryMagic) {
			contents = append(contents, d.Content)
			continue
		}
		c.inUse = byte(d.ID)
		c.short[c.inUse] = s2.NewDict(d.Content)
	}
	var err error
	// A text that is read back wrongly is found by the database's own checks of pages no more
	// than by a checksum of 4 bytes here, which each text would carry.
	c.Encoder, err = zstd.NewWriter(nil, zstd.WithEncoderDict(contents[len(contents)-1]), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	if err == nil {
		c.Decoder, err = zstd.NewReader(nil, zstd.WithDecoderDicts(contents...), zstd.WithDecoderConcurrency(0))
	}
	if err != nil {
		panic("packed: " + err.Error()) // a file of this package is broken
	}
	return c
})

// Dictionary is a dictionary of Zstandard or S2.
type Dictionary struct {
	ID      uint32
	Content []byte
}

// Dictionaries returns all dictionaries. Of each format, the last one is in use.
func Dictionaries() (list []Dictionary) {
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, _ error) error {
		if entry.IsDir() {
			return nil
		}
		content, err := files.ReadFile(name)
		id, numberErr := strconv.ParseUint(entry.Name(), 10, 8)
		if err != nil || numberErr != nil {
			panic(fmt.Sprint("packed: ", name, ": ", err, numberErr))
		}
		list = append(list, Dictionary{uint32(id), content})
		return nil
	})
	return list
}

// Pack returns what a column holds for a text: the packed text as bytes, or the text itself
// where that is no longer.
func Pack(text string) any {
	mustPack := isPacked([]byte(text[:min(len(text), len(magic))]))
	if len(text) < shortest && !mustPack {
		return text
	}
	var packed []byte
	if c := codec(); len(text) < shortEnd {
		packed = make([]byte, 2+s2.MaxEncodedLen(len(text)))
		packed[0], packed[1] = shortMark[0], c.inUse
		packed = packed[:2+len(c.short[c.inUse].Encode(packed[2:], []byte(text)))]
	} else {
		packed = c.EncodeAll([]byte(text), nil)
	}
	if len(packed) >= len(text) && !mustPack {
		return text
	}
	return packed
}

// Unpack returns the text of a column's value.
func Unpack(value []byte) (text []byte, err error) {
	switch {
	case !isPacked(value):
		return value, nil
	case value[0] != shortMark[0]:
		text, err = codec().DecodeAll(value, nil)
	case len(value) < 2 || codec().short[value[1]] == nil:
		err = errUnknown
	default:
		text, err = codec().short[value[1]].Decode(nil, value[2:])
	}
	if err != nil {
		return nil, fmt.Errorf("a packed text cannot be read: %w", err)
	}
	return text, nil
}

// Size returns the length in bytes of the text of a column's value.
func Size(value []byte) (int, error) {
	if !isPacked(value) {
		return len(value), nil
	}
	if value[0] == shortMark[0] {
		n, err := s2.DecodedLen(value[min(2, len(value)):])
		if err != nil {
			return 0, fmt.Errorf("the length of a packed text cannot be read: %w", err)
		}
		return n, nil
	}
	var head zstd.Header
	if err := head.Decode(value); err != nil {
		return 0, fmt.Errorf("the length of a packed text cannot be read: %w", err)
	}
	if !head.HasFCS { // short texts are without
		text, err := Unpack(value)
		return len(text), err
	}
	return int(head.FrameContentSize), nil
}

func isPacked(value []byte) bool {
	return strings.HasPrefix(string(value[:min(len(value), len(magic))]), magic) || len(value) > 0 && value[0] == shortMark[0]
}
