package replica

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/minio/minio-go/v7"
	"github.com/superfly/ltx"
	"golang.org/x/sync/errgroup"
)

const (
	generationsFolder = "generations"
	manifestName      = "manifest.json"
	// timestampKey is where Litestream keeps the moment of a file in its metadata.
	timestampKey = "Litestream-Timestamp"
	// headsAtOnce bounds the requests for the moments of files.
	headsAtOnce = 32
	// endTime bounds how long a takeover looks for the end of the replica.
	endTime = 30 * time.Second
	// transferRate is the least number of bytes a second that a transfer must have.
	transferRate = 1 << 20
)

// manifest is the object with which a generation begins.
type manifest struct {
	Generation uint64    `json:"generation"`
	Base       ltx.TXID  `json:"base"` // the last transaction of the generations before that counts
	Folder     string    `json:"folder"`
	Name       string    `json:"name"`
	Began      time.Time `json:"began"`
}

// chain is Litestream's client of a replica that has generations. Each primary writes into
// the folder of its generation. What an earlier primary writes there after its successor
// began is not part of the replica: the manifest of the successor says up to which
// transaction the earlier generations count.
type chain struct {
	bucket *bucket
	own    uint64 // the generation that is written; 0 for none
	permit func() error

	mu        sync.Mutex
	manifests []manifest
	places    map[string]uint64 // generations of the files that were listed, by level and name
}

var _ litestream.ReplicaClient = (*chain)(nil)

// openChain reads the generations that there are. own is the one that is written, by permit.
func openChain(ctx context.Context, b *bucket) (*chain, error) {
	c := &chain{bucket: b, permit: func() error { return errors.New("replica: this process only reads") }, places: make(map[string]uint64)}
	return c, c.refresh(ctx)
}

// writeAs makes the chain write into a generation, as long as permit allows it.
func (c *chain) writeAs(generation uint64, permit func() error) { c.own, c.permit = generation, permit }

func generationFolder(generation uint64) string {
	return fmt.Sprintf("%s/%016x", generationsFolder, generation)
}

// refresh reads which generations there are.
func (c *chain) refresh(ctx context.Context) error {
	var folders []string
	err := c.bucket.list(ctx, generationsFolder+"/", "", false, func(o minio.ObjectInfo) error {
		folders = append(folders, path.Base(o.Key))
		return nil
	})
	if err != nil {
		return err
	}
	c.mu.Lock()
	known := slices.Clone(c.manifests)
	c.mu.Unlock()
	var manifests []manifest
	for _, folder := range folders {
		generation, err := strconv.ParseUint(folder, 16, 64)
		if err != nil {
			continue
		}
		if i := slices.IndexFunc(known, func(m manifest) bool { return m.Generation == generation }); i >= 0 {
			manifests = append(manifests, known[i]) // a manifest never changes
			continue
		}
		var m manifest
		_, err = c.bucket.readJSON(ctx, generationFolder(generation)+"/"+manifestName, &m)
		if errors.Is(err, errMissing) {
			continue // it never began
		}
		if err != nil {
			return err
		}
		manifests = append(manifests, m)
	}
	slices.SortFunc(manifests, func(a, b manifest) int { return cmp.Compare(a.Generation, b.Generation) })
	c.mu.Lock()
	c.manifests = manifests
	c.mu.Unlock()
	return nil
}

// last returns the latest generation, which has the number 0 where there is none.
func (c *chain) last() (m manifest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.manifests); n > 0 {
		m = c.manifests[n-1]
	}
	return m
}

// span is a generation with the last of its transactions that counts.
type span struct {
	generation uint64
	upTo       ltx.TXID
}

// spans returns the generations, the latest first.
func (c *chain) spans() (list []span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	upTo := ^ltx.TXID(0)
	for _, m := range slices.Backward(c.manifests) {
		list = append(list, span{m.Generation, upTo})
		upTo = min(upTo, m.Base)
	}
	return list
}

// begin writes the manifest of a generation and makes it the last one.
func (c *chain) begin(ctx context.Context, m manifest) error {
	_, err := c.bucket.writeJSON(ctx, generationFolder(m.Generation)+"/"+manifestName, "", m)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.manifests = append(c.manifests, m)
	return nil
}

