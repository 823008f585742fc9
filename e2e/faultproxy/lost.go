package faultproxy

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
)

// LoseAnswer passes a request on and resets the connection once the server has
// answered: what was asked is done, and the client does not know.
func LoseAnswer(c *Conn) { c.lose(wholeRequest) }

// LoseRequest passes on a request without the second half of its body, waits for what
// the server makes of that, and resets the connection.
func LoseRequest(c *Conn) { c.lose(halfRequest) }

func (c *Conn) lose(send func(server *net.TCPConn, r *http.Request) error) {
	defer reset(c.Conn)
	request, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	server, err := net.Dial("tcp", c.proxy.target)
	if err != nil {
		return
	}
	defer server.Close()
	if err := send(server.(*net.TCPConn), request); err != nil {
		return
	}
	response, err := http.ReadResponse(bufio.NewReader(server), request)
	if err == nil {
		_, _ = io.Copy(io.Discard, response.Body) // what it says is lost anyway
	}
}

func wholeRequest(server *net.TCPConn, r *http.Request) error { return r.Write(server) }

func halfRequest(server *net.TCPConn, r *http.Request) error {
	var whole bytes.Buffer
	if err := r.Write(&whole); err != nil {
		return err
	}
	if _, err := server.Write(whole.Bytes()[:whole.Len()-int(r.ContentLength+1)/2]); err != nil {
		return err
	}
	return server.CloseWrite()
}
