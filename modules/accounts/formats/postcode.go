package formats

// Postcode is a postcode as it is written in its country: in upper case, with its
// space or hyphen where that belongs. ok is false where it cannot be one of that
// country. Spaces and hyphens may be missing, doubled or exchanged, and the sign
// of the country may stand before it ("D-10115"). Of a country whose postcodes are
// not known here, everything is accepted as it is.
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

// mask is how postcodes are written. Small letters stand for the characters in
// classes; a space or a hyphen is optional when read and always written, an
// underscore the same but never written; a leading ! puts the country's code and
// a hyphen before what is written. Anything else stands for itself.
type mask string

// classes are what the small letters of masks stand for.
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

// members says of each class and character whether the one has the other.
var members = func() (m [128]*[128]bool) {
	for name, characters := range classes {
		m[name] = new([128]bool)
		for i := range len(characters) {
			m[name][characters[i]] = true
		}
	}
	return m
}()

// longestPostcode is how many characters a postcode of any mask has at most.
const longestPostcode = 16

// fit writes bare, which is s without its country's sign, as the mask does.
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

// withoutSign drops the country's code, or the sign that its cars carry, if it
// stands before the postcode with a hyphen.
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

// carSigns are the signs of one letter, which were the postcode's prefix in
// Europe until the codes of ISO 3166 took their place, and are still written.
var carSigns = map[string]byte{
	"AT": 'A', "BE": 'B', "DE": 'D', "ES": 'E', "FR": 'F', "HU": 'H', "IT": 'I', "LU": 'L', "NO": 'N', "SE": 'S',
}
