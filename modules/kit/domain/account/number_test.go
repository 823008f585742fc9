package account

import (
	"regexp"
	"testing"
)

func TestNumbersHaveTheirFormAndCheckCharacter(t *testing.T) {
	form := regexp.MustCompile(`^A-[0-9A-HJKMNP-TV-Z]{8}$`)
	seen := make(map[string]bool)
	for range 1000 {
		number := RandomNumber()
		if !form.MatchString(number) || !ValidNumber(number) || seen[number] {
			t.Fatalf("%s", number)
		}
		seen[number] = true
	}
}

// The check character notices any one wrong character, and any two that changed
// places.
func TestTheCheckCharacterNoticesMistakes(t *testing.T) {
	for range 50 {
		number := []byte(RandomNumber())
		for i := 2; i < len(number); i++ {
			for _, c := range []byte(alphabet) {
				wrong := append([]byte{}, number...)
				wrong[i] = c
				if c != number[i] && ValidNumber(string(wrong)) {
					t.Fatalf("%s for %s", wrong, number)
				}
			}
			for j := i + 1; j < len(number); j++ {
				swapped := append([]byte{}, number...)
				swapped[i], swapped[j] = number[j], number[i]
				if number[i] != number[j] && ValidNumber(string(swapped)) {
					t.Fatalf("%s for %s", swapped, number)
				}
			}
		}
	}
}

func TestWhatIsNoNumber(t *testing.T) {
	for _, s := range []string{"", "A-", "A-1234567", "B-00000000", "A-0000000U", "a-00000000", "A-000000000", "A-0000000é"} {
		if ValidNumber(s) {
			t.Errorf("%q counts as a number", s)
		}
	}
	if !ValidNumber("A-00000000") {
		t.Error("the number of zeros is a number")
	}
}
