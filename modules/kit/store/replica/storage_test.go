package replica

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/superfly/ltx"

	"dataimport/e2e/services"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/secrets"
)

// configOf is the configuration of a replica in a server's bucket.
func configOf(server *services.S3Server, prefix string) *Config {
	c := DefaultConfig()
	c.URL, c.Key = "s3://"+server.Bucket+"/"+prefix, documents.Secret(strings.Repeat("passphrase", 4))
	c.S3 = documents.S3Config{Endpoint: server.Endpoint, Region: server.Region, AccessKey: server.AccessKey, SecretKey: documents.Secret(server.SecretKey), PathStyle: true}
	return &c
}

func bucketOf(t *testing.T, server *services.S3Server, prefix string) *bucket {
	t.Helper()
	b, err := openBucket(configOf(server, prefix))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var quiet = slog.New(slog.DiscardHandler)

// The tests share one S3 server; each has a prefix of its own.
func TestStorage(t *testing.T) {
	server := services.S3(t)
	t.Run("one process holds the lease", func(t *testing.T) { oneHolds(t, bucketOf(t, server, "one")) })
	t.Run("an answer that was lost", func(t *testing.T) { anAnswerWasLost(t, bucketOf(t, server, "lost")) })
	t.Run("a lease that nobody follows", func(t *testing.T) { aloneItDoesNotRunOut(t, bucketOf(t, server, "alone")) })
	t.Run("a lease that is followed", func(t *testing.T) { followedItRunsOut(t, bucketOf(t, server, "followed")) })
	t.Run("generations", func(t *testing.T) { generations(t, bucketOf(t, server, "generations")) })
	t.Run("a copy that follows", func(t *testing.T) { aCopyFollows(t, bucketOf(t, server, "follower")) })
}

func record(holder string, ttl time.Duration) leaseRecord {
	return leaseRecord{Holder: holder, Folder: "folder of " + holder, Name: holder, TTLMillis: ttl.Milliseconds()}
}

func oneHolds(t *testing.T, b *bucket) {
	first, err := acquire(t.Context(), b, leaseRecord{}, "", record("first", time.Minute), quiet)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := acquire(t.Context(), b, leaseRecord{}, "", record("second", time.Minute), quiet); !errors.Is(err, errChanged) {
		t.Errorf("a second process gets %v", err)
	}
	if err := first.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := first.Err(); !errors.Is(err, ErrLost) {
		t.Errorf("after it was given back: %v", err)
	}
	watch := leaseWatch{bucket: b}
	if err := watch.look(t.Context()); err != nil || !watch.isFree() {
		t.Fatalf("the lease that was given back is %+v, %v", watch.record, err)
	}
	second, err := acquire(t.Context(), b, watch.record, watch.version, record("second", time.Minute), quiet)
	if err != nil || second.Generation() != 2 {
		t.Fatalf("the second holder: %v", err)
	}
	defer second.abandon() //nolint:errcheck // it is never an error
	first.lost = nil
	if err := first.renew(t.Context()); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), "second") {
		t.Errorf("the first one renews: %v", err)
	}
}

