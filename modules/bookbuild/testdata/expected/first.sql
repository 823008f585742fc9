-- A first query for `dataimport book build`, written from the files in testdata/extracts.
-- Each file is a table. All columns are text, an empty cell is NULL, and _line is the line of the file.
-- The last statement gives the book, a JSON object a row. Correct what was guessed wrongly.

-- buchungen.csv: buchungen, 10 rows: vertragskonto is vertragskonto of kunden; 5 of 6 values are there
-- kontakte.csv: kontakte, 6 rows: vertragskonto is vertragskonto of kunden; 5 of 6 values are there
-- kunden.csv: kunden, 7 rows: a row for each account; vertragskonto is its number
-- notizen.csv: notizen, 3 rows: vertragskonto is vertragskonto of kunden; 2 of 3 values are there
-- tarife.csv: tarife, 2 rows: no column was found that leads to an account

-- 1 row repeats another row of kunden in full: the first one counts.
DELETE FROM kunden WHERE _line NOT IN (SELECT min(_line) FROM kunden GROUP BY vertragskonto, anrede, vorname, nachname, geburtsdatum, straße, haus_nr, plz, ort, saldo, tarif);

-- kontakte and kunden match when superfluous characters are dropped from both.
UPDATE kontakte SET vertragskonto = clean(vertragskonto);
UPDATE kunden SET vertragskonto = clean(vertragskonto);

-- The account of each row, by its line: rows without one are orphans, which --orphans names.
CREATE INDEX kunden_key ON kunden (vertragskonto);
CREATE VIEW account_of_kunden AS SELECT _line, vertragskonto AS account FROM kunden;
CREATE INDEX buchungen_key ON buchungen (vertragskonto);
CREATE VIEW account_of_buchungen AS SELECT _line, vertragskonto AS account FROM buchungen;
CREATE INDEX kontakte_key ON kontakte (vertragskonto);
CREATE VIEW account_of_kontakte AS SELECT _line, vertragskonto AS account FROM kontakte;
CREATE INDEX notizen_key ON notizen (vertragskonto);
CREATE VIEW account_of_notizen AS SELECT _line, vertragskonto AS account FROM notizen;

-- Transactions in the terms of the contract: PAYMENT and CREDIT add to the balance, CHARGE and REPAYMENT subtract.
CREATE TABLE transactions_made AS
SELECT t._line, t.vertragskonto AS link,
  clean(t.belegnummer) AS id,
  to_date(t.buchungsdatum, 'DD.MM.YYYY') AS date,
  decimal(t.betrag, ',') AS amount,
  clean(t.verwendungszweck) AS reference,
  CASE clean(t.buchungsart)
    WHEN 'Rechnung' THEN 'CHARGE'
    WHEN 'Zahlung' THEN 'PAYMENT'
    -- WHEN 'Mahngebühr' THEN '...'  -- which type is this?
    WHEN 'Gutschrift' THEN 'CREDIT'
    ELSE clean(t.buchungsart) END AS type
FROM buchungen t;
CREATE INDEX transactions_made_link ON transactions_made (link);

-- In the book a positive balance is credit of the customer.
-- So it is in the extract: the balances of 4 of 4 accounts are the sums of their transactions.

-- The book. compact leaves out what is empty; number gives exact numbers.
-- The clock of the notes is taken for UTC: name its zone, as 'Europe/Berlin', where it is another one.
SELECT compact(json_object(
  'import_supplier', 'ACME',
  'external_account_number', clean(a.vertragskonto),
  'customers', json_array(json_object(
    'title', title(a.anrede),
    'given_name', proper(a.vorname),
    'family_name', proper(a.nachname),
    'date_of_birth', to_date(a.geburtsdatum, 'DD.MM.YYYY'),
    'email', (SELECT clean(x.e_mail) FROM kontakte x WHERE x.vertragskonto = a.vertragskonto ORDER BY x._line LIMIT 1),
    'mobile', (SELECT phone(x.mobil, 'DE') FROM kontakte x WHERE x.vertragskonto = a.vertragskonto ORDER BY x._line LIMIT 1),
    'landline', (SELECT phone(x.festnetz, 'DE') FROM kontakte x WHERE x.vertragskonto = a.vertragskonto ORDER BY x._line LIMIT 1)
  )),
  'billing_address', CASE WHEN clean(a.straße) IS NOT NULL THEN json_object(
    'country', 'DE',
    'street_address', clean(concat_ws(' ', clean(a.straße), clean(a.haus_nr))),
    'locality', clean(a.ort),
    'postal_code', postcode(a.plz, 'DE')
  ) END,
  'transfer_balance', number(a.saldo, ','),
  'last_statement_balance', number(decimal_sub(decimal(a.saldo, ','),
    (SELECT decimal_sum(CASE WHEN t.type IN ('PAYMENT', 'CREDIT') THEN t.amount ELSE decimal_neg(t.amount) END) FROM transactions_made t WHERE t.link = a.vertragskonto))),
  'current_statement_transactions', (SELECT json_group_array(json_object(
    'transaction_id', t.id,
    'transaction_date', t.date,
    'amount', number(t.amount),
    'type', t.type,
    'reason', CASE t.type WHEN 'CHARGE' THEN 'IMPORTED_CHARGE' WHEN 'CREDIT' THEN 'IMPORTED_CREDIT' END,
    'reference', t.reference
  ) ORDER BY t.date, t._line)
    FROM transactions_made t WHERE t.link = a.vertragskonto),
  'notes', (SELECT json_group_array(json_object(
    'body', n.text,
    'created_at', to_datetime(n.angelegt_am, 'DD.MM.YYYY HH:MI', 'UTC')
  ) ORDER BY n._line) FROM notizen n WHERE n.vertragskonto = a.vertragskonto)
))
FROM kunden a;

-- Not used yet:
--   kunden: tarif
--   tarife (tarif, bezeichnung). A table of codes serves lookup('tarife', code).
