package hosting

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/replica"
)

// handoverTime is how long a handover may take: the grace of the primary, and a takeover.
const handoverTime = time.Minute

// HandoverCommand is the `handover` command. It runs on the machine of the primary. The
// primary answers what it has begun, and the standby takes its place.
func HandoverCommand(app core.App, storage *replica.Config) *cobra.Command {
	return &cobra.Command{
		Use: "handover", Short: "Have the standby take the place of the service that runs on this machine", Args: cobra.NoArgs,
		Annotations: map[string]string{cli.StandAlone: "yes"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := storage.CheckStorage(); err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), handoverTime)
			defer cancel()
			began := time.Now()
			name, err := replica.Handover(ctx, storage, func() error { return stopService(app.DataDir()) })
			if err != nil {
				return err
			}
			cmd.Printf("%s is the primary, after %.1f seconds.\n", name, time.Since(began).Seconds())
			return nil
		},
	}
}

// stopService tells the service of a data folder to stop.
func stopService(dir string) error {
	path := filepath.Join(dir, LockFile)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		defer file.Close()
		if lockFile(file) == nil {
			err = os.ErrNotExist
		}
	}
	if err != nil {
		return fmt.Errorf("no service runs on %s", dir)
	}
	holder, err := readServing(path)
	if err != nil {
		return err
	}
	process, err := os.FindProcess(holder.Process)
	if err != nil {
		return err
	}
	return process.Signal(syscall.SIGTERM)
}