// A renewal may have happened although its answer was lost. The next one finds that out.
func anAnswerWasLost(t *testing.T, b *bucket) {
	l, err := acquire(t.Context(), b, leaseRecord{}, "", record("holder", time.Hour), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer l.abandon() //nolint:errcheck // it is never an error
	before := l.version
	if err := l.renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.version = before
	if err := l.renew(t.Context()); err != nil || l.Err() != nil {
		t.Errorf("after an answer was lost: %v, %v", err, l.Err())
	}
	again, err := acquire(t.Context(), b, leaseRecord{}, "", l.record, quiet) // the lost answer of the acquisition itself
	if err != nil {
		t.Fatal(err)
	}
	_ = again.abandon()
}

func aloneItDoesNotRunOut(t *testing.T, b *bucket) {
	l, err := acquire(t.Context(), b, leaseRecord{}, "", record("holder", time.Hour), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer l.abandon() //nolint:errcheck // it is never an error
	if err := l.err(time.Now().Add(24 * time.Hour)); err != nil {
		t.Error(err)
	}
	// What a standby said long ago is still there.
	if err := b.replaceJSON(t.Context(), standbyObject, announcement{"old", 7, 3}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.renew(t.Context()), l.renew(t.Context())); err != nil || l.record.Followed {
		t.Errorf("an old announcement counts: %v", err)
	}
}

func followedItRunsOut(t *testing.T, b *bucket) {
	l, err := acquire(t.Context(), b, leaseRecord{}, "", record("holder", time.Hour), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer l.abandon() //nolint:errcheck // it is never an error
	for beat := range uint64(2) {
		if err := errors.Join(b.replaceJSON(t.Context(), standbyObject, announcement{"standby", beat + 1, 5}), l.renew(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if name, txid := l.Standby(); name != "standby" || txid != 5 {
		t.Errorf("the standby is %q at %d", name, txid)
	}
	if err := l.Err(); err != nil {
		t.Error(err)
	}
	if err := l.err(time.Now().Add(time.Hour)); !errors.Is(err, errExpired) {
		t.Errorf("after its time: %v", err)
	}
	watch := leaseWatch{bucket: b}
	if err := watch.look(t.Context()); err != nil || !watch.record.Followed || watch.isFree() {
		t.Errorf("the standby sees %+v, %v", watch.record, err)
	}
	if now := time.Now(); watch.isOver(now) || !watch.isOver(now.Add(time.Hour+time.Second)) {
		t.Error("the standby counts another time")
	}
}

// fileOf makes a file with one page that is filled with a byte.
func fileOf(t *testing.T, minTXID, maxTXID ltx.TXID, fill byte) io.Reader {
	t.Helper()
	var b bytes.Buffer
	encoder, err := ltx.NewEncoder(&b)
	if err == nil {
		err = encoder.EncodeHeader(ltx.Header{Version: ltx.Version, Flags: ltx.HeaderFlagNoChecksum, PageSize: 512, Commit: 1,
			MinTXID: minTXID, MaxTXID: maxTXID, Timestamp: time.Now().UnixMilli()})
	}
	if err == nil {
		err = encoder.EncodePage(ltx.PageHeader{Pgno: 1}, bytes.Repeat([]byte{fill}, 512))
	}
	if err = errors.Join(err, encoder.Close()); err != nil {
		t.Fatal(err)
	}
	return &b
}

// pageOf reads the byte that fills a file's page.
func pageOf(t *testing.T, c *chain, txid ltx.TXID) byte {
	t.Helper()
	file, err := c.OpenLTXFile(t.Context(), 0, txid, txid, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder, page, data := ltx.NewDecoder(file), ltx.PageHeader{}, make([]byte, 512)
	if err := errors.Join(decoder.DecodeHeader(), decoder.DecodePage(&page, data)); err != nil {
		t.Fatal(err)
	}
	return data[0]
}

func transactions(t *testing.T, c *chain) (list []ltx.TXID) {
	t.Helper()
	files, err := c.LTXFiles(t.Context(), 0, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	for files.Next() {
		list = append(list, files.Item().MaxTXID)
	}
	return list
}

// What a former primary writes after its successor has begun does not count.
func generations(t *testing.T, b *bucket) {
	allowed := func() error { return nil }
	write := func(c *chain, txid ltx.TXID, fill byte) {
		t.Helper()
		if _, err := c.WriteLTXFile(t.Context(), 0, txid, txid, fileOf(t, txid, txid, fill)); err != nil {
			t.Fatal(err)
		}
	}
	open := func(generation uint64, base ltx.TXID) *chain {
		t.Helper()
		c, err := openChain(t.Context(), b)
		if err == nil {
			c.writeAs(generation, allowed)
			err = c.begin(t.Context(), manifest{Generation: generation, Base: base})
		}
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := open(1, 0)
	write(first, 1, 'a')
	write(first, 2, 'a')
	second := open(3, 2) // the process of the second generation ended before it began
	write(first, 3, 'x')
	write(first, 4, 'x')
	if got := transactions(t, second); !slices.Equal(got, []ltx.TXID{1, 2}) {
		t.Errorf("the transactions are %v", got)
	}
	write(second, 3, 'b')
	reader, err := openChain(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if got := transactions(t, reader); !slices.Equal(got, []ltx.TXID{1, 2, 3}) || pageOf(t, reader, 3) != 'b' || pageOf(t, reader, 2) != 'a' {
		t.Errorf("the transactions are %v", got)
	}
	if end, err := reader.end(t.Context()); err != nil || end != 3 {
		t.Errorf("the replica ends with %d, %v", end, err)
	}
	if _, err := reader.WriteLTXFile(t.Context(), 0, 9, 9, fileOf(t, 9, 9, 'z')); err == nil {
		t.Error("a reader writes")
	}
	if err := second.tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := transactions(t, first); !slices.Equal(got, []ltx.TXID{1, 2}) { // it knows of no successor
		t.Errorf("after tidying the first generation has %v", got)
	}
	if err := second.DeleteLTXFiles(t.Context(), []*ltx.FileInfo{{MinTXID: 1, MaxTXID: 1}, {MinTXID: 2, MaxTXID: 2}}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(second.tidy(t.Context()), reader.refresh(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := reader.spans(); len(got) != 1 || got[0].generation != 3 {
		t.Errorf("the generations are %+v", got)
	}
	lost := errors.New("not the primary")
	second.writeAs(3, func() error { return lost })
	_, err = second.WriteLTXFile(t.Context(), 0, 4, 4, fileOf(t, 4, 4, 'z'))
	if !errors.Is(err, lost) || !errors.Is(second.DeleteLTXFiles(t.Context(), []*ltx.FileInfo{{MinTXID: 3, MaxTXID: 3}}), lost) || !errors.Is(second.tidy(t.Context()), lost) {
		t.Errorf("without the lease it writes or deletes: %v", err)
	}
	if _, err := reader.OpenLTXFile(t.Context(), 0, 8, 8, 0, 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
}

// givenFiles lists the last transactions of the files of a level that a follower gives from a
// transaction on.
func givenFiles(t *testing.T, f *follower, level int, seek ltx.TXID) (list []ltx.TXID) {
	t.Helper()
	files, err := f.LTXFiles(t.Context(), level, seek, false)
	if err != nil {
		t.Fatal(err)
	}
	for files.Next() {
		list = append(list, files.Item().MaxTXID)
	}
	return list
}

// A copy gets nothing beyond a limit, lists the compacted files only where they are needed, and
// knows when it may have what no longer counts.
func aCopyFollows(t *testing.T, b *bucket) {
	allowed := func() error { return nil }
	first, err := openChain(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	first.writeAs(1, allowed)
	err = first.begin(t.Context(), manifest{Generation: 1})
	for txid := ltx.TXID(1); txid <= 4 && err == nil; txid++ {
		_, err = first.WriteLTXFile(t.Context(), 0, txid, txid, fileOf(t, txid, txid, 'a'))
	}
	if err == nil {
		_, err = first.WriteLTXFile(t.Context(), 1, 1, 3, fileOf(t, 1, 3, 'a'))
	}
	if err != nil {
		t.Fatal(err)
	}
	reader, err := openChain(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	f, err := newFollower(reader, dir)
	if err != nil {
		t.Fatal(err)
	}
	f.setLimit(3)
	if got := givenFiles(t, f, 0, 3); !slices.Equal(got, []ltx.TXID{3}) {
		t.Errorf("up to the limit it gives %v", got)
	}
	f.setLimit(0)
	if got := givenFiles(t, f, 0, 3); len(got) > 0 {
		t.Errorf("while the end is looked for it gives %v", got)
	}
	f.setLimit(noLimit)
	if got := givenFiles(t, f, 1, 0); !slices.Equal(got, []ltx.TXID{3}) {
		t.Errorf("the first look at the upper levels finds %v", got)
	}
	if got := givenFiles(t, f, 1, 0); len(got) > 0 {
		t.Errorf("without a gap the upper levels are listed again: %v", got)
	}
	if err := first.DeleteLTXFiles(t.Context(), []*ltx.FileInfo{{MinTXID: 2, MaxTXID: 2}}); err != nil {
		t.Fatal(err)
	}
	_ = givenFiles(t, f, 0, 2)
	if got := givenFiles(t, f, 1, 0); !slices.Equal(got, []ltx.TXID{3}) {
		t.Errorf("with a gap the upper levels give %v", got)
	}
	second, err := openChain(t.Context(), b)
	if err == nil {
		second.writeAs(2, allowed)
		err = errors.Join(second.begin(t.Context(), manifest{Generation: 2, Base: 3}), reader.refresh(t.Context()))
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := newFollower(reader, dir)
	if err != nil || !f.isSpoiled() || !again.isSpoiled() {
		t.Fatalf("a copy with what no longer counts goes on: %v", err)
	}
	if _, err := again.LTXFiles(t.Context(), 0, 5, false); !errors.Is(err, errSpoiled) {
		t.Errorf("it gets more: %v", err)
	}
	again.forget()
	if got := givenFiles(t, again, 0, 3); !slices.Equal(got, []ltx.TXID{3}) || again.isSpoiled() {
		t.Errorf("a copy that is made anew gets %v", got)
	}
}

// A storage that begins an answer and does not go on is left after a while.
func TestAStalledStorage(t *testing.T) {
	t.Parallel()
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		_, _ = io.WriteString(w, "<")
		w.(http.Flusher).Flush()
		<-end
	}))
	defer server.Close()
	defer close(end)
	c := DefaultConfig()
	c.URL, c.S3 = "s3://bucket/prefix", documents.S3Config{Endpoint: server.Listener.Addr().String(), Region: "eu-west-2", AccessKey: "key", SecretKey: "secret", PathStyle: true}
	b, err := openBucket(&c)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	body, err := b.open(t.Context(), b.key("object"), minio.GetObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(body); !errors.Is(err, errStalled) {
		t.Errorf("an object: %v", err)
	}
	_ = body.Close()
	if err := b.list(t.Context(), "", "", true, func(minio.ObjectInfo) error { return nil }); err == nil {
		t.Error("a listing ends without an error")
	}
	if took := time.Since(began); took < stallTime || took > 4*stallTime {
		t.Errorf("it took %s", took)
	}
}

func TestTheKeyFileIsSealed(t *testing.T) {
	server := services.S3(t)
	b, dir, other := bucketOf(t, server, "key"), t.TempDir(), t.TempDir()
	const key = "the key of the vendors' secrets, and of links\n"
	if err := storeKeyFile(t.Context(), b, dir, ""); err != nil {
		t.Errorf("without a key file: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, secrets.KeyFile), []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := storeKeyFile(t.Context(), b, dir, ""); !errors.Is(err, ErrNoPassphrase) {
		t.Errorf("without a passphrase: %v", err)
	}
	passphrase := documents.Secret(strings.Repeat("p", minKey))
	for range 2 {
		if err := storeKeyFile(t.Context(), b, dir, passphrase); err != nil {
			t.Fatal(err)
		}
	}
	if content, _, err := b.read(context.Background(), keyObject); err != nil || bytes.Contains(content, []byte("vendors")) {
		t.Errorf("the storage has %s, %v", content, err)
	}
	if err := bringKeyFile(t.Context(), b, other, passphrase+"x"); err == nil || !strings.Contains(err.Error(), "--replica-key") {
		t.Errorf("another passphrase: %v", err)
	}
	if err := os.WriteFile(filepath.Join(other, secrets.KeyFile), []byte("a former key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := bringKeyFile(t.Context(), b, other, passphrase); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(filepath.Join(other, secrets.KeyFile))
	former, _ := os.ReadFile(filepath.Join(other, secrets.KeyFile+".superseded"))
	if string(got) != key || string(former) != "a former key" {
		t.Errorf("the key file is %q, and the former one %q", got, former)
	}
}