// tidy removes from earlier generations what their successors do not count, and the earliest
// generations of which nothing is left. Without a generation the files of the one before it
// would count again, so they go in their order.
func (c *chain) tidy(ctx context.Context) error {
	if err := c.permit(); err != nil {
		return err
	}
	earliest := true
	for _, s := range slices.Backward(c.spans()) {
		if s.generation == c.own {
			return nil
		}
		var useless []string
		left := 0
		err := c.bucket.list(ctx, generationFolder(s.generation)+"/", "", true, func(o minio.ObjectInfo) error {
			_, maxTXID, err := ltx.ParseFilename(path.Base(o.Key))
			switch {
			case err != nil: // the manifest
			case maxTXID > s.upTo:
				useless = append(useless, o.Key)
			default:
				left++
			}
			return nil
		})
		if err == nil && len(useless) > 0 {
			err = c.bucket.remove(ctx, useless)
		}
		if earliest = earliest && left == 0; err == nil && earliest {
			err = c.forget(ctx, s.generation)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forget removes the manifest of the earliest generation.
func (c *chain) forget(ctx context.Context, generation uint64) error {
	if err := c.bucket.remove(ctx, []string{c.bucket.key(generationFolder(generation) + "/" + manifestName)}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.manifests = slices.DeleteFunc(c.manifests, func(m manifest) bool { return m.Generation == generation })
	return nil
}

// end returns the last transaction up to which the replica has no gap.
func (c *chain) end(ctx context.Context) (ltx.TXID, error) {
	plan, err := litestream.CalcRestorePlan(ctx, c, 0, time.Time{}, slog.New(slog.DiscardHandler))
	switch {
	case errors.Is(err, litestream.ErrTxNotAvailable):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return ltx.FileInfoSlice(plan).MaxTXID(), nil
}

// findEnd is end within the time that a takeover may take.
func (c *chain) findEnd(ctx context.Context) (ltx.TXID, error) {
	ctx, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	return c.end(ctx)
}

// Type names the kind of the storage in Litestream's messages.
func (c *chain) Type() string { return "s3" }

// Init does nothing: the storage was opened before.
func (c *chain) Init(context.Context) error { return nil }

// SetLogger does nothing: all is in the errors.
func (c *chain) SetLogger(*slog.Logger) {}

// fileName names a file within its generation.
func fileName(level int, minTXID, maxTXID ltx.TXID) string {
	return fmt.Sprintf("%04x/%s", level, ltx.FormatFilename(minTXID, maxTXID))
}

// LTXFiles lists the files of a level, from a transaction on.
func (c *chain) LTXFiles(ctx context.Context, level int, seek ltx.TXID, useMetadata bool) (ltx.FileIterator, error) {
	var found []*ltx.FileInfo
	seen := make(map[string]bool)
	for _, s := range c.spans() {
		if s.upTo < seek {
			break // this generation ended before, and so did those before it
		}
		folder := fmt.Sprintf("%s/%04x/", generationFolder(s.generation), level)
		after := ""
		if seek > 0 {
			after = folder + seek.String()
		}
		var keys []string
		first := len(found)
		err := c.bucket.list(ctx, folder, after, true, func(o minio.ObjectInfo) error {
			minTXID, maxTXID, err := ltx.ParseFilename(path.Base(o.Key))
			name := fileName(level, minTXID, maxTXID)
			if err != nil || minTXID < seek || maxTXID > s.upTo || seen[name] {
				return nil
			}
			seen[name] = true
			found = append(found, &ltx.FileInfo{Level: level, MinTXID: minTXID, MaxTXID: maxTXID, Size: o.Size, CreatedAt: o.LastModified.UTC()})
			keys = append(keys, o.Key)
			c.mu.Lock()
			c.places[name] = s.generation
			c.mu.Unlock()
			return nil
		})
		if err == nil && useMetadata {
			err = c.readMoments(ctx, keys, found[first:])
		}
		if err != nil {
			return nil, fmt.Errorf("list the replica: %w", err)
		}
	}
	slices.SortFunc(found, func(a, b *ltx.FileInfo) int {
		return cmp.Or(cmp.Compare(a.MinTXID, b.MinTXID), cmp.Compare(a.MaxTXID, b.MaxTXID))
	})
	return ltx.NewFileInfoSliceIterator(found), nil
}

// readMoments sets the moments of files to those of their transactions.
func (c *chain) readMoments(ctx context.Context, keys []string, files []*ltx.FileInfo) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(headsAtOnce)
	for i, key := range keys {
		group.Go(func() error {
			info, err := c.bucket.client.StatObject(ctx, c.bucket.name, key, minio.StatObjectOptions{})
			if err != nil {
				return err
			}
			at, err := time.Parse(time.RFC3339Nano, info.UserMetadata[timestampKey])
			if err != nil {
				return fmt.Errorf("%s has no moment: %w", key, err)
			}
			files[i].CreatedAt = at
			return nil
		})
	}
	return group.Wait()
}

// OpenLTXFile opens a file, or a part of it.
func (c *chain) OpenLTXFile(ctx context.Context, level int, minTXID, maxTXID ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	var options minio.GetObjectOptions
	if offset > 0 || size > 0 {
		end := int64(0) // to the end
		if size > 0 {
			end = offset + size - 1
		}
		if err := options.SetRange(offset, end); err != nil {
			return nil, err
		}
	}
	name := fileName(level, minTXID, maxTXID)
	for _, generation := range c.findPlaces(name) {
		body, err := c.bucket.open(ctx, c.bucket.key(generationFolder(generation)+"/"+name), options)
		if err == nil {
			return body, nil
		} else if !errors.Is(err, errMissing) {
			return nil, err
		}
	}
	return nil, os.ErrNotExist
}

// findPlaces returns the generations in which a file may be, the likeliest first.
func (c *chain) findPlaces(name string) (generations []uint64) {
	c.mu.Lock()
	place, listed := c.places[name]
	c.mu.Unlock()
	if listed {
		return []uint64{place}
	}
	for _, s := range c.spans() {
		generations = append(generations, s.generation)
	}
	return generations
}

// WriteLTXFile stores a file in the own generation.
func (c *chain) WriteLTXFile(ctx context.Context, level int, minTXID, maxTXID ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	if err := c.permit(); err != nil {
		return nil, err
	}
	header, r, err := peekHeader(r)
	if err != nil {
		return nil, err
	}
	moment := time.UnixMilli(header.Timestamp).UTC()
	name := fileName(level, minTXID, maxTXID)
	key := c.bucket.key(generationFolder(c.own) + "/" + name)
	options := minio.PutObjectOptions{
		UserMetadata: map[string]string{timestampKey: moment.Format(time.RFC3339Nano)},
		ContentType:  "application/octet-stream", PartSize: 16 << 20, NumThreads: 2,
	}
	size := sizeOf(r)
	info, err := c.put(ctx, key, r, size, options)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", name, err)
	}
	c.mu.Lock()
	c.places[name] = c.own
	c.mu.Unlock()
	return &ltx.FileInfo{Level: level, MinTXID: minTXID, MaxTXID: maxTXID, Size: max(info.Size, size), CreatedAt: moment}, nil
}

// put stores an object of a size; -1 is unknown.
func (c *chain) put(ctx context.Context, key string, r io.Reader, size int64, options minio.PutObjectOptions) (minio.UploadInfo, error) {
	client, bucket := c.bucket.client, c.bucket.name
	if size < 0 {
		ctx, progress := watchProgress(ctx, partTime)
		defer progress.stop()
		return client.Client.PutObject(ctx, bucket, key, &upload{r, progress}, size, options)
	}
	ctx, cancel := context.WithTimeout(ctx, smallTime+time.Duration(size)*time.Second/transferRate)
	defer cancel()
	if size > int64(options.PartSize) {
		return client.Client.PutObject(ctx, bucket, key, r, size, options)
	}
	return client.PutObject(ctx, bucket, key, r, size, "", "", options)
}

// peekHeader reads the header of a file, which stays to be read.
func peekHeader(r io.Reader) (ltx.Header, io.Reader, error) {
	seeker, ok := r.(io.ReadSeeker)
	if !ok {
		return ltx.PeekHeader(r)
	}
	header, _, err := ltx.PeekHeader(seeker)
	if err == nil {
		_, err = seeker.Seek(0, io.SeekStart)
	}
	return header, seeker, err
}

// sizeOf returns the size of a file that is to be stored; -1 is unknown.
func sizeOf(r io.Reader) int64 {
	file, ok := r.(*os.File)
	if !ok {
		return -1
	}
	info, err := file.Stat()
	if err != nil {
		return -1
	}
	return info.Size()
}

// DeleteLTXFiles removes files, wherever they are.
func (c *chain) DeleteLTXFiles(ctx context.Context, files []*ltx.FileInfo) error {
	if len(files) == 0 {
		return nil
	}
	if err := c.permit(); err != nil {
		return err
	}
	var keys []string
	for _, f := range files {
		name := fileName(f.Level, f.MinTXID, f.MaxTXID)
		for _, s := range c.spans() {
			keys = append(keys, c.bucket.key(generationFolder(s.generation)+"/"+name))
		}
		c.mu.Lock()
		delete(c.places, name)
		c.mu.Unlock()
	}
	return c.bucket.remove(ctx, keys)
}

// DeleteAll is not done: no part of this program removes a whole replica.
func (c *chain) DeleteAll(context.Context) error { return errors.ErrUnsupported }
