package documents

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"path"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/foreign"
)

// S3 is a store in a bucket of object storage. Its keys must allow reading objects and
// listing the bucket. Without the permission to list, S3 answers the same for a missing
// object and a forbidden one.
type S3 struct {
	client minio.Core
	bucket string
}

// The limits of one request. They notice a server that does not answer within seconds,
// and tolerate a short interruption.
const (
	attempts     = 3
	dialTime     = 3 * time.Second
	responseTime = 10 * time.Second
)

// maxKey is the longest key that the protocol allows, in bytes.
const maxKey = 1024

// NewS3 returns a store in a bucket. It sends no request, so that an unreachable bucket
// does not keep the service from starting.
func NewS3(c S3Config) (*S3, error) {
	client, err := Connect(c)
	if err != nil {
		return nil, err
	}
	return &S3{client: client, bucket: c.Bucket}, nil
}

// Connect returns a client of an object storage. It sends no request.
func Connect(c S3Config) (minio.Core, error) {
	transport, err := minio.DefaultTransport(c.TLS)
	if err != nil {
		return minio.Core{}, err
	}
	transport.DialContext = (&net.Dialer{Timeout: dialTime, KeepAlive: 15 * time.Second}).DialContext
	transport.ResponseHeaderTimeout = responseTime
	transport.MaxIdleConnsPerHost = sideBySide
	lookup := minio.BucketLookupDNS
	if c.PathStyle {
		lookup = minio.BucketLookupPath
	}
	client, err := minio.New(c.Endpoint, &minio.Options{
		Creds:  credentials.NewStaticV4(c.AccessKey, string(c.SecretKey), ""),
		Secure: c.TLS, Region: c.Region, BucketLookup: lookup, Transport: transport, MaxRetries: attempts,
	})
	return minio.Core{Client: client}, err
}

// Stat looks a document up. Its checksum is the one that is stored with the object. Where
// there is none, Stat reads the document and computes it.
func (s *S3) Stat(ctx context.Context, at Location) (document.Info, error) {
	key, err := s.key(at)
	if err != nil {
		return document.Info{}, err
	}
	object, err := s.client.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{Checksum: true})
	if err == nil {
		if sum, ok := checksum(object); ok {
			return document.Info{Size: object.Size, SHA256: sum}, nil
		}
	} else if !wordless(err) {
		return document.Info{}, s.failed(err)
	}
	body, err := s.get(ctx, key)
	if err != nil {
		return document.Info{}, err
	}
	defer body.Close()
	return digest(ctx, body)
}

// Open opens a document for reading. The caller closes it.
func (s *S3) Open(ctx context.Context, at Location) (io.ReadCloser, error) {
	key, err := s.key(at)
	if err != nil {
		return nil, err
	}
	return s.get(ctx, key)
}

// Link returns a presigned address of the object. A browser shows the object if its name
// is that of a PDF or a picture, and saves it otherwise.
func (s *S3) Link(ctx context.Context, at Location, life time.Duration) (string, error) {
	key, err := s.key(at)
	if err != nil {
		return "", err
	}
	if err := checkLife(life); err != nil {
		return "", err
	}
	content := contentByName(key)
	link, err := s.client.PresignedGetObject(ctx, s.bucket, key, life, url.Values{
		"response-content-type":        {content},
		"response-content-disposition": {disposition(content, path.Base(key))},
	})
	if err != nil {
		return "", unavailable(foreign.Hide(err))
	}
	return link.String(), nil
}

func (s *S3) key(at Location) (string, error) {
	at, err := at.clean()
	if err != nil {
		return "", err
	}
	key := at.String()
	if len(key) > maxKey {
		return "", fmt.Errorf("%w: its path is longer than a key can be", ErrNotFound)
	}
	return key, nil
}

func (s *S3) get(ctx context.Context, key string) (io.ReadCloser, error) {
	body, _, _, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, s.failed(err)
	}
	return body, nil
}
