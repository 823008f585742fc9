package endpoint

import (
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is how many bytes the decompression of a body keeps to look back at. RFC 8878
// recommends that decoders support so much.
const maxWindow = 8 << 20

// isCompression reports whether a Content-Encoding is one that decompressor reads.
func isCompression(encoding string) bool { return encoding == "gzip" || encoding == "zstd" }

// decompressor decompresses a body. It begins with the first Read, since even the head of a
// compressed body may arrive slowly.
type decompressor struct {
	from     io.Reader
	encoding string
	to       io.Reader // nil before the first Read
}

// Read implements [io.Reader].
func (d *decompressor) Read(p []byte) (n int, err error) {
	switch {
	case d.to != nil:
	case d.encoding == "gzip":
		d.to, err = gzip.NewReader(d.from)
	default:
		// One goroutine decodes, which is the caller's.
		d.to, err = zstd.NewReader(d.from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	}
	if err != nil {
		return 0, noEnd(err)
	}
	return d.to.Read(p)
}

// noEnd is the error of a body that ends before it has begun.
func noEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Close implements [io.Closer].
func (d *decompressor) Close() error { return nil }
