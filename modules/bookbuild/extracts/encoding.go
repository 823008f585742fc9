package extracts

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// utf8Name is the encoding that needs no decoder.
const utf8Name = "utf-8"

const windows1252 = "windows-1252"

// encodings are the encodings of extracts, by their names.
var encodings = map[string]encoding.Encoding{
	utf8Name:      nil,
	"utf-16le":    unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"utf-16be":    unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"latin-1":     charmap.ISO8859_1,
	windows1252:   charmap.Windows1252,
	"iso-8859-15": charmap.ISO8859_15,
	"cp850":       charmap.CodePage850,
}

var otherNames = map[string]string{"utf8": utf8Name, "utf16le": "utf-16le", "utf16be": "utf-16be", "iso-8859-1": "latin-1", "latin1": "latin-1", "cp1252": windows1252}

// EncodingNames are the names of the encodings that may be given.
func EncodingNames() []string { return slices.Sorted(maps.Keys(encodings)) }

// normaliseEncoding returns the usual name of an encoding.
func normaliseEncoding(name string) (string, error) {
	name = strings.ToLower(name)
	if other, ok := otherNames[name]; ok {
		name = other
	}
	if _, known := encodings[name]; !known {
		return "", fmt.Errorf("there is no encoding %q: one of %s", name, strings.Join(EncodingNames(), ", "))
	}
	return name, nil
}

// byteOrderMarks say what a file is, in its first bytes.
var byteOrderMarks = []struct{ mark, encoding string }{
	{"\xef\xbb\xbf", utf8Name}, {"\xff\xfe", "utf-16le"}, {"\xfe\xff", "utf-16be"},
}

// byteOrderMark returns the encoding and the length of a file's byte order mark.
func byteOrderMark(head []byte) (name string, length int) {
	for _, b := range byteOrderMarks {
		if bytes.HasPrefix(head, []byte(b.mark)) {
			return b.encoding, len(b.mark)
		}
	}
	return "", 0
}

// findEncoding finds the encoding of a file without a byte order mark. It reads the whole
// file, since the first accent may be far behind. What is not UTF-8 is Windows-1252, which
// has all printable characters of Latin-1.
func findEncoding(file *os.File) (string, error) {
	r := bufio.NewReaderSize(file, 1<<20)
	head, err := r.Peek(1 << 16)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if name := findUTF16(head); name != "" {
		return name, nil
	}
	var s scan
	if err := s.read(r); err != nil {
		return "", err
	}
	switch {
	case s.invalid == 0:
		return utf8Name, nil
	case s.multibyte > s.invalid:
		return "", fmt.Errorf("the file has UTF-8 text, and text in another encoding at line %d: give one with --encoding; rows that do not have it are named", s.invalidLine)
	}
	return windows1252, nil
}

// findUTF16 finds UTF-16 by its zeros: every second byte of most texts is zero.
func findUTF16(head []byte) string {
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch least := len(head) / 8; {
	case zeros[1] > least && zeros[0] < zeros[1]/4:
		return "utf-16le"
	case zeros[0] > least && zeros[1] < zeros[0]/4:
		return "utf-16be"
	}
	return ""
}

// scan counts the characters of a file that tell its encoding.
type scan struct {
	multibyte, invalid int // characters of several bytes, and bytes of none, in UTF-8
	line, invalidLine  int // the lines that ended, and the line of the first invalid byte
}

func (s *scan) read(r *bufio.Reader) error {
	for {
		part, err := r.Peek(1 << 20)
		if len(part) == 0 {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		read := s.count(part, err != nil)
		if _, err := r.Discard(read); err != nil {
			return err
		}
	}
}

// count counts a part of the file, and returns how much of it was counted. A character at
// the end of the part may continue in the next one.
func (s *scan) count(part []byte, last bool) int {
	i := 0
	for i < len(part) {
		if c := part[i]; c < utf8.RuneSelf {
			if c == '\n' {
				s.line++
			}
			i++
			continue
		}
		if !last && !utf8.FullRune(part[i:]) {
			return i
		}
		r, size := utf8.DecodeRune(part[i:])
		if r == utf8.RuneError && size == 1 {
			if s.invalid++; s.invalid == 1 {
				s.invalidLine = s.line + 1
			}
		} else {
			s.multibyte++
		}
		i += size
	}
	return i
}
