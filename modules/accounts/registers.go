package accounts

import "dataimport/modules/kit/store/imports"

// The names of the registers of the core.
const (
	registerReferences = "references"
	registerCAIS       = "cais_references"
)

// registers find the accounts that hold references and CAIS references. The account of
// ?2 is not one of them.
var registers = []imports.Register{
	{Name: registerReferences, Holders: `SELECT k.key, (SELECT a.external_account_number FROM account_references r JOIN accounts a ON a.id = r.account
			WHERE r.supplier = ?1 AND r.namespace = json_extract(k.value, '$[0]') AND r.value = json_extract(k.value, '$[1]')
			AND a.external_account_number <> ?2 LIMIT 1)
		FROM json_each(?3) k ORDER BY k.key`},
	{Name: registerCAIS, Holders: `SELECT k.key, (SELECT a.external_account_number FROM debts d JOIN accounts a ON a.id = d.account
			WHERE d.supplier = ?1 AND d.cais_reference = json_extract(k.value, '$[0]') AND d.cais_reference <> ''
			AND a.external_account_number <> ?2 LIMIT 1)
		FROM json_each(?3) k ORDER BY k.key`},
}
