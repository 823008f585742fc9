package replica

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"

	"dataimport/modules/kit/store/documents"
)

// smallTime bounds a request for a small object. A storage that answers later counts as
// away.
const smallTime = 3 * time.Second

var (
	// errMissing says that there is no such object.
	errMissing = errors.New("replica: there is no such object")
	// errChanged says that an object is not as the writer expected it.
	errChanged = errors.New("replica: another process has written the object")
)

// bucket is the part of an object storage that belongs to one replica.
type bucket struct {
	client minio.Core
	name   string
	prefix string
}

func openBucket(c *Config) (*bucket, error) {
	at, prefix, err := c.place()
	if err != nil {
		return nil, err
	}
	client, err := documents.Connect(at)
	if err != nil {
		return nil, err
	}
	return &bucket{client, at.Bucket, prefix}, nil
}

func (b *bucket) key(name string) string { return b.prefix + "/" + name }

// read returns a small object and its version.
func (b *bucket) read(ctx context.Context, name string) (content []byte, version string, err error) {
	ctx, cancel := context.WithTimeout(ctx, smallTime)
	defer cancel()
	body, info, _, err := b.client.GetObject(ctx, b.name, b.key(name), minio.GetObjectOptions{})
	if err != nil {
		return nil, "", describe(err)
	}
	defer body.Close()
	content, err = io.ReadAll(io.LimitReader(body, 1<<20))
	return content, info.ETag, describe(err)
}

// readJSON reads a small object into a value.
func (b *bucket) readJSON(ctx context.Context, name string, to any) (version string, err error) {
	content, version, err := b.read(ctx, name)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(content, to); err != nil {
		return "", fmt.Errorf("replica: %s cannot be read: %w", b.key(name), err)
	}
	return version, nil
}

// writeJSON stores a value where the object still has the version, and returns its new
// version. An empty version is that of an object that does not exist. The error is
// errChanged where it has another one.
func (b *bucket) writeJSON(ctx context.Context, name, version string, value any) (string, error) {
	content, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	var options minio.PutObjectOptions
	if version == "" {
		options.SetMatchETagExcept("*")
	} else {
		options.SetMatchETag(version)
	}
	return b.write(ctx, name, content, options)
}

// replaceJSON stores a value, whatever is there.
func (b *bucket) replaceJSON(ctx context.Context, name string, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = b.write(ctx, name, content, minio.PutObjectOptions{})
	return err
}

func (b *bucket) write(ctx context.Context, name string, content []byte, options minio.PutObjectOptions) (version string, err error) {
	ctx, cancel := context.WithTimeout(ctx, smallTime)
	defer cancel()
	options.ContentType = "application/json"
	info, err := b.client.PutObject(ctx, b.name, b.key(name), bytes.NewReader(content), int64(len(content)), "", "", options)
	return info.ETag, describe(err)
}

// list calls found with each object below a folder whose key comes after another one.
func (b *bucket) list(ctx context.Context, folder, after string, recursive bool, found func(minio.ObjectInfo) error) error {
	ctx, progress := watchProgress(ctx, stallTime)
	defer progress.stop() // it ends the listing where found fails
	options := minio.ListObjectsOptions{Prefix: b.key(folder), Recursive: recursive}
	if after != "" {
		options.StartAfter = b.key(after)
	}
	for object := range b.client.Client.ListObjects(ctx, b.name, options) {
		if err := cmp.Or(describe(object.Err), context.Cause(ctx)); err != nil {
			return err
		}
		progress.note()
		if err := found(object); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// open opens an object of any size, or a part of it, by its whole key.
func (b *bucket) open(ctx context.Context, key string, options minio.GetObjectOptions) (io.ReadCloser, error) {
	ctx, progress := watchProgress(ctx, stallTime)
	body, _, _, err := b.client.GetObject(ctx, b.name, key, options)
	if err != nil {
		progress.stop()
		return nil, cmp.Or(stalled(ctx), describe(err))
	}
	progress.timer.Stop()
	return &transfer{body, ctx, progress}, nil
}

// remove removes objects by their whole keys.
func (b *bucket) remove(ctx context.Context, keys []string) error {
	objects := make(chan minio.ObjectInfo)
	go func() {
		defer close(objects)
		for _, key := range keys {
			select {
			case objects <- minio.ObjectInfo{Key: key}:
			case <-ctx.Done():
				return
			}
		}
	}()
	var failed error
	for e := range b.client.RemoveObjects(ctx, b.name, objects, minio.RemoveObjectsOptions{}) {
		failed = cmp.Or(failed, describe(e.Err))
	}
	return cmp.Or(failed, ctx.Err())
}

// describe makes the errors of the protocol known to this package.
func describe(err error) error {
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return err
	}
	switch {
	case answer.StatusCode == http.StatusNotFound && answer.Code == minio.NoSuchKey:
		return errMissing
	case answer.StatusCode == http.StatusPreconditionFailed, answer.StatusCode == http.StatusConflict:
		return errChanged
	}
	return err
}
