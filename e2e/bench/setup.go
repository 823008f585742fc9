package main

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
)

const (
	supplier       = "BENCH"
	energySupplier = "ENERGY"
	listSupplier   = "LISTED"
	team           = "Migration"
	listed         = 100_000 // accounts of listSupplier
	staff          = "staff@example.org"
	password       = "correct horse battery staple"
)

// startServers starts the three servers, with the data that the lines need. stop ends those that
// were started. It is never nil.
func (b *bench) startServers(ctx context.Context) (stop func(), err error) {
	var started []*server
	stop = func() {
		for _, s := range started {
			s.killProcess()
		}
	}
	b.load.accounts = newAccounts(supplier, b.samples)
	if b.load.energy, err = newEnergyAccounts(energySupplier, b.samples); err != nil {
		return stop, err
	}
	key, err := b.setUpService(ctx)
	if err == nil && b.preload > 0 {
		err = b.preloadAccounts(ctx, key)
	}
	if err != nil {
		return stop, err
	}
	for _, s := range []struct {
		server *(*server)
		name   string
		args   []string
	}{
		{&b.load.service, "dataimport", []string{"serve"}},
		{&b.load.stock, "stock", []string{"serve"}},
		{&b.load.floor, "floor", nil},
	} {
		*s.server, err = startServer(ctx, filepath.Join(b.dir, s.name), filepath.Join(b.programs, s.name), s.args...)
		if err != nil {
			return stop, err
		}
		started = append(started, *s.server)
	}
	if b.growth != nil {
		b.growth.Start = toMilliseconds(b.load.service.startDuration)
	}
	if b.load.authorization, err = obtainToken(b.load.service.address, key); err != nil {
		return stop, err
	}
	if b.load.cookie, err = signIn(b.load.service.address); err != nil {
		return stop, err
	}
	if b.peer != "" {
		if b.load.peer, err = startPeer(ctx, b.peer); err != nil {
			return stop, err
		}
		started = append(started, b.load.peer)
	}
	return stop, b.prepareBulk(ctx, key)
}

// prepareBulk opens the run of the bulk lines and imports books. A version without runs or without
// an import client goes without the lines that need them.
func (b *bench) prepareBulk(ctx context.Context, key string) (err error) {
	if b.load.run, err = openRun(b.load.service.address, b.load.authorization); err != nil {
		return err
	}
	if b.load.run == "" {
		fmt.Printf("The service in %s has no runs: the bulk lines are left out.\n", b.programs)
	}
	if b.load.client = b.newClient(ctx, key); b.load.client == nil {
		fmt.Printf("The program in %s has no import client: its line and the bytes of an account are left out.\n", b.programs)
		return nil
	}
	if err := b.measureBytes(ctx); err != nil || b.book == 0 {
		return err
	}
	return b.importPreloaded(ctx)
}

func (b *bench) setUpService(ctx context.Context) (key string, err error) {
	for _, args := range [][]string{
		{"team", "create", team}, {"supplier", "create", supplier}, {"supplier", "create", listSupplier},
		{"supplier", "create", energySupplier, "--market", "gb-energy"}, {"supplier", "create", sampleSupplier, "--market", "gb-energy"},
	} {
		if _, err := b.runCommand(ctx, args...); err != nil {
			return "", err
		}
	}
	if _, err := b.runCommandWithInput(ctx, password+"\n", "staff", "create", staff, "--role", "support", "--password-stdin"); err != nil {
		return "", err
	}
	if err := b.insertListed(); err != nil {
		return "", err
	}
	return b.runCommand(ctx, "api-client", "create", "Benchmark", "--supplier", supplier, "--supplier", listSupplier, "--supplier", energySupplier, "--supplier", sampleSupplier)
}

// runCommand runs a command of the service and returns its output.
func (b *bench) runCommand(ctx context.Context, args ...string) (output string, err error) {
	return b.runCommandWithInput(ctx, "", args...)
}

func (b *bench) runCommandWithInput(ctx context.Context, input string, args ...string) (output string, err error) {
	command := exec.CommandContext(ctx, filepath.Join(b.programs, "dataimport"), append(args, "--dir", filepath.Join(b.dir, "dataimport"))...)
	command.Stdin = strings.NewReader(input)
	text, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s: %s", strings.Join(args, " "), exit.Stderr)
	}
	return strings.TrimSpace(string(text)), err
}

// insertListed inserts the accounts of the list, all imported, while the service is stopped.
func (b *bench) insertListed() error {
	db, err := database.Connect(filepath.Join(b.dir, "dataimport", "data.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.NewQuery(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ` + strconv.Itoa(listed) + `)
		INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at, service_account_number, account_created_at)
		SELECT printf('%015d', i), (SELECT id FROM suppliers WHERE code = '` + listSupplier + `'), 'EXT-' || i, 'imported', '2026-01-01 00:00:00.000Z',
			printf('A-%08d', i), '2026-01-01 00:00:00.000Z' FROM n`).Execute()
	return err
}

// obtainToken returns the value of an Authorization header.
func obtainToken(address, key string) (string, error) {
	query := fmt.Sprintf(`{"query": "mutation { obtainToken(input: {APIKey: \"%s\"}) { token } }"}`, key)
	response, err := http.Post("http://"+address+paths.GraphQL+"/", "application/json", strings.NewReader(query))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct {
		Data struct {
			ObtainToken struct {
				Token string `json:"token"`
			} `json:"obtainToken"`
		} `json:"data"`
	}
	if err := json.UnmarshalRead(response.Body, &answer); err != nil {
		return "", err
	}
	if answer.Data.ObtainToken.Token == "" {
		return "", errors.New("the service gives no token")
	}
	return "Token " + answer.Data.ObtainToken.Token, nil
}

// signIn returns the cookie of a member of the staff.
func signIn(address string) (string, error) {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm("http://"+address+"/imports/login/", url.Values{"email": {staff}, "password": {password}})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	for _, cookie := range response.Cookies() {
		return cookie.Name + "=" + cookie.Value, nil
	}
	return "", fmt.Errorf("the service refused to sign in: %s", response.Status)
}
