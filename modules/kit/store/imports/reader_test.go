package imports_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

// keysPart is a part of an account that claims each of its keys.
type keysPart struct {
	ImportSupplier        string   `json:"import_supplier"`
	ExternalAccountNumber string   `json:"external_account_number"`
	Keys                  []string `json:"keys,omitzero"`
}

// keys is the section of keysPart. Its claims name the register "keys".
var keys = account.NewSection("keys", account.Part[keysPart]{
	State: func(p *keysPart, f *account.Facts) {
		f.ImportSupplier, f.ExternalAccountNumber = p.ImportSupplier, p.ExternalAccountNumber
	},
	Claims: func(p *keysPart, _ *account.Facts, at *fault.At, claims *account.Claims) {
		list := at.Field("keys")
		for i, key := range p.Keys {
			claims.Add(account.Claim{
				Register: "keys", Key: []string{key}, Place: list.Index(i), Code: "key_taken",
				Detail: func(holder string) string { return "The key is held by " + holder + "." },
			})
		}
	},
})

// keysRegister finds the accounts whose billing_name is a key.
var keysRegister = imports.Register{Name: "keys", Holders: `SELECT k.key, (SELECT external_account_number FROM accounts
		WHERE supplier = ?1 AND billing_name = json_extract(k.value, '$[0]') AND external_account_number <> ?2 LIMIT 1)
	FROM json_each(?3) k ORDER BY k.key`}

// newReader returns a reader of accounts that have the section keys alone.
func newReader(s *kindtest.Store, registers ...imports.Register) *imports.AccountReader {
	return &imports.AccountReader{
		Object: account.NewObject(payload.Limits{}, keys), Registers: registers,
		Database: database.NewReader(s.App), Schedule: s.Writer.Scheduler().Run,
	}
}

func readAccount(s *kindtest.Store, r *imports.AccountReader, data string) (*account.Payload, fault.List, error) {
	s.Helper()
	snapshot, err := settingsdb.NewStore(r.Database).Current()
	if err != nil {
		s.Fatal(err)
	}
	return r.Read(s.Context(), []byte(data), snapshot, nil, time.Now(), imports.WaitHere)
}

const twoKeys = `{"import_supplier":"ACME","external_account_number":"EXT-NEW","keys":["free","taken"]}`

// holdKey makes another account of the supplier the holder of the key "taken".
func holdKey(s *kindtest.Store) {
	s.Helper()
	s.Exec(`UPDATE accounts SET billing_name = 'taken' WHERE id = ?`, s.Account(0).ID)
}

func TestClaimsAreLookedUpWhenAnAccountIsRead(t *testing.T) {
	s := kindtest.New(t)
	holdKey(s) // EXT-1
	_, faults, err := readAccount(s, newReader(s, keysRegister), twoKeys)
	if err != nil {
		t.Fatal(err)
	}
	kindtest.Want(t, faults, "key_taken keys.1")
	if !strings.Contains(faults[0].Detail, "“EXT-1”") {
		t.Error(faults[0].Detail)
	}
	_, faults, err = readAccount(s, newReader(s, keysRegister), strings.Replace(twoKeys, "EXT-NEW", "EXT-1", 1))
	if err != nil {
		t.Fatal(err)
	}
	kindtest.Want(t, faults) // the holder itself
}

func TestClaimsAreLookedUpAgainInTheWrite(t *testing.T) {
	s := kindtest.New(t)
	r := newReader(s, keysRegister)
	p, faults, err := readAccount(s, r, twoKeys)
	if err != nil {
		t.Fatal(err)
	}
	kindtest.Want(t, faults)
	to := &account.Account{Supplier: s.Supplier, ExternalAccountNumber: "EXT-NEW"}
	s.Do(func(tx *writer.Tx) error { return r.CheckClaims(tx, to, p) })
	holdKey(s) // after the account was read
	err = s.Writer.Do(func(tx *writer.Tx) error { return r.CheckClaims(tx, to, p) })
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.AccountFailedValidation {
		t.Fatalf("got %v", err)
	}
	kindtest.Want(t, refused.Faults, "key_taken keys.1")
}

// A claim on a register that no module declares is a mistake of the program. The reader
// and the write report it, since the key would otherwise never be looked up.
func TestClaimsOfAnUndeclaredRegister(t *testing.T) {
	s := kindtest.New(t)
	p, _, err := readAccount(s, newReader(s, keysRegister), twoKeys)
	if err != nil {
		t.Fatal(err)
	}
	const want = "a register that no module declares"
	r := newReader(s, imports.Register{Name: "others", Holders: keysRegister.Holders})
	if _, _, err := readAccount(s, r, twoKeys); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the reader: %v", err)
	}
	to := &account.Account{Supplier: s.Supplier, ExternalAccountNumber: "EXT-NEW"}
	err = s.Writer.Do(func(tx *writer.Tx) error { return r.CheckClaims(tx, to, p) })
	var refused *fault.Error
	if err == nil || errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
		t.Errorf("the write: %v", err)
	}
}
