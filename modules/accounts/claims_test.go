package accounts

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

// compared is the faults of a core that the stored accounts cause, for an external
// account number of the store's supplier.
func compared(s *kindtest.Store, number string, unique []string, core *Core) fault.List {
	s.Helper()
	supplier := *s.Supplier
	supplier.Rules.UniqueReferences = unique
	var faults fault.Collector
	at := fault.Root(&faults)
	f := &account.Facts{Supplier: &supplier, ExternalAccountNumber: number}
	lookUpClaims(s, core, f, &at)
	return faults.List()
}

// lookUpClaims adds the faults of the claims of a core.
func lookUpClaims(s *kindtest.Store, core *Core, f *account.Facts, at *fault.At) {
	s.Helper()
	var claims account.Claims
	claimKeys(core, f, at, &claims)
	if err := imports.AddClaimFaults(database.NewReader(s.App), registers, f, claims.List); err != nil {
		s.Fatal(err)
	}
}

// importTo imports a core to an account of its own.
func importTo(s *kindtest.Store, core *Core) {
	s.Helper()
	to := s.Account(0)
	s.Create(to, func(tx *writer.Tx) error { return PrepareRows(progress.CountingRowWriter{InsertTarget: tx}, to, core) })
}

func TestReferencesOfOtherAccounts(t *testing.T) {
	core, _ := read(t, household, facts())
	s := kindtest.New(t)
	importTo(s, core) // EXT-1
	const exists, cais = "reference_already_exists ", "cais_reference_already_in_use_on_another_account debts.0.cais_reference"
	for name, c := range map[string]struct {
		number string
		unique []string
		want   []string
	}{
		"no namespace is unique":  {"EXT-2", nil, []string{cais}},
		"one of one reference":    {"EXT-2", []string{"legacy-crm"}, []string{exists + "references.0.value", cais}},
		"one of two references":   {"EXT-2", []string{"X", "legacy-billing"}, []string{exists + "references.1.value", exists + "references.2.value", cais}},
		"one that nobody has":     {"EXT-2", []string{"LEGACY-CRM"}, []string{cais}},
		"the account itself":      {"EXT-1", []string{"legacy-crm", "legacy-billing"}, nil},
		"an account of any name ": {"", []string{"legacy-crm"}, []string{exists + "references.0.value", cais}},
	} {
		t.Run(name, func(t *testing.T) {
			got := compared(s, c.number, c.unique, core)
			kindtest.Want(t, got, c.want...)
			for _, f := range got {
				if !strings.Contains(f.Detail, "“EXT-1”") || strings.Contains(f.Detail, "CAIS004512987731") {
					t.Error(f.Detail)
				}
			}
		})
	}
	// No other account holds other values.
	other, _ := read(t, household, facts(), set("references", `[{"namespace":"legacy-crm","value":"OTHER"}]`), set("debts.0.cais_reference", `"OTHER"`))
	kindtest.Want(t, compared(s, "EXT-2", []string{"legacy-crm"}, other))
	kindtest.Want(t, compared(s, "EXT-2", []string{"legacy-crm"}, &Core{}))
}

// Another supplier's accounts are none of its business.
func TestReferencesOfOtherSuppliers(t *testing.T) {
	core, _ := read(t, household, facts())
	s := kindtest.New(t)
	to := s.Account(0)
	foreign := *to
	foreign.Supplier = &settings.Supplier{ID: "another"}
	s.Do(func(tx *writer.Tx) error {
		return PrepareRows(progress.CountingRowWriter{InsertTarget: tx}, &foreign, core)
	})
	kindtest.Want(t, compared(s, "EXT-2", []string{"legacy-crm"}, core))
}

// A reference that is twice in the payload, and held elsewhere, has one fault.
func TestOneFaultForOneReference(t *testing.T) {
	core, faults := read(t, household, facts(), set("references.2", `{"namespace":"legacy-billing","value":"004512987731"}`))
	kindtest.Want(t, faults, "reference_already_exists references.2.value")
	s := kindtest.New(t)
	importTo(s, core)
	var collector fault.Collector
	for _, f := range faults {
		collector.Add(f)
	}
	at := fault.Root(&collector)
	supplier := *s.Supplier
	supplier.Rules.UniqueReferences = []string{"legacy-billing"}
	lookUpClaims(s, &Core{References: core.References}, &account.Facts{Supplier: &supplier}, &at)
	kindtest.Want(t, collector.List(), "reference_already_exists references.1.value", "reference_already_exists references.2.value")
}

// However many accounts there are, each key takes one seek in an index.
func TestStoredRulesSeek(t *testing.T) {
	s := kindtest.New(t)
	for i, index := range []string{"account_references_identity", "debts_cais_identity"} {
		rows := s.Rows(`EXPLAIN QUERY PLAN `+registers[i].Holders, "s", "n", `[["x"]]`)
		plan := strings.Join(rows, "\n")
		if !strings.Contains(plan, "SEARCH") || !strings.Contains(plan, index) || strings.Contains(plan, "SCAN r") || strings.Contains(plan, "SCAN d") || strings.Contains(plan, "SCAN a") {
			t.Errorf("%s", plan)
		}
	}
	references := make([]Reference, 10_000)
	for i := range references {
		references[i] = Reference{"legacy-crm", fmt.Sprint(i)}
	}
	core := &Core{References: references}
	importTo(s, core)
	if got := compared(s, "EXT-2", []string{"legacy-crm"}, core); len(got) != len(references) {
		t.Errorf("%d faults", len(got))
	}
}

// Two accounts that were both read before either was stored: the second one is
// refused in the write itself.
func TestTheWriteComparesAgain(t *testing.T) {
	s := kindtest.New(t)
	s.Exec(`UPDATE suppliers SET unique_reference_namespaces = 'legacy-billing'`)
	reader := database.NewReader(s.App)
	snapshot, err := settingsdb.NewStore(reader).Current()
	if err != nil {
		t.Fatal(err)
	}
	accountReader := &imports.AccountReader{
		Object: account.NewObject(payload.Limits{}, Section()), Registers: registers, Database: reader,
		Schedule: s.Writer.Scheduler().Run,
	}
	then := time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC)
	readOne := func(number string) *account.Payload {
		read, faults, err := accountReader.Read(t.Context(), []byte(kindtest.With(t, household, set("external_account_number", `"`+number+`"`))), snapshot, nil, then, imports.WaitHere)
		if err != nil {
			t.Fatal(err)
		}
		kindtest.Want(t, faults)
		return read
	}
	accounts := []*account.Account{s.Account(0), s.Account(0)}
	prepare := func(to *account.Account, read *account.Payload) writer.Job {
		rows, err := accountReader.PrepareRows(to, read)
		if err != nil {
			t.Fatal(err)
		}
		return func(tx *writer.Tx) error {
			if err := accountReader.CheckClaims(tx, to, read); err != nil {
				return err
			}
			return tx.InsertPrepared(rows)
		}
	}
	first, second := prepare(accounts[0], readOne("EXT-1")), prepare(accounts[1], readOne("EXT-2"))
	s.Do(first)
	err = s.Writer.Do(second)
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.AccountFailedValidation {
		t.Fatalf("got %v", err)
	}
	kindtest.Want(t, refused.Faults, "reference_already_exists references.1.value", "reference_already_exists references.2.value",
		"cais_reference_already_in_use_on_another_account debts.0.cais_reference")
	if n := s.Row(`SELECT count(*) FROM account_references WHERE account = ?`, accounts[1].ID); n != "0" {
		t.Errorf("%s rows are left of it", n)
	}
}
