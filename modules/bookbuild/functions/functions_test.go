package functions

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
)

var today = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T) *sql.DB {
	t.Helper()
	var tables Tables
	db, err := database.OpenSharedScratch(2, List(&tables, today)...)
	if err != nil {
		t.Fatal(err)
	}
	tables.DB = db
	t.Cleanup(func() { _ = tables.DB.Close() })
	return tables.DB
}

// fails stands for a value that a function does not understand: it is marked.
const fails = "does not understand"

func TestFunctions(t *testing.T) {
	db := open(t)
	for expression, want := range map[string]string{
		`clean('  Zoë` + "\u00a0\u200b" + ` O’Neill ' || char(9))`: "Zoë O’Neill",
		`clean('   ')`:                        "NULL",
		`clean(NULL)`:                         "NULL",
		`clean(' n/a', 'N/A','-')`:            "NULL",
		`clean('Null', 'N/A')`:                "Null",
		`clean(12)`:                           "12",
		`proper('MÜLLER-LÜDENSCHEIDT')`:       "Müller-Lüdenscheidt",
		`proper('o''neill')`:                  "O'Neill",
		`proper('JAN VAN DER BERG')`:          "Jan van der Berg",
		`proper('MCDONALD')`:                  "McDonald",
		`proper('d’Arcy')`:                    "d’Arcy",
		`proper('')`:                          "NULL",
		`title('HERR')`:                       "Herr",
		`title('mrs.')`:                       "Mrs",
		`title('Frau dr.')`:                   "Frau Dr.",
		`title('DR')`:                         "Dr",
		`title('Ministerialrat')`:             "Ministerialrat",
		`name_title('Mr John A. Smith')`:      "Mr",
		`name_given('Mr John A. Smith')`:      "John A.",
		`name_family('Mr John A. Smith')`:     "Smith",
		`name_family('Dr. Jan van der Berg')`: "van der Berg",
		`name_given('van der Berg, Jan')`:     "Jan",
		`name_family('van der Berg, Jan')`:    "van der Berg",
		`name_family('John Smith, Jr.')`:      "Smith Jr.",
		`name_family('von Ahn')`:              "von Ahn",
		`name_given('Madonna')`:               "NULL",
		`name_family('Madonna')`:              "Madonna",
		`name_family('Herr')`:                 "Herr",

		`decimal('1.234,56', ',')`:                   "1234.56",
		`decimal('1.234.567,8', ',')`:                "1234567.8",
		`decimal('1 234,50 €', ',')`:                 "1234.50",
		`decimal('1.045,10-', ',')`:                  "-1045.10",
		`decimal('(12.50)')`:                         "-12.50",
		`decimal('−3')`:                              "-3",
		`decimal('+3,5', ',')`:                       "3.5",
		`decimal('£1,234.50')`:                       "1234.50",
		`decimal('-£5')`:                             "-5",
		`decimal('CHF 1''234.05')`:                   "1234.05",
		`decimal(',5', ',')`:                         "0.5",
		`decimal('007.10')`:                          "7.10",
		`decimal('-0,00', ',')`:                      "0.00",
		`decimal('0.1234567890123456789')`:           "0.1234567890123456789",
		`decimal('12345678901234567890.12')`:         "12345678901234567890.12",
		`decimal('')`:                                "NULL",
		`decimal(NULL, ',')`:                         "NULL",
		`decimal('1.23', ',')`:                       fails, // groups of thousands have three digits
		`decimal('1,2345')`:                          fails,
		`decimal('1.234,56')`:                        fails,
		`decimal('12 EUR 3')`:                        fails,
		`decimal('--1')`:                             fails,
		`decimal('abc')`:                             fails,
		`decimal('1e5')`:                             fails,
		`json_object('a', number('1.234,560', ','))`: `{"a":1234.560}`,
		`json_object('a', number('12345678901234567890.123456789'))`: `{"a":12345678901234567890.123456789}`,
		`json_object('a', number('7'))`:                              `{"a":7}`,
		`json_object('a', number(''))`:                               `{"a":null}`,
		`decimal_add('0.1', '0.2', '-0.05')`:                         "0.25",
		`decimal_sub('1.00', '1.00')`:                                "0.00",
		`decimal_sub(NULL, '1')`:                                     "NULL",
		`decimal_mul('1250', '0.01')`:                                "12.50",
		`decimal_neg('12.50')`:                                       "-12.50",
		`decimal_abs('-12.50')`:                                      "12.50",
		`decimal_cmp('2.0', '10')`:                                   "-1",
		`decimal_cmp('x', '10')`:                                     "NULL",
		`decimal_add('1', decimal('x'))`:                             fails,
		`(SELECT decimal_sum(column1) FROM (VALUES ('0.10'), (NULL), ('0.20'), ('-99999999999999999999')))`: "-99999999999999999998.70",
		`(SELECT decimal_sum(1) WHERE 0)`:                             "0",
		`(SELECT decimal_sum(column1) FROM (VALUES ('1'), ('zwei')))`: fails,

		`to_date('31.01.2024', 'DD.MM.YYYY')`:                                        "2024-01-31",
		`to_date(' 1.2.2024', 'DD.MM.YYYY')`:                                         "2024-02-01",
		`to_date('20240229', 'YYYYMMDD')`:                                            "2024-02-29",
		`to_date('05-Mär-2024', 'DD-MON-YYYY')`:                                      "2024-03-05",
		`to_date('5 September 2024', 'DD MON YYYY')`:                                 "2024-09-05",
		`to_date('12.05.45', 'DD.MM.YY')`:                                            "1945-05-12",
		`to_date('12.05.35', 'DD.MM.YY')`:                                            "2035-05-12",
		`to_date('01/31/2024', 'DD/MM/YYYY', 'MM/DD/YYYY')`:                          "2024-01-31",
		`to_date('2024-01-31 00:00:00.000', 'YYYY-MM-DD*')`:                          "2024-01-31",
		`to_date('00.00.0000', 'DD.MM.YYYY')`:                                        "NULL",
		`to_date(NULL, 'DD.MM.YYYY')`:                                                "NULL",
		`to_date('31.04.2024', 'DD.MM.YYYY')`:                                        fails,
		`to_date('29.02.2023', 'DD.MM.YYYY')`:                                        fails,
		`to_date('2024-01-31', 'DD.MM.YYYY')`:                                        fails,
		`to_date('2024131', 'YYYYMMDD')`:                                             fails,
		`to_date('31.01.24', 'DD.MM.YYYY')`:                                          fails,
		`to_datetime('02.01.2024 09:30', 'DD.MM.YYYY HH:MI', 'Europe/Berlin')`:       "2024-01-02T08:30:00Z",
		`to_datetime('02.07.2024 00:30:01', 'DD.MM.YYYY HH:MI:SS', 'Europe/Berlin')`: "2024-07-01T22:30:01Z",
		`to_datetime('02.07.2024', 'DD.MM.YYYY', 'UTC')`:                             "2024-07-02T00:00:00Z",
		`to_datetime('02.07.2024 24:30', 'DD.MM.YYYY HH:MI', 'UTC')`:                 fails,

		`json_object('a', boolean('Ja'), 'b', boolean('N'), 'c', boolean(''))`: `{"a":true,"b":false,"c":null}`,
		`boolean('vielleicht')`:              fails,
		`phone('0171/1234567', 'DE')`:        "+49 171 1234567",
		`phone('Tel.: 020 7946 0958', 'gb')`: "+44 20 7946 0958",
		`phone('2079460958', 'GB')`:          "+44 20 7946 0958",
		`phone(' ', 'GB')`:                   "NULL",
		`phone('4.42079E+11', 'GB')`:         fails,
		`postcode('ls14dy', 'GB')`:           "LS1 4DY",
		`postcode('1067', 'DE')`:             "01067",
		`postcode('1067', 'AT')`:             "1067",
		`postcode('LS1 4D', 'GB')`:           fails,
		`compact('{"a":null,"b":"","c":[],"d":{"e":[null,{}]},"f":[{"g":1.50},null,""],"h":false,"i":0}')`: `{"f":[{"g":1.50}],"h":false,"i":0}`,
		`compact(json_object('a', ' ', 'b', json_array()))`:                                                "NULL",
		`compact(NULL)`: "NULL",
	} {
		var got sql.NullString
		if err := db.QueryRow(`SELECT ` + expression).Scan(&got); err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if !got.Valid {
			got.String = "NULL"
		}
		if isMarked(got.String) {
			got.String = fails
		}
		if got.String != want {
			t.Errorf("%s: %q, want %q", expression, got.String, want)
		}
	}
}

