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

// outside is whom the service tells what happens: a receiver of events and a mail
// server, which keep what they get.
type outside struct {
	dir          string
	events       string // where the receiver is
	mailPort     int
	secret       string // that events are signed with
	told, mailed atomic.Int64

	mu    sync.Mutex
	file  *os.File
	close func()
}

// goOutside starts both, on ports that are free.
func goOutside(dir string) (*outside, error) {
	o := &outside{dir: dir}
	if err := os.Mkdir(o.mails(), 0o755); err != nil {
		return nil, err
	}
	var err error
	if o.file, err = os.Create(o.journal()); err != nil {
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
	o.events, o.mailPort = "http://"+events.Addr().String(), mails.Addr().(*net.TCPAddr).Port
	receiver := &http.Server{Handler: http.HandlerFunc(o.receive)}
	office := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &letter{office: o}, nil }))
	office.Domain = "localhost"
	go func() { _ = receiver.Serve(events) }()
	go func() { _ = office.Serve(mails) }()
	o.close = func() { _ = errors.Join(receiver.Close(), office.Close(), o.file.Close()) }
	return o, nil
}

// journal is the file with the events, one on each line.
func (o *outside) journal() string { return filepath.Join(o.dir, "events.ndjson") }

// mails is the folder with the e-mails.
func (o *outside) mails() string { return filepath.Join(o.dir, "mails") }

// receive takes an event that is signed as it has to be.
func (o *outside) receive(w http.ResponseWriter, r *http.Request) {
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
	o.told.Add(1)
	w.WriteHeader(http.StatusNoContent)
}

// letter is an e-mail on its way.
type letter struct{ office *outside }

// Mail takes whoever sends it.
func (l *letter) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt takes whoever gets it.
func (l *letter) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Reset forgets nothing: there is nothing but the text.
func (l *letter) Reset() {}

// Logout ends it.
func (l *letter) Logout() error { return nil }

// Data keeps its text.
func (l *letter) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%06d.eml", l.office.mailed.Add(1))
	return os.WriteFile(filepath.Join(l.office.mails(), name), text, 0o644)
}
