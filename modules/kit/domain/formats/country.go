package formats

// countries are the codes that ISO 3166-1 assigns.
const countries = "" +
	"AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
	"CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
	"GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
	"KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ " +
	"NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
	"SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
	"UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"

// isCountry says for each pair of letters whether it is one of the codes.
var isCountry = func() (known [26][26]bool) {
	for i := 0; i < len(countries); i += 3 {
		known[countries[i]-'A'][countries[i+1]-'A'] = true
	}
	return known
}()

// Country returns an ISO 3166-1 alpha-2 code in upper case. ok is false where s is no
// such code in either case. Codes that the standard only reserves, such as UK and EU, or
// leaves to its users, such as XK, are not accepted.
func Country(s string) (code string, ok bool) {
	if len(s) != 2 {
		return s, false
	}
	first, second := upper(s[0]), upper(s[1])
	if first < 'A' || first > 'Z' || second < 'A' || second > 'Z' || !isCountry[first-'A'][second-'A'] {
		return s, false
	}
	if s[0] == first && s[1] == second {
		return s, true
	}
	return string([]byte{first, second}), true
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
