package modules_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/testing/apptest"
)

// served is a service with the patterns of everything that it answers.
type served struct {
	*apptest.Env
	patterns []string
	run      string // the id of a run
}

// serveAll serves all modules, and collects PocketBase's routes as its router has
// them and ours as the modules do.
func serveAll(t *testing.T, configure ...func(*config.Config)) *served {
	t.Helper()
	s := &served{}
	s.Env = apptest.Serve(t, func(d *module.Declaration, opened func(*module.Runtime)) {
		modules.Mount(modules.All)(d, opened)
		d.App.OnServe().BindFunc(func(e *core.ServeEvent) error {
			s.collect(reflect.ValueOf(e.Router.RouterGroup).Elem(), "")
			return e.Next()
		})
	}, configure...)
	declared, err := modules.Declare(s.Declaration, modules.All)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules.Serve(module.NewRuntime(s.Declaration), declared) {
		for _, e := range m.Endpoints {
			s.patterns = append(s.patterns, e.Method+" "+e.Path, e.Method+" "+e.Path+"/{$}")
		}
		for _, p := range m.Pages {
			s.patterns = append(s.patterns, p.Pattern)
		}
	}
	s.patterns = append(s.patterns, documents.LinkPrefix)
	return s
}

// collect reads what a group of routes keeps to itself: there is no other list.
func (s *served) collect(group reflect.Value, prefix string) {
	prefix += group.FieldByName("Prefix").String()
	children := group.FieldByName("children")
	for i := range children.Len() {
		child := children.Index(i).Elem().Elem()
		if child.FieldByName("children").IsValid() {
			s.collect(child, prefix)
			continue
		}
		path := prefix + child.FieldByName("Path").String()
		if method := child.FieldByName("Method").String(); method != "" {
			path = method + " " + path
		}
		s.patterns = append(s.patterns, path)
	}
}

// split is the method and the path of a pattern; one without a method takes any.
func split(pattern string) (method, path string) {
	method, path, found := strings.Cut(pattern, " ")
	if !found {
		return "GET", pattern
	}
	return method, path
}
