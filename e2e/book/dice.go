package book

import (
	"time"

	"github.com/brianvoe/gofakeit/v7"
)

const tokens = "0123456789abcdefghijklmnopqrstuvwxyz"

// dice draws the details of one account: its numbers, and its ordinary English words.
type dice struct{ *gofakeit.Faker }

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

// word draws n characters of an alphabet.
func (d dice) word(alphabet string, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = alphabet[d.IntN(len(alphabet))]
	}
	return string(text)
}

// maybe returns text in a percentage of cases, and otherwise the empty text.
func (d dice) maybe(percent int, text string) string {
	if d.chance(percent) {
		return text
	}
	return ""
}

// moment draws a time of a working day, in UTC.
func (d dice) moment(day time.Time) time.Time {
	return day.Add(time.Duration(d.Number(8*3600, 18*3600)) * time.Second)
}

func pick[T any](d dice, from []T) T { return from[d.IntN(len(from))] }

func isoDate(day time.Time) string { return day.Format(time.DateOnly) }

func isoTime(at time.Time) string { return at.Format(time.RFC3339) }
