package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"dataimport/modules/kit/store/database"
)

// Restored says what was restored.
type Restored struct {
	TXID ltx.TXID
	At   time.Time // the moment of its last transaction
}

// Restore restores the database of a replica into a folder that has none, as it was at a
// moment; the zero moment is the latest. The key file comes with it, where there is one.
func Restore(ctx context.Context, c *Config, dir string, at time.Time, log *slog.Logger) (Restored, error) {
	b, err := openBucket(c)
	if err != nil {
		return Restored{}, err
	}
	chain, err := openChain(ctx, b)
	if err != nil {
		return Restored{}, fmt.Errorf("the storage of the replica: %w", err)
	}
	if chain.last().Generation == 0 {
		return Restored{}, fmt.Errorf("there is no replica at %s", c.URL)
	}
	plan, err := litestream.CalcRestorePlan(ctx, chain, 0, at, slog.New(slog.DiscardHandler))
	if errors.Is(err, litestream.ErrTxNotAvailable) {
		return Restored{}, errors.New("the replica does not reach back to that moment")
	}
	if err != nil {
		return Restored{}, err
	}
	last := plan[len(plan)-1]
	header, err := litestream.FetchLTXHeader(ctx, chain, last)
	if err != nil {
		return Restored{}, err
	}
	if err := bringKeyFile(ctx, b, dir, c.Key); err != nil {
		return Restored{}, err
	}
	options := litestream.NewRestoreOptions()
	options.OutputPath, options.TXID = filepath.Join(dir, database.DataFile), last.MaxTXID
	if err := newReader(options.OutputPath, chain, log).Restore(ctx, options); err != nil {
		return Restored{}, fmt.Errorf("the replica cannot be restored: %w", err)
	}
	if err := os.Remove(filepath.Join(dir, database.IdentityFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Restored{}, err
	}
	return Restored{last.MaxTXID, time.UnixMilli(header.Timestamp).UTC()}, nil
}
