package formats

// Postcode returns a postcode in the form that is usual in its country: in upper case,
// with its space or hyphen where that belongs. ok is false where s cannot be a postcode
// of that country. In s, spaces and hyphens may be missing, doubled or exchanged, and the
// sign of the country may stand before it ("D-10115"). Where the package does not know
// the postcodes of a country, it accepts every s unchanged.
func Postcode(country, s string) (normal string, ok bool) {
	masks, known := postcodes[country]
	if !known {
		return s, true
	}
	bare := withoutSign(country, s)
	for _, mask := range masks {
		if normal, ok := mask.fit(country, s, bare); ok {
			return normal, true
		}
	}
	return s, false
}

// mask describes how postcodes are written. Small letters stand for the characters of
// classes. A space or a hyphen is optional when a postcode is read and is always written.
// An underscore is optional when a postcode is read and is never written. A leading !
// writes the country's code and a hyphen before the postcode. Every other character
// stands for itself.
type mask string

// classes are the characters that the small letters of masks stand for.
var classes = map[byte]string{
	'd': "0123456789",
	'n': "123456789",
	'a': "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	// Canada: no D, F, I, O, Q, U anywhere, nor W, Z at the beginning.
	'f': "ABCEGHJKLMNPRSTVXY",
	'c': "ABCEGHJKLMNPRSTVWXYZ",
	// Ireland, the second half of an Eircode.
	'e': "0123456789ACDEFHKNPRTVWXY",
	// United Kingdom, by the position of the letter (BS 7666): the first, the second,
	// the third after one digit, the fourth, and those of the second half.
	'p': "ABCDEFGHIJKLMNOPRSTUWYZ",
	'q': "ABCDEFGHKLMNOPQRSTUVWXY",
	'r': "ABCDEFGHJKPSTUW",
	's': "ABEHMNPRVWXY",
	'i': "ABDEFGHJLNPQRSTUWXYZ",
}

// members says for each class and character whether the class contains the character.
var members = func() (m [128]*[128]bool) {
	for name, characters := range classes {
		m[name] = new([128]bool)
		for i := range len(characters) {
			m[name][characters[i]] = true
		}
	}
	return m
}()

// longestPostcode is the greatest number of characters of a postcode of any mask.
const longestPostcode = 16

// fit writes bare, which is s without its country's sign, in the form of the mask.
func (m mask) fit(country, s, bare string) (normal string, ok bool) {
	var written [longestPostcode]byte
	out := written[:0]
	if m[0] == '!' {
		out, m = append(append(out, country...), '-'), m[1:]
	}
	at := 0
	for i := range len(m) {
		switch c := m[i]; c {
		case ' ', '-', '_':
			at = afterSeparators(bare, at)
			if c != '_' {
				out = append(out, c)
			}
		default:
			if at == len(bare) || !matches(c, upper(bare[at])) {
				return "", false
			}
			out = append(out, upper(bare[at]))
			at++
		}
	}
	if at != len(bare) {
		return "", false
	}
	if string(out) == s {
		return s, true
	}
	return string(out), true
}

func matches(class, c byte) bool {
	if set := members[class]; set != nil {
		return c < 128 && set[c]
	}
	return c == class
}

func afterSeparators(s string, at int) int {
	for at < len(s) && (s[at] == ' ' || s[at] == '-') {
		at++
	}
	return at
}

// withoutSign drops the country's code, or the sign of its cars, where it stands before
// the postcode with a hyphen.
func withoutSign(country, s string) string {
	for n := 1; n <= 2 && n < len(s); n++ {
		if s[n] != '-' {
			continue
		}
		if sign, ok := Country(s[:n]); ok && sign == country || n == 1 && carSigns[country] == upper(s[0]) {
			return s[n+1:]
		}
	}
	return s
}

// carSigns are the signs of one letter. In Europe they are the former prefixes of
// postcodes, before the codes of ISO 3166, and are still in use.
var carSigns = map[string]byte{
	"AT": 'A', "BE": 'B', "DE": 'D', "ES": 'E', "FR": 'F', "HU": 'H', "IT": 'I', "LU": 'L', "NO": 'N', "SE": 'S',
}
