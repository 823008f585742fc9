package book

import (
	"bytes"
	"fmt"
	"strings"
)

// PDF returns the document: one page with its title and its owner. It is the smallest file that is a PDF by ISO
// 32000-1, 7.5.
func (d Document) PDF() []byte {
	text := fmt.Sprintf("BT /F 18 Tf 40 240 Td (%s) Tj 0 -28 Td /F 9 Tf (%s) Tj ET", literal(d.Title), literal(d.Owner))
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 298]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(text), text),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	// An entry of the table has exactly 20 bytes. The first one heads the list of free objects.
	table := fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, object := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	fmt.Fprintf(&out, "%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", table, len(objects)+1, out.Len())
	return out.Bytes()
}

// literal returns a text for the parentheses of a PDF string. The font is certain to have ASCII. Other characters are
// replaced.
func literal(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < ' ' || r > '~':
			r = '?'
		case strings.ContainsRune(`()\`, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
