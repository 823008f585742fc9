package cli

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// ReadPassword reads the first line of a command's standard input, without its line
// break. It reads at most 1 KiB.
func ReadPassword(cmd *cobra.Command) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 1<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
