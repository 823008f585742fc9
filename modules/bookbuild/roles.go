package bookbuild

import "strings"

// role is what a column means, as far as its name and its values say.
type role string

const (
	roleNone        role = ""
	roleAccount     role = "account"
	roleTitle       role = "title"
	roleGiven       role = "given name"
	roleFamily      role = "family name"
	roleName        role = "whole name"
	roleCompany     role = "company"
	roleEmail       role = "e-mail"
	roleMobile      role = "mobile"
	roleLandline    role = "landline"
	roleBirth       role = "date of birth"
	roleStreet      role = "street"
	roleHouse       role = "house number"
	roleLocality    role = "town"
	rolePostcode    role = "postcode"
	roleRegion      role = "region"
	roleCountry     role = "country"
	roleBalance     role = "balance"
	roleTransaction role = "transaction number"
	roleDate        role = "date"
	roleAmount      role = "amount"
	roleType        role = "type"
	roleReference   role = "reference"
	roleText        role = "text"
	roleCreated     role = "moment"
)

// roleNames are usual names of columns, in English, German, French and Spanish, without
// their underscores.
var roleNames = map[role]string{
	roleAccount: `accountnumber accountno accountnr accountnum accountid accountref account acct acctno acctnumber acctid customernumber customerno
		customernr customerid customerref customer custno custid kundennummer kundennr kundenr kdnr kunde kundeid vertragskonto vertragskontonummer
		vertragskontonr vkont vertragsnummer vertragsnr kontonummer kontonr konto contractaccount clientid clientno clientnumber
		numerocompte numeroclient ncompte numerocliente cuenta externalaccountnumber`,
	roleTitle:       `title titel anrede nametitle civilite tratamiento`,
	roleGiven:       `givenname firstname forename fname vorname rufname prenom nombre`,
	roleFamily:      `familyname lastname surname lname nachname familienname nom apellido apellidos name2`,
	roleName:        `name fullname customername kundenname contactname accountname name1 accountholder kontoinhaber`,
	roleCompany:     `company companyname businessname business firma firmenname firmierung organisation organization societe empresa`,
	roleEmail:       `email emailaddress mail mailadresse emailadresse courriel correo`,
	roleMobile:      `mobile mobilephone mobileno mobilenumber mobil mobilnummer mobilnr mobiltelefon handy handynummer handynr cell cellphone portable movil`,
	roleLandline:    `landline landlinenumber phone phoneno phonenumber telephone telephoneno telephonenumber tel telno telefon telefonnummer telefonnr festnetz homephone fixe telefono`,
	roleBirth:       `dateofbirth dob birthdate birthday geburtsdatum gebdatum gebdat geburtstag geboren datenaissance fechanacimiento`,
	roleStreet:      `street streetaddress streetname address address1 addressline1 addr1 strasse straße str anschrift adresse rue calle direccion`,
	roleHouse:       `housenumber houseno housenr hausnummer hausnr hsnr hnr numero`,
	roleLocality:    `city town locality posttown ort stadt wohnort ville ciudad`,
	rolePostcode:    `postcode postalcode zip zipcode plz postleitzahl codepostal codigopostal`,
	roleRegion:      `county state province region bundesland kanton departement`,
	roleCountry:     `country countrycode land landcode laenderkennzeichen lkz pays pais`,
	roleBalance:     `balance accountbalance currentbalance openingbalance transferbalance saldo kontostand kontosaldo aktuellersaldo solde`,
	roleTransaction: `transactionid transid transno transnumber transref transactionno transactionnumber transactionref txid txnid trxid belegnummer belegnr belnr beleg buchungsnummer buchungsnr buchungsid postingid documentno documentnumber docno`,
	roleDate:        `transactiondate date bookingdate postingdate posted postedon datum buchungsdatum belegdatum valuta wertstellung buchungstag txdate trxdate fecha`,
	roleAmount:      `amount amt betrag value summe umsatz gross grossamount montant importe`,
	roleType:        `type transactiontype transtype txtype trxtype art buchungsart vorgang vorgangsart typ kind belegart tipo`,
	roleReference:   `reference ref narrative paymentreference verwendungszweck zahlungsreferenz`,
	roleText:        `text note notes notetext comment comments body bemerkung bemerkungen notiz notizen notiztext kommentar description buchungstext beschreibung remark remarks`,
	roleCreated:     `createdat created createdon creationdate erstellt erstelltam angelegt angelegtam zeitstempel timestamp enteredat notedate`,
}

// roleOf is the role of each name.
var roleOf = func() map[string]role {
	roles := make(map[string]role)
	for r, names := range roleNames {
		for _, name := range strings.Fields(names) {
			roles[name] = r
		}
	}
	return roles
}()

var plainLetters = strings.NewReplacer("_", "", "ä", "ae", "ö", "oe", "ü", "ue", "é", "e", "è", "e", "ê", "e", "ó", "o", "í", "i", "ú", "u", "ñ", "n", "ç", "c")

// findRole is the role that the name of a column says.
func findRole(column string) role {
	bare := strings.ReplaceAll(column, "_", "")
	if r, ok := roleOf[bare]; ok {
		return r
	}
	return roleOf[plainLetters.Replace(column)]
}

// transactionTypes are the words of extracts for the types of transactions.
var transactionTypes = map[string]string{
	"CHARGE":    `charge charges rechnung re invoice inv bill belastung gebuehr gebühr fee facture debit abschlag`,
	"PAYMENT":   `payment payments pay pmt zahlung zahlungseingang einzahlung lastschrift ueberweisung überweisung receipt paiement`,
	"CREDIT":    `credit gutschrift gs avoir creditnote goodwill bonus`,
	"REPAYMENT": `repayment refund auszahlung erstattung rueckzahlung rückzahlung remboursement`,
}

// findTransactionType is the type that a word of an extract means; empty where that is not
// plain.
func findTransactionType(word string) string {
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.", r) {
			return -1
		}
		return r
	}, strings.ToLower(word))
	for name, words := range transactionTypes {
		for _, known := range strings.Fields(words) {
			if bare == known {
				return name
			}
		}
	}
	return ""
}
