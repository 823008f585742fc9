package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/emersion/go-smtp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receivers are a receiver of events and a mail server. They store what the service sends.
type receivers struct {
	dir                   string
	eventsURL             string // address of the receiver
	mailPort              int
	secret                string // signs the events
	eventCount, mailCount atomic.Int64

	mu    sync.Mutex
	file  *os.File
	close func()
}

// startReceivers starts both on free ports.
func startReceivers(dir string) (*receivers, error) {
	o := &receivers{dir: dir}
	if err := os.Mkdir(o.mailsFolder(), 0o755); err != nil {
		return nil, err
	}
	var err error
	if o.file, err = os.Create(o.eventsPath()); err != nil {
		return nil, err
	}
	events, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	mails, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	o.eventsURL, o.mailPort = "http://"+events.Addr().String(), mails.Addr().(*net.TCPAddr).Port
	receiver := &http.Server{Handler: http.HandlerFunc(o.handleEvent)}
	mailServer := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &mailSession{receivers: o}, nil }))
	mailServer.Domain = "localhost"
	go func() { _ = receiver.Serve(events) }()
	go func() { _ = mailServer.Serve(mails) }()
	o.close = func() { _ = errors.Join(receiver.Close(), mailServer.Close(), o.file.Close()) }
	return o, nil
}

// eventsPath is the file with the events, one on each line.
func (o *receivers) eventsPath() string { return filepath.Join(o.dir, "events.ndjson") }

// mailsFolder is the folder with the e-mails.
func (o *receivers) mailsFolder() string { return filepath.Join(o.dir, "mails") }

// handleEvent stores an event. It refuses one with a wrong signature.
func (o *receivers) handleEvent(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	hook, err := standardwebhooks.NewWebhook(o.secret)
	if err != nil || hook.Verify(body, r.Header) != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := fmt.Fprintf(o.file, "%s\n", body); err != nil {
		w.WriteHeader(http.StatusInsufficientStorage)
		return
	}
	o.eventCount.Add(1)
	w.WriteHeader(http.StatusNoContent)
}

// mailSession receives an e-mail.
type mailSession struct{ receivers *receivers }

// Mail accepts every sender.
func (l *mailSession) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt accepts every recipient.
func (l *mailSession) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Reset does nothing, because a session holds only the text.
func (l *mailSession) Reset() {}

// Logout ends the session.
func (l *mailSession) Logout() error { return nil }

// Data stores the text of the e-mail.
func (l *mailSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%06d.eml", l.receivers.mailCount.Add(1))
	return os.WriteFile(filepath.Join(l.receivers.mailsFolder(), name), text, 0o644)
}
