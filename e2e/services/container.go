package services

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"
)

// container runs a program in a container that is removed when it ends. Data that must
// outlive it is in a folder of the test.
type container struct {
	pool            *dockertest.Pool
	repository, tag string
	log             logBuffer
	name            string
	resource        *dockertest.Resource
}

const (
	innerPort = "7070"
	innerData = "/data"
	// expiry is how long a container runs after its test was killed.
	expiry = 20 * time.Minute
)

func (c *container) start(of program, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	c.name = "dataimport-e2e-" + of.name + "-" + strings.ToLower(rand.Text()[:10])
	options := &dockertest.RunOptions{
		Name: c.name, Repository: c.repository, Tag: c.tag, User: c.user(),
		Cmd:          of.args(":"+innerPort, innerData),
		ExposedPorts: []string{innerPort + "/tcp"},
		PortBindings: map[docker.Port][]docker.PortBinding{innerPort + "/tcp": {{HostIP: "127.0.0.1", HostPort: port}}},
	}
	if of.data != "" {
		options.Mounts = []string{of.data + ":" + innerData}
	}
	c.resource, err = c.pool.RunWithOptions(options, func(h *docker.HostConfig) { h.AutoRemove = true })
	if err != nil {
		_ = c.pool.RemoveContainerByName(c.name) // a container that never ran is not removed by itself
		return err
	}
	c.follow()
	return c.resource.Expire(uint(expiry.Seconds()))
}

// user returns the user of the program in its container. It is the user that runs the
// test, so that the test can remove its files. An engine without root maps its own root
// to that user.
func (c *container) user() string {
	info, err := c.pool.Client.Info()
	if err == nil && slices.Contains(info.SecurityOptions, "name=rootless") {
		return "0:0"
	}
	return fmt.Sprintf("%d:%d", os.Getuid(), os.Getgid())
}

// follow keeps the program's output. The engine deletes it with the container.
func (c *container) follow() {
	id := c.resource.Container.ID
	go func() {
		_ = c.pool.Client.Logs(docker.LogsOptions{ // without the output only the explanation of a failure is missing
			Container: id, Follow: true, Stdout: true, Stderr: true, OutputStream: &c.log, ErrorStream: &c.log,
		})
	}()
}

func (c *container) alive() bool {
	found, err := c.pool.Client.InspectContainer(c.resource.Container.ID)
	return err == nil && found.State.Running
}

// stop kills the container and waits until the engine has removed it, because its port is
// free only then.
func (c *container) stop() error {
	if c.resource == nil {
		return nil
	}
	id := c.resource.Container.ID
	killed := c.pool.Client.KillContainer(docker.KillContainerOptions{ID: id})
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		_, err := c.pool.Client.InspectContainer(id)
		var gone *docker.NoSuchContainer
		if errors.As(err, &gone) {
			c.resource = nil
			return nil
		}
	}
	return fmt.Errorf("the container %s is still there (kill: %v)", c.name, killed)
}

func (c *container) output() string { return c.log.String() }
