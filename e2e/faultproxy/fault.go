package faultproxy

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Fault is what happens to one connection. It ends when the fault returns.
type Fault func(*Conn)

// Conn is a client's connection to the proxy.
type Conn struct {
	net.Conn
	proxy *Proxy
}

// Pass forwards in both directions: no fault at all.
func Pass(c *Conn) { c.forward(0) }

// Delay holds back everything that the server answers, for a time.
func Delay(pause time.Duration) Fault {
	return func(c *Conn) { c.forward(pause) }
}

// Distance has everything that the server says arrive later by a time, as from a server
// that is far away.
func Distance(pause time.Duration) Fault {
	return func(c *Conn) { c.forwardLater(pause) }
}

// Hang takes a request and never answers.
func Hang(c *Conn) { _, _ = io.Copy(io.Discard, c) }

// Reset takes a request and resets the connection instead of answering.
func Reset(c *Conn) {
	c.readRequest()
	reset(c.Conn)
}

// HalfClose takes a request and ends its own direction without an answer, while it
// goes on reading.
func HalfClose(c *Conn) {
	c.readRequest()
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
	Hang(c)
}

// Answer answers in the server's place. Headers are whole lines.
func Answer(status int, body string, headers ...string) Fault {
	return func(c *Conn) {
		c.readRequest()
		c.say(head(status, len(body), headers) + body)
	}
}

// Raw answers with a text that need not be HTTP.
func Raw(text string) Fault {
	return func(c *Conn) {
		c.readRequest()
		c.say(text)
	}
}

// CutOff answers with the first half of a body, and ends the connection as if that
// were all.
func CutOff(status int, body string, headers ...string) Fault {
	return func(c *Conn) {
		c.readRequest()
		c.say(head(status, len(body), headers) + body[:len(body)/2])
	}
}

// Drip answers with one byte of the body at a time.
func Drip(pause time.Duration, status int, body string, headers ...string) Fault {
	return func(c *Conn) {
		c.readRequest()
		c.say(head(status, len(body), headers))
		for i := range len(body) {
			if !c.proxy.wait(pause) || !c.say(body[i:i+1]) {
				return
			}
		}
	}
}

func head(status, length int, headers []string) string {
	lines := append([]string{
		fmt.Sprintf("HTTP/1.1 %d %s", status, http.StatusText(status)),
		fmt.Sprintf("Content-Length: %d", length), "Connection: close",
	}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

func (c *Conn) say(s string) bool {
	_, err := io.WriteString(c, s)
	return err == nil
}

// readRequest waits for a whole request: an answer before that would be another fault
// than the one that is meant.
func (c *Conn) readRequest() {
	request, err := http.ReadRequest(bufio.NewReader(c))
	if err == nil {
		_, _ = io.Copy(io.Discard, request.Body)
	}
}

// forward passes both directions on until one side ends; what the server says is held
// back for a pause.
func (c *Conn) forward(pause time.Duration) {
	server, err := net.Dial("tcp", c.proxy.target)
	if err != nil {
		reset(c.Conn)
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, c)
		_ = server.Close()
	}()
	if pause > 0 && !c.proxy.wait(pause) {
		return
	}
	_, _ = io.Copy(c, server)
}

// forwardLater passes both directions on until one side ends. Each part of what the server
// says arrives later by a pause.
func (c *Conn) forwardLater(pause time.Duration) {
	server, err := net.Dial("tcp", c.proxy.target)
	if err != nil {
		reset(c.Conn)
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, c)
		_ = server.Close()
	}()
	type part struct {
		said []byte
		due  time.Time
	}
	parts := make(chan part, 1024)
	go func() {
		defer close(parts)
		for {
			buffer := make([]byte, 16<<10)
			n, err := server.Read(buffer)
			if n > 0 {
				parts <- part{buffer[:n], time.Now().Add(pause)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range parts {
		if !c.proxy.wait(time.Until(p.due)) {
			break
		}
		if _, err := c.Write(p.said); err != nil {
			break
		}
	}
	_ = server.Close()
	for range parts { // so that the reader ends
	}
}

// reset ends a connection with RST: the other side sees an error, not an end.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
