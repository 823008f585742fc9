package docs

import (
	"strings"
	"unicode"

	"dataimport/views"
)

// compareLines returns the lines of two texts. Each says whether the other text lacks it, by the
// longest common sequence of lines.
func compareLines(a, b string) (left, right []views.ExampleLine) {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	common := make([][]int, len(before)+1) // the lines in common of what follows two places
	for i := range common {
		common[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if before[i] == after[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case i < len(before) && j < len(after) && before[i] == after[j]:
			left, right = append(left, views.ExampleLine{Text: before[i]}), append(right, views.ExampleLine{Text: after[j]})
			i, j = i+1, j+1
		case j == len(after) || i < len(before) && common[i+1][j] >= common[i][j+1]:
			left = append(left, views.ExampleLine{Text: before[i], Differs: true})
			i++
		default:
			right = append(right, views.ExampleLine{Text: after[j], Differs: true})
			j++
		}
	}
	markParts(left, right)
	return left, right
}

// markParts finds the part that differs within lines, where as many lines differ on both sides. The
// part is whole words.
func markParts(left, right []views.ExampleLine) {
	a, b := differing(left), differing(right)
	if len(a) != len(b) {
		return
	}
	for i := range a {
		x, y := []rune(a[i].Text), []rune(b[i].Text)
		from := 0
		for from < len(x) && from < len(y) && x[from] == y[from] {
			from++
		}
		for from > 0 && isOfWord(x[from-1]) {
			from--
		}
		end := 0
		for end < len(x)-from && end < len(y)-from && x[len(x)-1-end] == y[len(y)-1-end] {
			end++
		}
		for end > 0 && isOfWord(x[len(x)-end]) {
			end--
		}
		a[i].From, a[i].To = len(string(x[:from])), len(string(x[:len(x)-end]))
		b[i].From, b[i].To = len(string(y[:from])), len(string(y[:len(y)-end]))
	}
}

func isOfWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func differing(lines []views.ExampleLine) (list []*views.ExampleLine) {
	for i := range lines {
		if lines[i].Differs {
			list = append(list, &lines[i])
		}
	}
	return list
}
