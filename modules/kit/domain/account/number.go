package account

import (
	"crypto/rand"
	"strings"
)

// alphabet is Douglas Crockford's base 32 (crockford.com/base32.html). It has no I, L, O
// or U, so that a listener on the telephone does not mistake one character for another.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// numberDigits is how many random characters an account number has. A check character
// follows them.
const numberDigits = 7

// RandomNumber draws an account number: "A-", random characters and their check
// character. Another account may have the number.
func RandomNumber() string {
	var chance [numberDigits]byte
	_, _ = rand.Read(chance[:])
	digits := make([]byte, numberDigits)
	for i, b := range chance {
		digits[i] = b % 32
	}
	number := []byte("A-")
	for _, digit := range append(digits, checkDigit(digits)) {
		number = append(number, alphabet[digit])
	}
	return string(number)
}

// ValidNumber reports whether s has the form of an account number, with a check
// character that fits.
func ValidNumber(s string) bool {
	if len(s) != 2+numberDigits+1 || s[:2] != "A-" {
		return false
	}
	digits := make([]byte, 0, numberDigits+1)
	for _, c := range []byte(s[2:]) {
		digit := strings.IndexByte(alphabet, c)
		if digit < 0 {
			return false
		}
		digits = append(digits, byte(digit))
	}
	return checkDigit(digits[:numberDigits]) == digits[numberDigits]
}

// checkDigit is the digit that makes the weighted sum of all digits zero in the field
// with 32 elements. Each position has another weight, so the sum shows any one wrong
// character and any two exchanged characters.
func checkDigit(digits []byte) byte {
	var sum byte
	weight := byte(2)
	for _, digit := range digits {
		sum ^= multiply(digit, weight)
		weight = multiply(weight, 2)
	}
	return sum // the check digit itself has weight 1, and addition is its own inverse
}

// multiply multiplies in GF(32), modulo the primitive polynomial x^5 + x^2 + 1.
func multiply(a, b byte) byte {
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
