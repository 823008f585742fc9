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

// connection is a kept-alive connection. A client of net/http would use more processor time than
// some of the answers do.
type connection struct {
	net.Conn
	in      *bufio.Reader
	out     []byte // the request
	send    []byte // its body, written anew for each request
	payload []byte // within the body
	answer
}

// dialServer connects, and closes the previous connection.
func (c *connection) dialServer(address string) error {
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

// sendPost sends c.send and expects the status want. Authorization may be empty.
func (c *connection) sendPost(path, authorization string, want int) error {
	return c.sendRequest(http.MethodPost, path, "application/json", "Authorization", authorization, want)
}

// sendLines sends c.send, which has an object a line.
func (c *connection) sendLines(path, authorization string) error {
	return c.sendRequest(http.MethodPost, path, "application/x-ndjson", "Authorization", authorization, http.StatusOK)
}

func (c *connection) sendGet(path, authorization string) error {
	return c.sendRequest(http.MethodGet, path, "", "Authorization", authorization, http.StatusOK)
}

func (c *connection) requestPage(path, cookie string) error {
	return c.sendRequest(http.MethodGet, path, "", "Cookie", cookie, http.StatusOK)
}

// sendRequest sends a request and reads its answer. It sends c.send as the body unless the body's
// type is empty, and the header with the credentials unless these are empty.
func (c *connection) sendRequest(method, path, media, header, who string, want int) error {
	c.out = append(append(append(c.out[:0], method...), ' '), path...)
	c.out = append(c.out, " HTTP/1.1\r\nHost: bench\r\n"...)
	if who != "" {
		c.out = fmt.Appendf(c.out, "%s: %s\r\n", header, who)
	}
	if media != "" {
		c.out = fmt.Appendf(c.out, "Content-Type: %s\r\nContent-Length: ", media)
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
	return c.receiveAnswer(want, sent)
}
