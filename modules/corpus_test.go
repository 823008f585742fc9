package modules_test

import (
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/accounts"
	"dataimport/modules/kit/testing/apptest"
)

// The corpus is whole accounts as suppliers send them, each in testdata/corpus/MARKET/TYPE
// under a name that says what is special about it. Beside each is what
// validate-account answers to it, in NAME.golden.json; -update writes those. The
// supplier of an account is ACME, whose market is core, ACME-ENERGY, whose market is
// gb-energy, or ACME-AU, whose market is au-energy.
const (
	corpusDir    = "testdata/corpus"
	goldenSuffix = ".golden.json"
)

// sample is one account of the corpus.
type sample struct {
	path   string // below the corpus, without .json
	folder string // MARKET/TYPE
	name   string
	body   string
}

func corpus(t testing.TB) (samples []sample) {
	t.Helper()
	err := filepath.WalkDir(corpusDir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(file, goldenSuffix) {
			return err
		}
		body, err := os.ReadFile(file)
		below, _ := filepath.Rel(corpusDir, file)
		name := strings.TrimSuffix(filepath.ToSlash(below), ".json")
		samples = append(samples, sample{name, path.Dir(name), path.Base(name), string(body)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// serveCorpus is a service in the setting that the corpus takes for granted.
func serveCorpus(t testing.TB) (env *apptest.Env, token string) {
	t.Helper()
	env = apptest.Serve(t, modules.Mount(modules.All))
	env.Markets = true
	env.Supplier("ACME-ENERGY", map[string]any{"market": "gb-energy", "document_root": "acme-energy"})
	env.Supplier("ACME-AU", map[string]any{"market": "au-energy", "document_root": "acme-au", "country": "AU", "time_zone": "Australia/Melbourne"})
	document(env, "acme-au/bills/2024-03.pdf", "%PDF-1.7")
	document(env, "acme-energy/bills/2024-03.pdf", "%PDF-1.7")
	document(env, "acme/bills/2024-03.pdf", "%PDF-1.7")
	return env, env.SetUp(map[string]any{"document_root": "acme"}, "ACME-ENERGY", "ACME-AU")
}

// freely are the valid accounts that are written more freely than the document
// allows, as real senders do.
var freely = map[string]bool{
	"household-with-nulls-and-bare-dates":      true,
	"amounts-written-with-exponents-and-zeros": true,
	"empty-strings-and-lists":                  true,
	"old-forms-and-nulls":                      true,
	"numbers-for-strings":                      true,
	"values-with-spaces-around":                true,
	"values-as-real-senders-write-them":        true,
}

// Each account of the corpus is answered as it was published. What was understood
// of a valid one is valid too, and is understood the same.
func TestCorpus(t *testing.T) {
	env, token := serveCorpus(t)
	for _, s := range corpus(t) {
		t.Run(s.path, func(t *testing.T) {
			env.TB, env.Freely = t, freely[s.name]
			answer := env.Post(token, validatePath, s.body)
			answer.Golden(t, "corpus/"+s.path+".golden")
			if answer.Status != http.StatusOK {
				if s.name == "valid" || answer.Status != http.StatusBadRequest {
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
				return
			}
			env.Freely = false
			if again := env.Post(token, validatePath, string(answer.Body)).Expect(http.StatusOK); string(again.Body) != string(answer.Body) {
				t.Errorf("%s\nbecomes\n%s", answer.Body, again.Body)
			}
		})
	}
}

// Each type of account has a valid account and one that nearly is, in each market
// that is shipped, and no golden file is left over.
func TestTheCorpusIsWhole(t *testing.T) {
	samples := corpus(t)
	if len(samples) < 60 {
		t.Errorf("%d accounts", len(samples))
	}
	valid, refused := make(map[string]int), make(map[string]int)
	for _, s := range samples {
		golden, err := os.ReadFile(filepath.Join(corpusDir, filepath.FromSlash(s.path)+goldenSuffix))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(golden), `"code": "account_failed_validation"`) {
			refused[s.folder]++
		} else {
			valid[s.folder]++
		}
		if s.name == "valid" && !strings.Contains(s.body, `"account_type": "`+path.Base(s.folder)+`"`) {
			t.Errorf("%s has another type", s.path)
		}
	}
	for _, market := range []string{"core", "gb-energy", "au-energy"} {
		for _, kind := range accounts.Type("").Choices() {
			if folder := market + "/" + kind; valid[folder] == 0 || refused[folder] == 0 {
				t.Errorf("%s: %d valid, %d refused", folder, valid[folder], refused[folder])
			}
		}
	}
	goldens, err := filepath.Glob(filepath.Join(corpusDir, "*", "*", "*"+goldenSuffix))
	if err != nil || len(goldens) != len(samples) {
		t.Errorf("%d golden files of %d accounts, %v", len(goldens), len(samples), err)
	}
}
