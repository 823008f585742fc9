package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"
)

// answer is the latest answer on a connection.
type answer struct {
	body    []byte        // of a stream, the beginning
	chunk   []byte        // buffer for a stream's chunks
	objects int           // in a stream: the number of opening braces
	first   time.Duration // from the request to the first byte
	bytes   int64         // of all bodies
}

// keptOfStream is how much is kept of a stream's body, at least: more than a batch's outcomes.
const keptOfStream = 256 << 10

// receiveAnswer reads an answer to its end. Another status than want is an error.
func (c *connection) receiveAnswer(want int, sent time.Time) error {
	if _, err := c.in.Peek(1); err != nil {
		return err
	}
	c.first = time.Since(sent)
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return err
	}
	if response.StatusCode != want {
		text, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%s: %.500s", response.Status, text)
	}
	if response.ContentLength < 0 {
		return c.readStream(response.Body)
	}
	if n := int(response.ContentLength); n > cap(c.body) {
		c.body = make([]byte, n)
	}
	c.body = c.body[:response.ContentLength]
	c.bytes += response.ContentLength
	_, err = io.ReadFull(response.Body, c.body)
	return err
}

func (c *connection) readStream(body io.Reader) error {
	if c.chunk == nil {
		c.chunk = make([]byte, 64<<10)
	}
	c.objects, c.body = 0, c.body[:0]
	for {
		n, err := body.Read(c.chunk)
		c.bytes += int64(n)
		c.objects += bytes.Count(c.chunk[:n], []byte{'{'})
		if len(c.body) < keptOfStream {
			c.body = append(c.body, c.chunk[:n]...)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// expectOccurrences returns an error unless the answer has the text so many times.
func (c *connection) expectOccurrences(times int, what string) error {
	if n := bytes.Count(c.body, []byte(what)); n != times {
		return fmt.Errorf("the answer has %s %d times and not %d: %.500s", what, n, times, c.body)
	}
	return nil
}