// What is wrong in the query, and not in the data, is an error that says how it is right.
func TestMistakesInTheQuery(t *testing.T) {
	db := open(t)
	if _, err := db.Exec(`CREATE TABLE codes (_line INTEGER PRIMARY KEY, code TEXT, name TEXT); INSERT INTO codes VALUES (2, 'A', 'x'), (3, 'A', 'y')`); err != nil {
		t.Fatal(err)
	}
	for expression, want := range map[string]string{
		`decimal('1', ';')`:           "decimal(text, ',')",
		`number()`:                    "number(text)",
		`decimal_add()`:               "decimal_add(number",
		`to_date('1.1.2024')`:         "to_date(text, 'DD.MM.YYYY'",
		`to_datetime('1', 'DD')`:      "to_datetime(text",
		`to_datetime('1', 'DD', 'X')`: `there is no time zone "X"`,
		`phone('1', 'UK')`:            `"UK" is no country`,
		`lookup('codes')`:             "lookup('table', code",
		`lookup('none', 'A')`:         "no table of this name",
		`lookup('codes', 'A')`:        "twice",
		`compact('{')`:                "compact needs JSON",
		`compact(1)`:                  "compact(json_object",
	} {
		var got any
		err := db.QueryRow(`SELECT ` + expression).Scan(&got)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", expression, got, err)
		}
	}
}

