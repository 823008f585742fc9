package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// source is Go files that are searched for codes. A code is a string literal
//   - of a constant or variable that is called code or Code, with or without more
//     behind it, or of any constant of package fault,
//   - of a struct's member that is called so,
//   - that is passed to a parameter called code, or to validation.NewError. A
//     function that takes nothing else asks for a code and does not raise it.
type source struct {
	files *token.FileSet
	// parameters are the positions of parameters called code, by function: "fault.New",
	// or ".AddAt" for a method of any type.
	parameters map[string]int
	parsed     []*ast.File
	codes      map[string]string // codes with the place where each was found
}

var (
	isCode = regexp.MustCompile(`^[a-z]+(_[a-z0-9]+)*$`)
	holds  = regexp.MustCompile(`^[cC]ode([A-Z].*)?$`)
)

// codesIn returns the codes that the packages below dir and their dependencies raise,
// except in tests and in the catalogue.
func codesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	s := &source{files: token.NewFileSet(), parameters: map[string]int{"validation.NewError": 0}, codes: make(map[string]string)}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if name == "testing" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "catalogue") {
			return err
		}
		file, err := parser.ParseFile(s.files, path, nil, parser.SkipObjectResolution)
		s.parsed = append(s.parsed, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range s.parsed {
		s.findParameters(file)
	}
	for _, file := range s.parsed {
		ast.Inspect(file, func(n ast.Node) bool {
			s.visit(file.Name.Name, n)
			return true
		})
	}
	return s.codes
}

func (s *source) findParameters(file *ast.File) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Type.Params.NumFields() < 2 {
			continue
		}
		name := file.Name.Name + "." + f.Name.Name
		if f.Recv != nil {
			name = "." + f.Name.Name
		}
		i := 0
		for _, field := range f.Type.Params.List {
			for _, parameter := range field.Names {
				if parameter.Name == "code" {
					s.parameters[name] = i
				}
				i++
			}
		}
	}
}

func (s *source) visit(pkg string, n ast.Node) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		for i, value := range n.Values {
			s.held(n.Names[i].Name, value, pkg == "fault" && n.Names[i].IsExported())
		}
	case *ast.AssignStmt:
		for i, target := range n.Lhs {
			if name, ok := target.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
				s.held(name.Name, n.Rhs[i], false)
			}
		}
	case *ast.KeyValueExpr:
		if name, ok := n.Key.(*ast.Ident); ok {
			s.held(name.Name, n.Value, false)
		}
	case *ast.CallExpr:
		for _, name := range called(pkg, n.Fun) {
			if i, takes := s.parameters[name]; takes && i < len(n.Args) {
				s.add(n.Args[i])
			}
		}
	}
}

// called returns the names under which a function may be known.
func called(pkg string, f ast.Expr) []string {
	switch f := f.(type) {
	case *ast.Ident:
		return []string{pkg + "." + f.Name}
	case *ast.SelectorExpr:
		names := []string{"." + f.Sel.Name}
		if of, ok := f.X.(*ast.Ident); ok {
			names = append(names, of.Name+"."+f.Sel.Name)
		}
		return names
	}
	return nil
}

func (s *source) held(name string, value ast.Expr, always bool) {
	if always || holds.MatchString(name) {
		s.add(value)
	}
}

func (s *source) add(value ast.Expr) {
	literal, ok := value.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return
	}
	if code, err := strconv.Unquote(literal.Value); err == nil && isCode.MatchString(code) {
		s.codes[code] = s.files.Position(literal.Pos()).String()
	}
}
