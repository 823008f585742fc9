package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// answerTime is how long an answer may take before it counts as an error.
const answerTime = 60 * time.Second

// connection is one that is kept alive. A client of net/http would cost more of the
// processor than some of the answers do.
type connection struct {
	net.Conn
	in      *bufio.Reader
	out     []byte // the request
	send    []byte // its body, made anew for each
	payload []byte // within the body
	answer
}

// dial connects, anew where there was a connection before.
func (c *connection) dial(address string) error {
	if c.Conn != nil {
		_ = c.Close()
	}
	connected, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	c.Conn, c.in = connected, bufio.NewReaderSize(connected, 32<<10)
	return nil
}

// post sends c.send, whose answer must have the status. Authorization may be empty.
func (c *connection) post(path, authorization string, want int) error {
	return c.request(http.MethodPost, path, "Authorization", authorization, want)
}

func (c *connection) get(path, authorization string) error {
	return c.request(http.MethodGet, path, "Authorization", authorization, http.StatusOK)
}

func (c *connection) page(path, cookie string) error {
	return c.request(http.MethodGet, path, "Cookie", cookie, http.StatusOK)
}

// request sends a request with who asks in a header, unless that is empty.
func (c *connection) request(method, path, header, who string, want int) error {
	c.out = append(append(append(c.out[:0], method...), ' '), path...)
	c.out = append(c.out, " HTTP/1.1\r\nHost: bench\r\n"...)
	if who != "" {
		c.out = fmt.Appendf(c.out, "%s: %s\r\n", header, who)
	}
	if method == http.MethodPost {
		c.out = append(c.out, "Content-Type: application/json\r\nContent-Length: "...)
		c.out = append(strconv.AppendInt(c.out, int64(len(c.send)), 10), "\r\n\r\n"...)
		c.out = append(c.out, c.send...)
	} else {
		c.out = append(c.out, "\r\n"...)
	}
	if err := c.SetDeadline(time.Now().Add(answerTime)); err != nil {
		return err
	}
	sent := time.Now()
	if _, err := c.Write(c.out); err != nil {
		return err
	}
	return c.receive(want, sent)
}
