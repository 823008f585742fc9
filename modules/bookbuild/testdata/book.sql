-- The book of the sample extracts: the first query of `book init`, corrected by an engineer.

-- A row of the customers is there twice.
DELETE FROM kunden WHERE _line NOT IN (SELECT min(_line) FROM kunden GROUP BY vertragskonto);
UPDATE kontakte SET vertragskonto = clean(vertragskonto);

CREATE INDEX kontakte_key ON kontakte (vertragskonto);
CREATE INDEX notizen_key ON notizen (vertragskonto);

-- Rows without an account of the book are orphans.
CREATE VIEW account_of_kunden AS SELECT _line, vertragskonto AS account FROM kunden;
CREATE VIEW account_of_kontakte AS SELECT _line, vertragskonto AS account FROM kontakte;
CREATE VIEW account_of_buchungen AS SELECT _line, vertragskonto AS account FROM buchungen;
CREATE VIEW account_of_notizen AS SELECT _line, vertragskonto AS account FROM notizen;

CREATE TABLE made AS
SELECT _line, vertragskonto, clean(belegnummer) AS id, to_date(buchungsdatum, 'DD.MM.YYYY') AS date, decimal(betrag, ',') AS amount,
  clean(verwendungszweck) AS reference,
  CASE buchungsart WHEN 'Rechnung' THEN 'CHARGE' WHEN 'Mahngebühr' THEN 'CHARGE' WHEN 'Gutschrift' THEN 'CREDIT' WHEN 'Zahlung' THEN 'PAYMENT' ELSE buchungsart END AS type
FROM buchungen;
CREATE INDEX made_key ON made (vertragskonto);

SELECT compact(json_object(
  'import_supplier', 'ACME',
  'external_account_number', k.vertragskonto,
  'language_preference', 'de',
  'customers', json_array(json_object(
    'title', title(k.anrede),
    'given_name', proper(k.vorname),
    'family_name', proper(k.nachname),
    'date_of_birth', to_date(k.geburtsdatum, 'DD.MM.YYYY'),
    'email', clean(c.e_mail),
    'mobile', phone(c.mobil, 'DE'),
    'landline', phone(c.festnetz, 'DE')
  )),
  'billing_address', json_object(
    'country', 'DE',
    'street_address', clean(k.straße || ' ' || k.haus_nr),
    'locality', clean(k.ort),
    'postal_code', postcode(k.plz, 'DE')
  ),
  'metadata', json_array(json_object('key', 'tariff', 'value', lookup('tarife', k.tarif))),
  'transfer_balance', number(k.saldo, ','),
  'last_statement_balance', number(decimal_sub(decimal(k.saldo, ','),
    (SELECT decimal_sum(CASE WHEN m.type IN ('PAYMENT', 'CREDIT') THEN m.amount ELSE decimal_neg(m.amount) END) FROM made m WHERE m.vertragskonto = k.vertragskonto))),
  'current_statement_transactions', (
    SELECT json_group_array(json_object(
      'transaction_id', m.id, 'transaction_date', m.date, 'amount', number(m.amount), 'type', m.type,
      'reason', CASE m.type WHEN 'CHARGE' THEN 'IMPORTED_CHARGE' WHEN 'CREDIT' THEN 'IMPORTED_CREDIT' END,
      'reference', m.reference) ORDER BY m.date, m._line)
    FROM made m WHERE m.vertragskonto = k.vertragskonto),
  'notes', (
    SELECT json_group_array(json_object('body', n.text, 'created_at', to_datetime(n.angelegt_am, 'DD.MM.YYYY HH:MI', 'Europe/Berlin')) ORDER BY n._line)
    FROM notizen n WHERE n.vertragskonto = k.vertragskonto)
))
FROM kunden k LEFT JOIN kontakte c ON c.vertragskonto = k.vertragskonto
ORDER BY k.vertragskonto;
