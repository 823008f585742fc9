package services

import (
	"bytes"
	"os/exec"
	"runtime"
	"sync"
)

// process runs a program as a child of the test.
type process struct {
	path    string
	log     logBuffer
	command *exec.Cmd
	ended   chan struct{}
}

func (p *process) start(of program, addr string) error {
	p.command = exec.Command(p.path, of.args(addr, of.data)...)
	p.command.Stdout, p.command.Stderr = &p.log, &p.log
	dieWithParent(p.command)
	started := make(chan error)
	ended := make(chan struct{})
	go func() {
		// The system ends the child with the thread that started it, not with the
		// process. So this thread waits for the child and does nothing else.
		runtime.LockOSThread()
		err := p.command.Start()
		started <- err
		if err == nil {
			_ = p.command.Wait() // the process is killed in the end, so its error means nothing
		}
		close(ended)
	}()
	p.ended = ended
	return <-started
}

func (p *process) alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

func (p *process) stop() error {
	if p.ended == nil || p.command.Process == nil {
		return nil
	}
	_ = p.command.Process.Kill() // it may have ended already
	<-p.ended
	return nil
}

func (p *process) output() string { return p.log.String() }

// logBuffer keeps what a program writes, while others may read it.
type logBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (l *logBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buffer.Write(b)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buffer.String()
}
