package packed_test

import (
	"fmt"
	"strings"
	"testing"

	"dataimport/e2e/book"
	"dataimport/modules/kit/store/packed"
)

// bytesOf is a column's value as the driver gives it back.
func bytesOf(value any) []byte {
	if text, ok := value.(string); ok {
		return []byte(text)
	}
	return value.([]byte)
}

func TestATextIsTheSameWhenItIsRead(t *testing.T) {
	texts := []string{
		"", "{}", strings.Repeat("x", 63), strings.Repeat("x", 64), strings.Repeat("Zoë O’Neill ", 1000), "\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd and what follows",
		"\xff", "\xff\x03", "\xff\xff and what follows", strings.Repeat("é", 511), strings.Repeat("é", 512), `[{"amount":"5.75","tax_type":"VAT","value_taxed":"115.03","rate":"0.05","unit_type":"PROPORTION"}]`,
		`{"a":"` + strings.Repeat("\x00\xff", 300) + `"}`, strings.Repeat("0123456789abcdef", 1<<20),
	}
	for line := range book.Lines(book.Options{Supplier: "ACME", Accounts: 20, Data: true, Seed: 5}) {
		texts = append(texts, string(line.JSON), "\n "+string(line.JSON)+"\t")
	}
	for _, text := range texts {
		value := bytesOf(packed.Pack(text))
		if len(value) > len(text)+32 {
			t.Errorf("%d bytes became %d", len(text), len(value))
		}
		got, err := packed.Unpack(value)
		if err != nil || string(got) != text {
			t.Errorf("%.40q became %.40q, %v", text, got, err)
		}
		if n, err := packed.Size(value); err != nil || n != len(text) {
			t.Errorf("%.40q has the size %d, want %d, %v", text, n, len(text), err)
		}
	}
}

// Texts that a former version has stored are as they were.
func TestATextThatIsNotPacked(t *testing.T) {
	const text = `{"external_account_number":"1001","customers":[{"family_name":"Núñez"}],"billing_name":"Núñez"}`
	got, err := packed.Unpack([]byte(text))
	if err != nil || string(got) != text {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAccountsTakeLittle(t *testing.T) {
	sent, stored := 0, 0
	for line := range book.Lines(book.Options{Supplier: "OTHER", Accounts: 50, Seed: 77_777}) {
		sent += len(line.JSON)
		stored += len(bytesOf(packed.Pack(string(line.JSON))))
	}
	if stored*4 > sent {
		t.Errorf("%d bytes of accounts take %d", sent, stored)
	}
}

func TestADamagedText(t *testing.T) {
	value := bytesOf(packed.Pack(strings.Repeat(`{"family_name":"Núñez"}`, 60)))
	short := bytesOf(packed.Pack(strings.Repeat("x", 100)))
	if len(short) > 20 || short[0] != '\xff' {
		t.Errorf("a short text is packed as %q", short)
	}
	for _, damaged := range [][]byte{short[:1], short[:2], short[:len(short)-1], append([]byte("\xff\xfe"), short[2:]...), value[:4], value[:len(value)-3], append([]byte("\x28\xb5\x2f\xfd"), "no frame"...)} {
		if text, err := packed.Unpack(damaged); err == nil {
			t.Errorf("%q is read as %q", damaged, text)
		}
	}
}

// A dictionary never changes: texts that were packed with it could not be read any more.
func TestDictionaries(t *testing.T) {
	for i, d := range packed.Dictionaries() {
		if d.ID != uint32(i+1) {
			t.Errorf("dictionary %d has the id %d", i+1, d.ID)
		}
	}
}

func BenchmarkPack(b *testing.B) {
	var text string
	for line := range book.Lines(book.Options{Supplier: "ACME", Accounts: 1, Seed: 5}) {
		text = string(line.JSON)
	}
	b.Run(fmt.Sprint("pack ", len(text)), func(b *testing.B) {
		for b.Loop() {
			packed.Pack(text)
		}
	})
	value := bytesOf(packed.Pack(text))
	b.Run(fmt.Sprint("unpack ", len(value)), func(b *testing.B) {
		for b.Loop() {
			if _, err := packed.Unpack(value); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The items of a transaction are short.
func BenchmarkPackItems(b *testing.B) {
	const text = `[{"start_date":"2024-03-01","end_date":"2024-03-31","number_of_units":"412.7","net_amount":"99.05","price_per_unit":"0.24","rate_band":"STANDARD"},{"start_date":"2024-03-01","end_date":"2024-03-31","number_of_units":"31","net_amount":"14.10","price_per_unit":"0.4548","rate_band":"STANDING_CHARGE"}]`
	for b.Loop() {
		packed.Pack(text)
	}
}
