// Command floor stores accounts with as little work as durable storage allows: net/http, two
// decoded members, the rows that staging an account writes, prepared statements, group commit, and
// a commit that waits for the disk. It checks neither payloads nor callers. Compared with it, the
// benchmark shows how much the service's own work costs.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json/v2"
	"flag"
	"io"
	"log"
	"net/http"
	"time"
)

func main() {
	address := flag.String("http", "127.0.0.1:8091", "address to listen on")
	dir := flag.String("dir", ".", "folder of the database")
	flag.Parse()
	s, err := openStore(*dir)
	if err != nil {
		log.Fatal("floor: ", err)
	}
	go s.writeGroups()
	http.HandleFunc("POST /", s.handleStage)
	log.Fatal("floor: ", http.ListenAndServe(*address, nil))
}

// account has the two members that are decoded, and what is stored with them.
type account struct {
	Supplier string `json:"import_supplier"`
	Number   string `json:"external_account_number"`

	payload string
	sha256  string
	done    chan error
}

func (s *store) handleStage(w http.ResponseWriter, r *http.Request) {
	body := make([]byte, r.ContentLength)
	if _, err := io.ReadFull(r.Body, body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a := account{done: make(chan error, 1)}
	if err := json.Unmarshal(body, &a); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	sum := sha256.Sum256(body)
	a.payload, a.sha256 = string(body), hex.EncodeToString(sum[:])
	s.queue <- &a
	if err := <-a.done; err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// formatNow returns the current time as PocketBase stores it.
func formatNow() string { return time.Now().UTC().Format("2006-01-02 15:04:05.000Z") }
