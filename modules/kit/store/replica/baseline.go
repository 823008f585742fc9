package replica

import (
	"context"
	"encoding/binary"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"dataimport/modules/kit/store/database"
)

const (
	// stateFile says which of the replica's transactions a closed database has.
	stateFile = "replica.json"
	// FollowFolder is the folder in the data folder with the copy of a standby.
	FollowFolder = "standby"
	// walHeader is the size of the header of a database's log.
	walHeader = 32
)

// LocalFiles are the files and folders of this package in the data folder. They belong to
// this machine, and into no backup.
var LocalFiles = []string{folderFile, stateFile, FollowFolder, supersededFolder, metaFolder}

// metaFolder is where Litestream keeps what it ships.
const metaFolder = "." + database.DataFile + litestream.MetaDirSuffix

// state says that a database's file had exactly the transactions of the replica up to TXID
// when it had this size and this moment.
type state struct {
	TXID  ltx.TXID  `json:"txid"`
	Size  int64     `json:"size"`
	Moved time.Time `json:"modified"`
}

// writeState notes that the database of a folder, which is closed, is as the replica is.
func writeState(dir string, txid ltx.TXID) error {
	info, err := os.Stat(filepath.Join(dir, database.DataFile))
	if err != nil {
		return err
	}
	content, err := json.Marshal(state{txid, info.Size(), info.ModTime()})
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, stateFile), content)
}

// writeWhole writes a file that is never seen in parts.
func writeWhole(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-") // with mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), path)
}

// readState returns up to which transaction the database's file is the replica; 0 is not
// known. What was written since is in its log alone: the log must be the first since then,
// and nothing of it may have been moved into the file.
func readState(dir string) (ltx.TXID, error) {
	content, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var s state
	if err := json.Unmarshal(content, &s); err != nil {
		return 0, nil // it says nothing
	}
	info, err := os.Stat(filepath.Join(dir, database.DataFile))
	if err != nil {
		return 0, err
	}
	if info.Size() != s.Size || !info.ModTime().Equal(s.Moved) {
		return 0, nil
	}
	return s.TXID, nil
}

// makeBaseline has Litestream go on behind a transaction with the first page of the
// database's log. Without that it would store the whole database anew, since it has not seen
// how the file came about. It reports whether it could.
//
// Litestream takes from its last file where in the log to go on. So that file is written
// here: it is the replica's own, with the beginning of the present log.
func makeBaseline(ctx context.Context, db *litestream.DB, client litestream.ReplicaClient, dir string, end ltx.TXID) (made bool, err error) {
	txid, err := readState(dir)
	if err != nil || txid == 0 || txid != end {
		return false, err
	}
	header, err := readLogHeader(filepath.Join(dir, database.DataFile+"-wal"))
	if err != nil || header == nil || header.restarts != 0 {
		return false, err
	}
	file, err := client.OpenLTXFile(ctx, 0, txid, txid, 0, 0)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if err := os.RemoveAll(db.LTXDir()); err != nil {
		return false, err
	}
	if err := os.MkdirAll(db.LTXLevelDir(0), 0o700); err != nil {
		return false, err
	}
	path := db.LTXPath(0, txid, txid)
	copied, err := os.OpenFile(path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return false, err
	}
	err = copyWithLog(copied, file, header)
	if err := errors.Join(err, copied.Sync(), copied.Close()); err != nil {
		return false, err
	}
	return true, os.Rename(path+".new", path)
}

// copyWithLog copies a file of Litestream and has it end where a log begins.
func copyWithLog(to io.Writer, from io.Reader, log *logHeader) error {
	decoder := ltx.NewDecoder(from)
	if err := decoder.DecodeHeader(); err != nil {
		return err
	}
	encoder, err := ltx.NewEncoder(to)
	if err != nil {
		return err
	}
	header := decoder.Header()
	header.WALOffset, header.WALSize, header.WALSalt1, header.WALSalt2 = walHeader, 0, log.salt1, log.salt2
	if err := encoder.EncodeHeader(header); err != nil {
		return err
	}
	data := make([]byte, header.PageSize)
	for {
		var page ltx.PageHeader
		if err := decoder.DecodePage(&page, data); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if err := encoder.EncodePage(ltx.PageHeader{Pgno: page.Pgno}, data); err != nil {
			return err
		}
	}
	if err := decoder.Close(); err != nil {
		return err
	}
	encoder.SetPostApplyChecksum(decoder.Trailer().PostApplyChecksum)
	return encoder.Close()
}

// logHeader is what the header of a database's log says.
type logHeader struct {
	restarts     uint32 // how often it was begun anew since the file was made
	salt1, salt2 uint32
}

// readLogHeader returns nil where there is no log.
func readLogHeader(path string) (*logHeader, error) {
	file, err := os.Open(path) // no lock is on this file, so closing it drops none
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var b [walHeader]byte
	if _, err := io.ReadFull(file, b[:]); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("the log of the database: %w", err)
	}
	return &logHeader{binary.BigEndian.Uint32(b[12:]), binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:])}, nil
}