func TestLookup(t *testing.T) {
	db := open(t)
	if _, err := db.Exec(`CREATE TABLE codes (_line INTEGER PRIMARY KEY, code TEXT, name TEXT, other TEXT);
		INSERT INTO codes VALUES (2, 'A', 'Basis', '1'), (3, ' B ', 'Öko', '2'), (4, 'C', NULL, '3')`); err != nil {
		t.Fatal(err)
	}
	var found, named, back, empty, none string
	err := db.QueryRow(`SELECT lookup('codes', ' B'), lookup('codes', 'A', 'other'), lookup('codes', '2', 'code', 'other'),
		COALESCE(lookup('codes', NULL), 'NULL') || COALESCE(lookup('codes', 'C'), 'NULL'), json_object('tariff', json_array(lookup('codes', 'X9')))`).Scan(&found, &named, &back, &empty, &none)
	if err != nil {
		t.Fatal(err)
	}
	if found != "Öko" || named != "1" || back != "B" || empty != "NULLNULL" {
		t.Error(found, named, back, empty)
	}
	line, faults, err := TakeMarked([]byte(none))
	if err != nil || string(line) != `{"tariff":["X9"]}` || len(faults) != 1 {
		t.Fatalf("%s %v %v", line, faults, err)
	}
	if f := faults[0]; f.Code != CodeNotInTable || f.Attr != "tariff.0" || !strings.Contains(f.Detail, "codes has no code “X9”") {
		t.Errorf("%+v", f)
	}
}

// A marked value is found in any line, and only the value is left of it.
func TestTakeMarked(t *testing.T) {
	db := open(t)
	var line string
	if err := db.QueryRow(`SELECT json_object('a~b', json_object('balance', number('zwölf', ','), 'note', 'vor ' || decimal('x"y') || ' nach'), 'n', number('1.50'))`).Scan(&line); err != nil {
		t.Fatal(err)
	}
	got, faults, err := TakeMarked([]byte(line))
	if err != nil || string(got) != `{"a~b":{"balance":"zwölf","note":"vor x\"y nach"},"n":1.50}` {
		t.Fatalf("%s %v", got, err)
	}
	if len(faults) != 2 || faults[0].Attr != "a~b.balance" || faults[1].Attr != "a~b.note" || faults[0].Code != CodeNotUnderstood {
		t.Errorf("%+v", faults)
	}
}
