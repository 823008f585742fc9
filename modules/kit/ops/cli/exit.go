package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// The exit codes of commands. Zero means that all was done.
const (
	ExitFaulty = 1 // data was refused, is faulty or differs
	ExitMisuse = 2 // the command was used wrongly
	ExitFailed = 3 // the command could not do its work: files, the service
)

// ExitError is an error with the exit code of the program.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string { return e.Err.Error() }

// Unwrap returns the error without its exit code.
func (e *ExitError) Unwrap() error { return e.Err }

// Faulty returns an error that says that data is faulty. It returns nil for nil.
func Faulty(err error) error { return withCode(ExitFaulty, err) }

// Misuse returns an error that says that the command was used wrongly. It returns nil for
// nil.
func Misuse(err error) error { return withCode(ExitMisuse, err) }

// Failed returns an error that says that the command could not do its work. It returns nil
// for nil.
func Failed(err error) error { return withCode(ExitFailed, err) }

// withCode gives an error an exit code, unless it has one.
func withCode(code int, err error) error {
	if err == nil || errors.As(err, new(*ExitError)) {
		return err
	}
	return &ExitError{code, err}
}

// ExitCode returns the exit code of the program for the error of its command. An error
// without a code has the code 1.
func ExitCode(err error) int {
	var exit *ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.Code
	}
	return 1
}

// StandAlone is the annotation of a command that needs no data folder. The program opens
// no database for it.
const StandAlone = "stand-alone"

// NewStandAlone makes a command stand alone. Wrong arguments and flags of the command, and
// of the commands below it, are errors with the code [ExitMisuse].
func NewStandAlone(c *cobra.Command) *cobra.Command {
	if c.Annotations == nil {
		c.Annotations = make(map[string]string)
	}
	c.Annotations[StandAlone] = "yes"
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return Misuse(err) })
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error { return Misuse(check(c, args)) }
	}
	return c
}
