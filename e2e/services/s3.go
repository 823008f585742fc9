package services

import (
	"bytes"
	"context"
	"crypto/rand"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3Server is an S3 server with one empty bucket. It keeps its objects when it is
// stopped.
type S3Server struct {
	*Service
	Endpoint  string // host and port, without TLS
	Region    string
	AccessKey string
	SecretKey string
	Bucket    string
	Client    *minio.Client // with the server's keys
}

// S3 starts an S3 server that ends with the test.
func S3(t testing.TB) *S3Server {
	t.Helper()
	s := newS3()
	s.Service = run(t, s.program(t))
	s.prepare(t)
	return s
}

func newS3() *S3Server {
	return &S3Server{Region: "eu-west-2", AccessKey: "E2E" + rand.Text()[:13], SecretKey: rand.Text() + rand.Text(), Bucket: "documents"}
}

func (s *S3Server) program(t testing.TB) program {
	t.Helper()
	data := t.TempDir()
	for _, name := range []string{"objects", "attributes"} {
		if err := os.Mkdir(filepath.Join(data, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return program{name: "versitygw", data: data, args: func(addr, data string) []string {
		// Attributes are in a folder beside the objects, because not every file system
		// can store them.
		return []string{"--access", s.AccessKey, "--secret", s.SecretKey, "--region", s.Region, "--port", addr,
			"posix", "--sidecar", path.Join(data, "attributes"), path.Join(data, "objects")}
	}}
}

func (s *S3Server) prepare(t testing.TB) {
	t.Helper()
	s.Endpoint = strings.TrimPrefix(s.URL, "http://")
	var err error
	s.Client, err = minio.New(s.Endpoint, &minio.Options{
		Creds: credentials.NewStaticV4(s.AccessKey, s.SecretKey, ""), Region: s.Region, BucketLookup: minio.BucketLookupPath,
		TrailingHeaders: true, // a checksum is stored with an object only with trailing headers
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Client.MakeBucket(context.Background(), s.Bucket, minio.MakeBucketOptions{Region: s.Region}); err != nil {
		t.Fatal(err)
	}
}

// Put stores an object. It replaces an existing one.
func (s *S3Server) Put(t testing.TB, key string, content []byte) {
	t.Helper()
	s.PutWith(t, key, content, minio.PutObjectOptions{})
}

// PutWith stores an object with attributes of its own.
func (s *S3Server) PutWith(t testing.TB, key string, content []byte, options minio.PutObjectOptions) {
	t.Helper()
	_, err := s.Client.PutObject(context.Background(), s.Bucket, key, bytes.NewReader(content), int64(len(content)), options)
	if err != nil {
		t.Fatalf("store %q: %v", key, err)
	}
}

// Remove deletes an object.
func (s *S3Server) Remove(t testing.TB, key string) {
	t.Helper()
	if err := s.Client.RemoveObject(context.Background(), s.Bucket, key, minio.RemoveObjectOptions{}); err != nil {
		t.Fatalf("remove %q: %v", key, err)
	}
}
