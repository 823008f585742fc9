package kit_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	project = "dataimport/"
	kit     = project + "modules/kit/"
)

// storage are the imports of a package that knows a database.
var storage = []string{"database/sql", "github.com/pocketbase/dbx", "github.com/pocketbase/pocketbase/core", "modernc.org/sqlite"}

// The table in README.md names each package with what it may import, and each package
// keeps to that. The domain knows no database.
func TestPackagesImportWhatTheTableAllows(t *testing.T) {
	allowed := readTable(t)
	seen := make(map[string]bool)
	for name, imports := range readImports(t, ".") {
		may, listed := allowed[name]
		if !listed {
			t.Errorf("README.md has no row for %s", name)
			continue
		}
		seen[name] = true
		for _, imported := range imports {
			if layer, ours := layerOf(imported); ours && !slices.Contains(may, layer) {
				t.Errorf("%s imports %s: the table allows %s", name, imported, strings.Join(may, ", "))
			}
			if strings.HasPrefix(name, "domain/") && slices.Contains(storage, imported) {
				t.Errorf("%s imports %s: the domain knows no database", name, imported)
			}
		}
	}
	for name := range allowed {
		if !seen[name] {
			t.Errorf("README.md has a row for %s, which is no package", name)
		}
	}
}

// Views get finished values: of this project they import the reader of a page alone.
func TestViewsImportNoneOfTheKitButTheReader(t *testing.T) {
	for _, imports := range readImports(t, "../../views") {
		for _, imported := range imports {
			if strings.HasPrefix(imported, project) && imported != kit+"http/session" {
				t.Errorf("views imports %s", imported)
			}
		}
	}
}

// layers are in the order in which they may import each other.
var layers = []string{"domain", "store", "http", "vendors", "ops", "module", "testing"}

var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| .* \\| (.*) \\|$")

// readTable reads what each package may import from README.md: layers of the kit, and
// folders beside it.
func readTable(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	allowed := make(map[string][]string)
	for _, cells := range row.FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Split(cells[2], ", ") {
			switch name = strings.Trim(name, "`"); name {
			case "all":
				allowed[cells[1]] = append(allowed[cells[1]], layers...)
			case "all but `testing":
				allowed[cells[1]] = append(allowed[cells[1]], layers[:len(layers)-1]...)
			default:
				allowed[cells[1]] = append(allowed[cells[1]], name)
			}
		}
	}
	if len(allowed) == 0 {
		t.Fatal("README.md has no table of packages")
	}
	return allowed
}

// layerOf is the layer of an imported package of the kit, or the folder of another one
// of this project.
func layerOf(imported string) (layer string, ours bool) {
	below, ofKit := strings.CutPrefix(imported, kit)
	if !ofKit {
		if below, ours = strings.CutPrefix(imported, project); !ours {
			return "", false
		}
	}
	layer, _, _ = strings.Cut(below, "/")
	return layer, true
}

// readImports are the imports of each package below a folder, without those of its
// tests, by the package's path from there.
func readImports(t *testing.T, root string) map[string][]string {
	t.Helper()
	imports := make(map[string][]string)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		name := filepath.ToSlash(dir)
		imports[name] = slices.Clip(imports[name]) // a package without imports is one, too
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			imports[name] = append(imports[name], imported)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
