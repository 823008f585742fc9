package bookbuild

import "strings"

// statement is a statement of a query file.
type statement struct {
	line int // at which it begins
	text string
}

// splitStatements splits a query file at its semicolons. Those in texts, names and comments
// separate nothing.
func splitStatements(file string) (list []statement) {
	begin, blank := 0, true
	for i := 0; i < len(file); i++ {
		switch c := file[i]; {
		case strings.HasPrefix(file[i:], "--"):
			i = endOf(file, i, "\n")
		case strings.HasPrefix(file[i:], "/*"):
			i = endOf(file, i+2, "*/")
		case c == ';':
			if !blank {
				list = append(list, newStatement(file, begin, i))
			}
			begin, blank = i+1, true
		case c == '\'' || c == '"' || c == '`':
			i, blank = endOf(file, i+1, string(c)), false
		case c == '[':
			i, blank = endOf(file, i+1, "]"), false
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			blank = false
		}
	}
	if !blank {
		list = append(list, newStatement(file, begin, len(file)))
	}
	return list
}

// endOf is the place of the last character of the next end.
func endOf(file string, from int, end string) int {
	if at := strings.Index(file[min(from, len(file)):], end); at >= 0 {
		return from + at + len(end) - 1
	}
	return len(file)
}

func newStatement(file string, begin, end int) statement {
	text := file[begin:end]
	for {
		trimmed := strings.TrimLeft(text, " \t\r\n")
		if strings.HasPrefix(trimmed, "--") {
			trimmed = trimmed[min(len(trimmed), endOf(trimmed, 0, "\n")+1):]
		} else if strings.HasPrefix(trimmed, "/*") {
			trimmed = trimmed[min(len(trimmed), endOf(trimmed, 2, "*/")+1):]
		}
		if trimmed == text {
			break
		}
		text = trimmed
	}
	return statement{1 + strings.Count(file[:end-len(text)], "\n"), strings.TrimRight(text, " \t\r\n")}
}
