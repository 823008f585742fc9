package services

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"

	"dataimport/e2e/binary"
)

//go:embed Dockerfile
var dockerfile []byte

// image returns the image of a program. It holds the program alone, so that building it
// needs no registry. The engine keeps it under a tag that stands for the versions of its
// programs.
func image(pool *dockertest.Pool, name string) (repository, tag string, err error) {
	path, err := toolPath(name, "linux")
	if err != nil {
		return "", "", err
	}
	dir := filepath.Dir(path)
	repository, tag = "dataimport-e2e/"+name, filepath.Base(filepath.Dir(dir))
	unlock, err := binary.Lock(dir + ".lock")
	if err != nil {
		return "", "", err
	}
	defer unlock()
	if _, err := pool.Client.InspectImage(repository + ":" + tag); err == nil {
		return repository, tag, nil
	}
	if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), dockerfile, 0o644); err != nil {
		return "", "", err
	}
	var log logBuffer
	err = pool.Client.BuildImage(docker.BuildImageOptions{
		Name: repository + ":" + tag, ContextDir: dir, Dockerfile: "Dockerfile",
		BuildArgs:    []docker.BuildArg{{Name: "PROGRAM", Value: name}},
		OutputStream: &log, RmTmpContainer: true, ForceRmTmpContainer: true,
	})
	if err != nil {
		return "", "", fmt.Errorf("build the image of %s: %w\n%s", name, err, log.String())
	}
	return repository, tag, nil
}
