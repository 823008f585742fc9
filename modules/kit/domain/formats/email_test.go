package formats

import (
	"strings"
	"testing"
)

func TestIsEmail(t *testing.T) {
	longest := strings.Repeat("l", 64) + "@" + strings.Repeat("d", 63) + "." + strings.Repeat("e", 63) + "." + strings.Repeat("f", 57) + ".org"
	for _, s := range []string{
		"a@b.cc", "sian.o'neill+energy@example.com", "!#$%&'*+-/=?^_`{|}~@example.org", `"a b@\"c"@example.com`,
		"jo@sub-domain.example.co.uk", "jo@1and1.com", "jo@example.travel", "jo@xn--bcher-kva.example", "jo@bücher.example",
		"用户@例子.广告", "संपर्क@डाटामेल.भारत", "jose\u0301@example.com", "😊@example.com", longest,
	} {
		if !IsEmail(s) {
			t.Errorf("%q is not accepted", s)
		}
	}
	for _, s := range []string{
		"", "@", "abc", "abc@", "@example.com", "a@b", "a@b.c", "a@b.123", "a@.com", "a@b..com", "a@b.com.", "a@-b.com", "a@b-.com",
		".a@b.com", "a.@b.com", "a..b@b.com", "a b@b.com", "a@b c.com", "a@b@c.com", "a,b@c.com", "a@b_c.com", "a@[127.0.0.1]",
		"Jo <jo@example.com>", "mailto:jo@example.com", `"@b.com`, `""@b.com`, `"a"b"@c.com`, `"a\"@c.com`, "\"a\nb\"@c.com",
		"jo\u200b@example.com", "jo\u00a0@example.com", "jo@exam\u00adple.com", "jo@exa mple.com", "jo@例！.com",
		strings.Repeat("l", 65) + "@example.com", "a@" + strings.Repeat("d", 64) + ".com", longest[1:] + "x" + "y",
	} {
		if IsEmail(s) {
			t.Errorf("%q is accepted", s)
		}
	}
}

func BenchmarkIsEmail(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		IsEmail("sian.oneill+energy@mail.example.com")
	}
}
