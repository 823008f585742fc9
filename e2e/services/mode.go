package services

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ory/dockertest/v3"
)

// The ways in which a program runs.
const (
	Docker  = "docker"
	Process = "process"
)

// ModeVariable forces one of the ways; without it, Docker is used where it is there.
const ModeVariable = "DATAIMPORT_E2E_SERVICES"

// chosen returns the way in which programs run on this machine.
func chosen() (string, error) {
	switch forced := os.Getenv(ModeVariable); forced {
	case Process:
		return Process, nil
	case Docker:
		_, err := engine()
		return Docker, err
	case "":
		if _, err := engine(); err == nil {
			return Docker, nil
		}
		return Process, nil
	default:
		return "", fmt.Errorf("%s is %q: it must be %s, %s or absent", ModeVariable, forced, Docker, Process)
	}
}

// engine is the Docker engine of this machine. An engine on another machine is not used,
// because its ports and folders are not on this machine.
var engine = sync.OnceValues(func() (*dockertest.Pool, error) {
	pool, err := dockertest.NewPool("")
	if err != nil {
		return nil, fmt.Errorf("there is no Docker engine: %w", err)
	}
	if at := pool.Client.Endpoint(); !strings.HasPrefix(at, "unix://") {
		return nil, fmt.Errorf("the Docker engine at %s is not on this machine", at)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := pool.Client.PingWithContext(ctx); err != nil {
		return nil, fmt.Errorf("the Docker engine does not answer: %w", err)
	}
	return pool, nil
})

func newRunner(mode, name string) (runner, error) {
	if mode == Process {
		path, err := toolPath(name, hostSystem)
		return &process{path: path}, err
	}
	pool, err := engine()
	if err != nil {
		return nil, err
	}
	repository, tag, err := image(pool, name)
	return &container{pool: pool, repository: repository, tag: tag}, err
}
