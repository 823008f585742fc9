-- The book of the demo's extracts: a JSON object for each customer. `book init` has written the
-- first version of such a query, which is beside it; an engineer has corrected it.

CREATE INDEX buchungen_key ON buchungen (kundennr);
CREATE INDEX notizen_key ON notizen (kundennr);

-- Rows without an account of the book are orphans.
CREATE VIEW account_of_kunden AS SELECT _line, kundennr AS account FROM kunden;
CREATE VIEW account_of_buchungen AS SELECT _line, kundennr AS account FROM buchungen;
CREATE VIEW account_of_notizen AS SELECT _line, kundennr AS account FROM notizen;

SELECT compact(json_object(
  'account', json_object(
    'import_supplier', 'ALTSTADT',
    'external_account_number', k.kundennr,
    'language_preference', 'de',
    'customers', json_array(json_object(
      'title', title(k.anrede), 'given_name', proper(k.vorname), 'family_name', proper(k.name),
      'email', clean(k.e_mail), 'landline', phone(k.telefon, 'DE'))),
    'billing_address', json_object(
      'country', 'DE', 'street_address', clean(k.strasse), 'locality', clean(k.ort), 'postal_code', postcode(k.plz, 'DE')),
    'last_statement_closing_date', to_date(k.abgerechnet_bis, 'DD.MM.YYYY'),
    'transfer_balance', number(k.saldo, ',')),
  'transactions', (
    SELECT json_group_array(json_object(
      'transaction_id', b.beleg, 'transaction_date', to_date(b.datum, 'DD.MM.YYYY'), 'amount', number(b.betrag, ','),
      'type', CASE b.art WHEN 'Rechnung' THEN 'CHARGE' ELSE 'PAYMENT' END,
      'reason', CASE b.art WHEN 'Rechnung' THEN 'IMPORTED_CHARGE' END,
      'reference', clean(b.zweck)) ORDER BY b._line)
    FROM buchungen b WHERE b.kundennr = k.kundennr),
  'notes', (
    SELECT json_group_array(json_object('body', n.text, 'created_at', to_datetime(n.vom, 'DD.MM.YYYY HH:MI', 'Europe/Berlin')) ORDER BY n._line)
    FROM notizen n WHERE n.kundennr = k.kundennr)
))
FROM kunden k
ORDER BY k.kundennr;
