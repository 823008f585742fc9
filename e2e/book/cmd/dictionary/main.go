// Command dictionary trains a dictionary for package packed on generated accounts, which hold
// no data of real people, and writes it to standard output:
//
//	go run ./e2e/book/cmd/dictionary -id 1 > modules/kit/store/packed/dictionaries/1
//
// A file that has been in a release never changes: a better dictionary gets the next id.
package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/dict"

	"dataimport/e2e/book"
)

// samples is how many accounts of the core, and of a market, are read.
const samples = 1500

// size is the length of a dictionary in bytes. Twice as long, it saves 1 % more, and takes more
// of the processor's cache.
const size = 32 << 10

func main() {
	id := flag.Uint("id", 1, "id of the dictionary")
	flag.Parse()
	if err := train(uint32(*id), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "dictionary:", err)
		os.Exit(1)
	}
}

func train(id uint32, to io.Writer) error {
	var inputs [][]byte
	day := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for seed := range uint64(samples) {
		account := book.Account(seed+1, "SUPPLIER", day)
		energy, supply, err := addSupply(account, fmt.Sprintf("%08d", seed+1))
		if err != nil {
			return err
		}
		inputs = append(inputs, account, energy, supply)
	}
	dictionary, err := dict.BuildZstdDict(inputs, dict.Options{MaxDictSize: size, HashBytes: 6, ZstdDictID: id})
	if err != nil {
		return err
	}
	_, err = to.Write(dictionary)
	return err
}

// addSupply returns the account with its supply addresses, and these as they are stored with
// the account.
func addSupply(account []byte, number string) (energy, supply []byte, err error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(account, &members); err != nil {
		return nil, nil, err
	}
	book.AddSupply(members, number)
	if energy, err = json.Marshal(members, json.Deterministic(true)); err != nil {
		return nil, nil, err
	}
	supply, err = json.Marshal(map[string]jsontext.Value{"supply_addresses": members["supply_addresses"]})
	return energy, supply, err
}
