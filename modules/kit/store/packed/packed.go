// Package packed makes texts small in which many values are alike, such as the JSON of
// accounts. A packed text is a frame of Zstandard with a dictionary. A column that holds packed
// texts may hold texts that are not packed, too: what is read is the same.
//
// A dictionary never changes. The frame names the one that it needs, and the program has all
// that ever were in use. The table dictionaries has copies, so a data folder can be read
// without this program.
package packed

import (
	"embed"
	"encoding/binary"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// shortest is the length in bytes from which a text is packed.
const shortest = 64

// magic begins each frame of Zstandard, see RFC 8878, section 3.1.1. No text of JSON begins so.
const magic = "\x28\xb5\x2f\xfd"

//go:embed dictionaries
var files embed.FS

// codec is the encoder and the decoder of the process. Both keep some buffers for each
// processor, so they are made when the first text is packed or read.
var codec = sync.OnceValue(func() (c struct {
	*zstd.Encoder
	*zstd.Decoder
}) {
	list := Dictionaries()
	contents := make([][]byte, len(list))
	for i := range list {
		contents[i] = list[i].Content
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

// Dictionary is a dictionary of Zstandard.
type Dictionary struct {
	ID      uint32
	Content []byte
}

// Dictionaries returns all dictionaries, the one that is in use at last.
func Dictionaries() (list []Dictionary) {
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, _ error) error {
		if entry.IsDir() {
			return nil
		}
		content, err := files.ReadFile(name)
		if err != nil || len(content) < 8 {
			panic(fmt.Sprint("packed: ", name, ": ", err))
		}
		list = append(list, Dictionary{binary.LittleEndian.Uint32(content[4:]), content})
		return nil
	})
	return list
}

// Pack returns what a column holds for a text: the packed text as bytes, or the text itself
// where that is no longer.
func Pack(text string) any {
	if len(text) < shortest && !strings.HasPrefix(text, magic) {
		return text
	}
	packed := codec().EncodeAll([]byte(text), nil)
	if len(packed) >= len(text) && !strings.HasPrefix(text, magic) {
		return text
	}
	return packed
}

// Unpack returns the text of a column's value.
func Unpack(value []byte) ([]byte, error) {
	if !isPacked(value) {
		return value, nil
	}
	text, err := codec().DecodeAll(value, nil)
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
	return len(value) >= len(magic) && string(value[:len(magic)]) == magic
}
