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

// source is Go files that are searched for codes. A code is written as a string literal
//   - of a constant or variable that is called code or Code, with or without more
//     behind it, or of any constant of package fault,
//   - of a struct's member that is called so, as in a catalogue.Rule,
//   - that is passed to a parameter called code, or to validation.NewError. A
//     function that takes nothing else asks for a code and does not raise it.
//
// The code of a rule is raised where the member Code of its variable is read, and that
// of a constant of package fault where the constant is named by anything but a rule or
// the document of the interface. Any other code is raised where it is written.
type source struct {
	files *token.FileSet
	// parameters are the positions of parameters called code, by function: "fault.New",
	// or ".AddAt" for a method of any type.
	parameters map[string]int
	parsed     []*ast.File
	named      map[string]ast.Expr // what gives rules and constants their codes, by "package.name"
	written    map[string][]string // places at which each code is written
	raised     map[string]string   // a place at which each code is raised
}

var (
	isCode = regexp.MustCompile(`^[a-z]+(_[a-z0-9]+)*$`)
	holds  = regexp.MustCompile(`^[cC]ode([A-Z].*)?$`)
)

// ofDashboard are the files with checks of records that operators save in the dashboard.
// The dashboard alone answers with their codes.
var ofDashboard = map[string]bool{
	"../markets/hooks.go": true, "../paymentinstructions/hooks.go": true, "../suppliers/hooks.go": true, "../suppliers/names.go": true,
	"../suppliers/closed_lists.go": true, "../suppliers/rules.go": true, "../outbox/address.go": true, "../outbox/templates.go": true,
}

// readSource finds the codes of the packages below dir, except for tests and what tests
// build on.
func readSource(t *testing.T, dir string) *source {
	t.Helper()
	s := &source{
		files: token.NewFileSet(), parameters: map[string]int{"validation.NewError": 0},
		named: make(map[string]ast.Expr), written: make(map[string][]string), raised: make(map[string]string),
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if name == "testing" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || ofDashboard[filepath.ToSlash(path)] {
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
		s.findNames(file)
	}
	for _, file := range s.parsed {
		ast.Inspect(file, func(n ast.Node) bool { return s.visit(file.Name.Name, n) })
	}
	return s
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

// findNames finds the rules and the constants of package fault.
func (s *source) findNames(file *ast.File) {
	pkg := file.Name.Name
	for _, d := range file.Decls {
		declared, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range declared.Specs {
			values, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			for i, value := range values.Values {
				name := pkg + "." + values.Names[i].Name
				if code := ruleCode(value); code != nil {
					s.named[name] = code
				} else if base := ruleWithExample(pkg, value); base != "" {
					s.named[name] = &ast.SelectorExpr{X: ast.NewIdent(base), Sel: ast.NewIdent("Code")}
				} else if pkg == "fault" && declared.Tok == token.CONST {
					s.named[name] = value
				}
			}
		}
	}
}

// ruleCode is what a catalogue.Rule has as its Code; nil for anything else.
func ruleCode(value ast.Expr) ast.Expr {
	literal, ok := value.(*ast.CompositeLit)
	if !ok || literal.Type != nil && nameOf("", literal.Type) != "catalogue.Rule" {
		return nil
	}
	for _, element := range literal.Elts {
		if member, ok := element.(*ast.KeyValueExpr); ok && nameOf("", member.Key) == ".Code" {
			return member.Value
		}
	}
	return nil
}

// ruleWithExample is the name of the rule that a rule with another example is made of.
func ruleWithExample(pkg string, value ast.Expr) string {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return ""
	}
	with, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || with.Sel.Name != "With" {
		return ""
	}
	return nameOf(pkg, with.X)
}

// nameOf is what "name" or "package.name" means in a package; empty for anything else.
func nameOf(pkg string, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return pkg + "." + e.Name
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			return of.Name + "." + e.Sel.Name
		}
	}
	return ""
}

func (s *source) visit(pkg string, n ast.Node) bool {
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
	case *ast.CompositeLit:
		if code := ruleCode(n); code != nil {
			s.write(code)
			return false
		}
	case *ast.KeyValueExpr:
		if name, ok := n.Key.(*ast.Ident); ok {
			s.held(name.Name, n.Value, false)
		}
	case *ast.CallExpr:
		if nameOf("", n.Fun) == "openapi.Error" {
			return false
		}
		for _, name := range called(pkg, n.Fun) {
			if i, takes := s.parameters[name]; takes && i < len(n.Args) {
				s.raise(n.Args[i])
			}
		}
	case *ast.SelectorExpr:
		if n.Sel.Name == "Code" {
			s.use(nameOf(pkg, n.X), n)
		}
		s.use(nameOf(pkg, n), n)
	}
	return true
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

func (s *source) held(name string, value ast.Expr, constant bool) {
	switch {
	case constant:
		s.write(value)
	case holds.MatchString(name):
		s.raise(value)
	}
}

// use records that a rule or constant is raised, if that is what a name means.
func (s *source) use(name string, at ast.Node) {
	code, exists := s.named[name]
	if !exists {
		return
	}
	if base, ok := code.(*ast.SelectorExpr); ok {
		if base.Sel.Name == "Code" {
			s.use(base.X.(*ast.Ident).Name, at)
		} else {
			s.use(nameOf("", base), at)
		}
		return
	}
	if text, ok := codeText(code); ok {
		s.raised[text] = s.files.Position(at.Pos()).String()
	}
}

// raise records a code that is raised where it is written.
func (s *source) raise(value ast.Expr) {
	if text, ok := codeText(value); ok {
		s.write(value)
		s.raised[text] = s.files.Position(value.Pos()).String()
	}
}

// write records where a code is written.
func (s *source) write(value ast.Expr) {
	if text, ok := codeText(value); ok {
		s.written[text] = append(s.written[text], s.files.Position(value.Pos()).String())
	}
}

// codeText is the code that an expression writes.
func codeText(value ast.Expr) (string, bool) {
	literal, ok := value.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	code, err := strconv.Unquote(literal.Value)
	return code, err == nil && isCode.MatchString(code)
}
