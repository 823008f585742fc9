package book

import "strings"

// person is a name with its spelling in an e-mail address and its language.
type person struct {
	title, given, family  string
	givenMail, familyMail string
	language              string
	familyFirst           bool // written without a space, family name first
}

// person draws a name. Most are ordinary English names. One in five is from those that are difficult for software.
func (d dice) person() person {
	if d.chance(20) {
		return pick(d, hardNames)
	}
	p := person{title: strings.TrimSuffix(d.NamePrefix(), "."), given: d.FirstName(), family: d.LastName(), language: "en-GB"}
	p.givenMail, p.familyMail = mailbox(p.given), mailbox(p.family)
	return p
}

// mailbox keeps the ASCII letters of a name, which may stand in the local part of an e-mail address.
func mailbox(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

var pronouns = map[string]string{"Mr": "he/him", "Mrs": "she/her", "Ms": "she/her", "Miss": "she/her", "Dr": "they/them", "Mx": "they/them"}

var hardNames = []person{
	{title: "Ms", given: "Łucja", family: "Wójcik-Żółkiewska", givenMail: "lucja", familyMail: "wojcik", language: "pl"},
	{title: "Mr", given: "Grzegorz", family: "Brzęczyszczykiewicz", givenMail: "grzegorz", familyMail: "brzeczyszczykiewicz", language: "pl"},
	{title: "Mr", given: "Siôn", family: "ap Llŷr", givenMail: "sion", familyMail: "apllyr", language: "cy"},
	{title: "Miss", given: "Angharad", family: "Ŵyn-Prŷs", givenMail: "angharad", familyMail: "wyn-prys", language: "cy"},
	{title: "Mr", given: "محمد", family: "الحسيني", givenMail: "mohammed", familyMail: "alhusseini", language: "ar"},
	{title: "Mrs", given: "فاطمة", family: "بن عبد الله", givenMail: "fatima", familyMail: "benabdallah", language: "ar"},
	{title: "Ms", given: "秀英", family: "陳", givenMail: "sauying", familyMail: "chan", language: "zh-Hant", familyFirst: true},
	{title: "Mr", given: "小龙", family: "欧阳", givenMail: "xiaolong", familyMail: "ouyang", language: "zh-Hans", familyFirst: true},
	// The diacritics of these two names are combining characters, as some systems export them.
	{title: "Mr", given: "Va\u0306n Đu\u031b\u0301c", family: "Nguye\u0302\u0303n", givenMail: "duc", familyMail: "nguyen", language: "vi"},
	{title: "Mrs", given: "Thi\u0323 Ho\u0300ng", family: "Pha\u0323m", givenMail: "hong", familyMail: "pham", language: "vi"},
	{title: "Mr", given: "Seán", family: "Ó Súilleabháin", givenMail: "sean", familyMail: "osuilleabhain", language: "ga"},
	{title: "Mme", given: "Zoë", family: "Lefèvre-d’Aubigné", givenMail: "zoe", familyMail: "lefevre", language: "fr"},
	{title: "Señora", given: "María José", family: "Núñez Ibáñez", givenMail: "mariajose", familyMail: "nunez", language: "es"},
	{title: "Herr", given: "Jörg", family: "Weißmüller", givenMail: "joerg", familyMail: "weissmueller", language: "de"},
	{title: "Ms", given: "Þórdís", family: "Guðmundsdóttir", givenMail: "thordis", familyMail: "gudmundsdottir", language: "is"},
	{title: "Mr", given: "İlker", family: "Işıkoğlu", givenMail: "ilker", familyMail: "isikoglu", language: "tr"},
	{title: "Ms", given: "Олена", family: "Шевченко-Ґалаґан", givenMail: "olena", familyMail: "shevchenko", language: "uk"},
	{title: "Lady", given: "Henrietta Persephone Alexandra", family: "Plunkett-Ernle-Erle-Drax-Fortescue-Cholmondeley", givenMail: "henrietta", familyMail: "plunkett", language: "en-GB"},
	{title: "Mr", given: "X", family: "Æ", givenMail: "x", familyMail: "ae", language: "en-GB"},
	{title: "Mrs", given: "Mary-Anne", family: "O'Brien", givenMail: "mary-anne", familyMail: "obrien", language: "en-GB"},
	{title: "Rt Hon", given: "Hamish", family: "St John", givenMail: "hamish", familyMail: "stjohn", language: "en-GB"},
	{title: "Mx", given: "Jean-Paul", family: "van der Berg", givenMail: "jean-paul", familyMail: "vanderberg", language: "en-GB"},
	{title: "Rev", given: "Ngozi", family: "Null", givenMail: "ngozi", familyMail: "null", language: "en-GB"},
	{title: "Prof", given: "Bo", family: "Ng", givenMail: "bo", familyMail: "ng", language: "en-GB"},
	{given: "Suharto", family: "-", givenMail: "suharto", familyMail: "s", language: "id"},
}
