package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// keepProfile profiles the service's processor time for as long as a line takes. The file is
// written when wait returns. A service that cannot be profiled is no failure.
func (b *bench) keepProfile(l *line, length time.Duration) (wait func()) {
	done := make(chan error)
	go func() { done <- fetchProfile(b.profile, l, length) }()
	return func() {
		if err := <-done; err != nil {
			log.Printf("\nno profile of %s: %v", l.name, err)
		}
	}
}

func fetchProfile(dir string, l *line, length time.Duration) error {
	seconds := max(int(length.Seconds()), 1)
	response, err := http.Get(fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", l.on.profile, seconds))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(dir, strings.ReplaceAll(l.name, " ", "-")+".pprof"))
	if err != nil {
		return err
	}
	if _, err = io.Copy(file, response.Body); err != nil {
		return err
	}
	return file.Close()
}
