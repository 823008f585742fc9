package hooks_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/module"
)

// The dashboard offers to set up what operators change, and hides the buttons of the rest.
func TestTheDashboardSetsUpWhatOperatorsChange(t *testing.T) {
	script, err := os.ReadFile("dashboard/main.js")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`"Set up": \[(.*)\],`).FindSubmatch(script)
	if line == nil {
		t.Fatal("the script has no group")
	}
	var offered []string
	for _, name := range regexp.MustCompile(`"(\w+)"`).FindAllSubmatch(line[1], -1) {
		offered = append(offered, string(name[1]))
	}
	tables := modules.Tables()
	changed := tables.Names(module.Edited)
	slices.Sort(offered)
	slices.Sort(changed)
	if !slices.Equal(offered, changed) {
		t.Errorf("the dashboard offers %v, operators change %v", offered, changed)
	}
}
