package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"

	"dataimport/e2e/binary"
)

var (
	program  string          // the path of the binary under test
	chromium context.Context // the browser, started once; nil without Chromium
)

func TestMain(m *testing.M) {
	// Each test has a tab of one browser and a service of its own. More than two at once
	// starve each other of the processor on a small machine.
	flag.Parse()
	if err := flag.Set("test.parallel", "2"); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	path, err := find()
	if err != nil {
		if os.Getenv("BROWSER") == "required" {
			fmt.Println(err)
			return 1
		}
		fmt.Println("NOT TESTED: the pages, since " + err.Error() + ". Install Chromium to test them.")
		return m.Run()
	}
	if program, err = binary.Program(); err != nil {
		fmt.Println(err)
		return 1
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options(path)...)
	defer stop()
	browser, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(browser); err != nil {
		fmt.Println("the browser does not start:", err)
		return 1
	}
	chromium = browser
	return m.Run()
}

func find() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no Chromium")
}

// options are the options of a browser that can reach this machine alone.
func options(path string) []chromedp.ExecAllocatorOption {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"),
		chromedp.Flag("lang", "en-GB"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	return options
}
