package book

type place struct {
	town, county string
	outward      []string
}

var places = []place{
	{"London", "Greater London", []string{"SW1A", "EC1A", "W1A", "WC2N", "N1", "E17", "SE15", "NW10", "E1W", "N1C"}},
	{"Manchester", "Greater Manchester", []string{"M1", "M14", "M60"}},
	{"Croydon", "Surrey", []string{"CR2", "CR0"}},
	{"Bristol", "", []string{"BS1", "BS16"}},
	{"Cardiff", "South Glamorgan", []string{"CF10", "CF5"}},
	{"Llanfairpwllgwyngyll", "Ynys Môn", []string{"LL61"}},
	{"Betws-y-Coed", "Conwy", []string{"LL24"}},
	{"Glasgow", "", []string{"G1", "G42"}},
	{"Kirkwall", "Orkney", []string{"KW15"}},
	{"Belfast", "County Antrim", []string{"BT1", "BT15"}},
	{"Londonderry", "County Londonderry", []string{"BT47", "BT48"}},
	{"Westward Ho!", "Devon", []string{"EX39"}},
	{"Stoke-on-Trent", "Staffordshire", []string{"ST1", "ST4"}},
	{"Bishop's Stortford", "Hertfordshire", []string{"CM23"}},
	{"Weston-super-Mare", "Somerset", []string{"BS22", "BS23"}},
	{"King's Lynn", "Norfolk", []string{"PE30"}},
	{"Milton Keynes", "Buckinghamshire", []string{"MK1", "MK14"}},
	{"Ashby-de-la-Zouch", "Leicestershire", []string{"LE65"}},
}

// hardStreets are streets with apostrophes, accents, hyphens, other languages or great length, which ordinary English
// ones lack.
var hardStreets = []string{
	"King’s Road", "Queen's Crescent", "St. John's Wood Road", "Tŷ Gwyn Terrace", "Ffordd Pen-y-Bryn",
	"Whip-Ma-Whop-Ma-Gate", "Upper Bishop's Hall Farm Close",
}

var abroad = []address{
	{Country: "IE", StreetAddress: "14 Upper Leeson Street", Locality: "Dublin", PostalCode: "D04 X285"},
	{Country: "FR", StreetAddress: "3 bis, rue de l’Échiquier", Locality: "Paris", PostalCode: "75010"},
	{Country: "ES", StreetAddress: "Calle Núñez de Balboa 7, 2º izq.", Locality: "Madrid", PostalCode: "28001"},
	{Country: "DE", StreetAddress: "Weißenburger Straße 12", Locality: "München", PostalCode: "81667"},
}
