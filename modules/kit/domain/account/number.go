package account

// alphabet is Douglas Crockford's base 32 (crockford.com/base32.html): no I, L, O
// or U, so that a number read out on the phone is not misheard.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// numberDigits are the random characters of an account number; a check character
// follows them.
const numberDigits = 7

// check is the digit that makes the weighted sum of all digits zero in the field
// with 32 elements. Each place has another weight, so that the sum notices any
// one wrong character and any two that changed places.
func check(digits []byte) byte {
	var sum byte
	weight := byte(2)
	for _, digit := range digits {
		sum ^= times(digit, weight)
		weight = times(weight, 2)
	}
	return sum // the check digit itself has weight 1, and addition is its own inverse
}

// times multiplies in GF(32), modulo the primitive polynomial x^5 + x^2 + 1.
func times(a, b byte) byte {
	var product byte
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			product ^= a
		}
		a <<= 1
		if a&32 != 0 {
			a ^= 0b100101
		}
	}
	return product
}

// ValidNumber reports whether s has the form of an account number, with a check
// character that fits.
func ValidNumber(s string) bool {
	if len(s) != 2+numberDigits+1 || s[:2] != "A-" {
		return false
	}
	digits := make([]byte, 0, numberDigits+1)
	for _, c := range []byte(s[2:]) {
		digit := index(c)
		if digit < 0 {
			return false
		}
		digits = append(digits, byte(digit))
	}
	return check(digits[:numberDigits]) == digits[numberDigits]
}

func index(c byte) int {
	for i := range alphabet {
		if alphabet[i] == c {
			return i
		}
	}
	return -1
}
