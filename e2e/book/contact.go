package book

import "fmt"

// mobile draws a number from 07700 0 and 07700 1. libphonenumber refuses 07700 900, the range that Ofcom reserves for
// drama. https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
func (d dice) mobile() string {
	block, line := d.Number(0, 199), d.Number(0, 999)
	switch roll := d.Number(1, 100); {
	case roll <= 45:
		return fmt.Sprintf("07700 %03d%03d", block, line)
	case roll <= 65:
		return fmt.Sprintf("07700%03d%03d", block, line)
	case roll <= 80:
		return fmt.Sprintf("+44 7700 %03d%03d", block, line)
	case roll <= 95:
		return fmt.Sprintf("+447700%03d%03d", block, line)
	case roll <= 98:
		return fmt.Sprintf("0044 7700 %03d %03d", block, line)
	default:
		return pick(d, foreignNumbers) + d.DigitN(2)
	}
}

// landline draws a number from Ofcom's ranges for drama.
func (d dice) landline() string {
	exchange, line := pick(d, dramaExchanges), fmt.Sprintf("%03d", d.Number(0, 999))
	switch roll := d.Number(1, 100); {
	case roll <= 60:
		return "0" + exchange.code + " " + exchange.block + " " + exchange.prefix + line
	case roll <= 75:
		return "0" + exchange.code + exchange.block + exchange.prefix + line
	case roll <= 85:
		return "(0" + exchange.code + ") " + exchange.block + "-" + exchange.prefix + line
	case roll <= 95:
		return "+44 " + exchange.code + " " + exchange.block + " " + exchange.prefix + line
	default:
		return "+44 (0)" + exchange.code + " " + exchange.block + " " + exchange.prefix + line
	}
}

// email draws an address in the domains that RFC 2606 reserves for examples.
func (d dice) email(p person) string {
	domain := pick(d, exampleDomains)
	switch roll := d.Number(1, 100); {
	case roll <= 50:
		return fmt.Sprintf("%s.%s%d@%s", p.givenMail, p.familyMail, d.Number(1, 99), domain)
	case roll <= 75:
		return fmt.Sprintf("%s%s%d@%s", p.givenMail[:1], p.familyMail, d.Number(1, 9999), domain)
	case roll <= 90:
		return fmt.Sprintf("%s_%s@%s", p.familyMail, d.DigitN(4), domain)
	default:
		return fmt.Sprintf("%s.%s+energy@%s", p.givenMail, p.familyMail, domain)
	}
}

type exchange struct{ code, block, prefix string }

var dramaExchanges = []exchange{
	{"20", "7946", "0"}, {"113", "496", "0"}, {"114", "496", "0"}, {"116", "496", "0"}, {"117", "496", "0"},
	{"118", "496", "0"}, {"121", "496", "0"}, {"131", "496", "0"}, {"141", "496", "0"}, {"151", "496", "0"},
	{"161", "496", "0"}, {"191", "498", "0"}, {"29", "2018", "0"}, {"28", "9649", "6"},
}

// foreignNumbers lack their last two digits.
var foreignNumbers = []string{"+353 85 012 34", "+33 6 12 34 56 ", "+48 512 345 6", "+1 202-555-01"}

var exampleDomains = []string{
	"example.com", "example.com", "example.org", "example.net", "mail.example.com", "post.example.org",
	"broadband.example.net",
}
