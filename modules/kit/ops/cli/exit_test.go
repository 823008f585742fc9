package cli_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
)

func TestExitCode(t *testing.T) {
	cause := errors.New("no such file")
	for code, err := range map[int]error{
		0: cli.Failed(nil),
		1: cause,
		2: cli.Misuse(cause),
		3: fmt.Errorf("the book: %w", cli.Failed(cause)),
	} {
		if got := cli.ExitCode(err); got != code {
			t.Errorf("%v: %d, want %d", err, got, code)
		}
	}
	if err := cli.Failed(cli.Misuse(cause)); cli.ExitCode(err) != cli.ExitMisuse || !errors.Is(err, cause) {
		t.Errorf("the first code does not count: %v", err)
	}
}

// What the command line itself has wrong has the code of misuse, also below a group.
func TestMisuseOfAStandAloneCommand(t *testing.T) {
	below := cli.NewStandAlone(&cobra.Command{Use: "build DIR", Args: cobra.ExactArgs(1), RunE: func(*cobra.Command, []string) error { return errors.New("ran") }})
	group := cli.NewStandAlone(cli.Group("book", "Books", below))
	for code, args := range map[int][][]string{
		cli.ExitMisuse: {{"build"}, {"build", "a", "b"}, {"build", "a", "--none"}, {"bild"}, {"--none"}},
		cli.ExitFaulty: {{"build", "a"}},
	} {
		for _, line := range args {
			group.SetArgs(line)
			if err := group.Execute(); cli.ExitCode(err) != code {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
}
