# `make demo` and `make test` are for people. CI runs `make check`.

# Go downloads the toolchain of go.mod where the installed one is older.
export GOTOOLCHAIN = auto
# Tests, tools and releases are compiled in one way, so that what one has compiled is
# there for the others.
export CGO_ENABLED = 0
export GOFLAGS ?= -trimpath

# Every package of this project; generated files are checked by `stale`.
PACKAGES = ./...
ROUNDS ?= 100
# How long each fuzz target runs.
FUZZTIME ?= 30s

# What `--version` says, and the folder that `make release` fills.
VERSION ?= development
COMMIT = $(or $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null),unknown)
DIST ?= dist
# One static program without a path of this machine in it: the same commit, version and
# Go make the same bytes everywhere.
STATIC = CGO_ENABLED=0 go build -trimpath -buildvcs=false \
	-ldflags "-s -w -X dataimport/modules/kit/ops/release.version=$(VERSION) -X dataimport/modules/kit/ops/release.commit=$(COMMIT)"
TARGETS = linux/amd64 linux/arm64 darwin/arm64
IMAGE ?= dataimport:$(VERSION)
DOCKER ?= docker

.PHONY: build demo bench test race fuzz fuzz-quickly crash takeover checked check generate stale format lint vulnerabilities cross release image

build:
	$(STATIC) -o bin/dataimport .

# Programs for all targets, with their checksums: make release VERSION=v1.2.3
release: $(TARGETS:%=release/%)
	cd $(DIST) && sha256sum $(foreach t,$(TARGETS),dataimport-$(VERSION)-$(subst /,-,$(t))) > sha256sums

release/%:
	GOOS=$(*D) GOARCH=$(*F) $(STATIC) -o $(DIST)/dataimport-$(VERSION)-$(*D)-$(*F) .

# The image holds the program alone, so it is made of a folder with nothing else. The
# empty folder in it becomes the volume.
image:
	dir=$$(mktemp -d) && trap 'rm -r "$$dir"' EXIT && mkdir -m 700 "$$dir/data" && \
	GOOS=linux $(STATIC) -o "$$dir/dataimport" . && \
	$(DOCKER) build --tag $(IMAGE) --build-arg VERSION=$(VERSION) --build-arg COMMIT=$(COMMIT) --file Dockerfile "$$dir"

# Builds, serves on a fresh folder, imports a book of accounts through the
# interface, and goes on serving until Ctrl-C.
demo: build
	go build -o bin/demo ./e2e/demo
	bin/demo -accounts $(or $(ACCOUNTS),1000)

# Measures the service beside stock PocketBase and a floor, in one table. QUICK=1 takes
# about 90 seconds; JSON=FILE writes the results; ACCOUNTS=N makes so many accounts before;
# REPLICA=1 measures services with a replica, too; BOOK=N has the import client import them, and measures that; PEER="COMMAND" measures a
# program that stages accounts on the port in PORT; PROFILE=DIR keeps a processor profile
# of each line; AGAINST=DIR has the service take turns with that of another version, whose
# three programs are there.
bench:
	go build -trimpath $(if $(PROFILE),-tags profile) -o bin/measured/ . ./e2e/bench/stock ./e2e/bench/floor
	go build -o bin/bench ./e2e/bench
	bin/bench -programs bin/measured $(if $(QUICK),-quick) $(if $(JSON),-json $(JSON)) $(if $(PROFILE),-profile $(PROFILE)) $(if $(ACCOUNTS),-accounts $(ACCOUNTS)) $(if $(BOOK),-book $(BOOK)) $(if $(REPLICA),-replica) $(if $(PEER),-peer "$$PEER") $(if $(AGAINST),-against $(AGAINST))

# Packages wait for servers, and e2e tests for processes, more than they compute: more of
# them run at once than there are processors. `lint` vets.
TEST = go test -vet=off -timeout 15m -p 4 -parallel 6
# The packages in which goroutines meet: their code starts one, or guards memory. Left out are those
# whose tests have the whole service do one thing after another, and caches of pure rules: the detector
# makes them take minutes, and what meets there is tested where it is.
RACED = $$(git grep -lE '^\s*go (func|[a-z]+[.(])|\.Go\(|sync\.(Mutex|RWMutex|Map|Cond|Pool|WaitGroup)|"sync/atomic"' -- \
	'modules/*.go' ':!*_test.go' ':!modules/kit/testing' ':!modules/kit/domain' ':!modules/bookbuild' ':!modules/lifecycle' ':!modules/markets' | \
	xargs -n1 dirname | sort -u | grep -vx modules | sed 's|^|./|')
# Under the race detector the driver of SQLite stays as it is: its memory is its own, and
# instrumented it takes ten times longer to compile and to run.
UNINSTRUMENTED = -gcflags='modernc.org/...=-race=false'

# All tests. With RACE=-race, packages in which goroutines meet run under the race
# detector, which needs a C compiler; `make check` sets it. The program that e2e tests is
# another process, which the detector does not see.
test:
	$(STATIC) -o bin/e2e/dataimport .
ifdef RACE
	CGO_ENABLED=1 $(TEST) $(RACE) $(UNINSTRUMENTED) $(RACED)
	@raced=$$(go list $(RACED)) && $(E2E) $(TEST) $$(go list $(PACKAGES) | grep -vxF "$$raced")
else
	$(E2E) $(TEST) $(PACKAGES)
endif

# What e2e tests is built once, and named to all of its packages.
E2E = DATAIMPORT_E2E_PROGRAM=$(CURDIR)/bin/e2e/dataimport

# Each stage says how long it took.
STAGES = stale format lint vulnerabilities cross race fuzz-quickly
check:
	@for stage in $(STAGES); do began=$$(date +%s); $(MAKE) --no-print-directory $$stage || exit; \
		echo "== $$stage took $$(($$(date +%s) - began)) s"; done

race:
	$(MAKE) test RACE=-race

fuzz-quickly:
	@QUICK=1 ./.ci/fuzz 1s

# Tries every decoder and parser with generated input. The first time takes
# ten minutes more, see .ci/fuzz.
fuzz:
	@./.ci/fuzz $(FUZZTIME)

generate:
	go tool templ generate -path views
	go tool templ generate -path modules

stale: generate
	@test -z "$$(git status --porcelain -- views '*_templ.go')" || { git status --short -- views '*_templ.go'; echo "generated files are stale: run make generate and commit"; exit 1; }

format:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "not formatted: run gofmt -w on these"; exit 1; }
	go tool templ fmt -fail views modules

# Builds for another system: code that builds on this system alone fails here.
cross:
	GOOS=darwin GOARCH=arm64 $(STATIC) -o /dev/null .

lint:
	go vet $(PACKAGES)
	go tool staticcheck $(PACKAGES)

# The list of known vulnerabilities comes from the network. Where it cannot be
# had, that is said, and is no failure of the code.
vulnerabilities:
	@./.ci/vulnerabilities

# Kills, pauses and cuts off a primary under load as often as asked for, and has its standby
# take over each time, in both modes; `make test` does it once each, in sync mode. Then restores
# 20 random moments of a run; `make test` restores three.
takeover:
	go test ./e2e/crash -run 'TestTakeover|TestMoments' -v -timeout 2h -takeovers $(ROUNDS) -moments 20

# Kills the service under load as often as asked for; `make test` does it ten times. Then kills client
# and service during the import of a book, 20 times; `make test` does it twice.
crash:
	go test ./e2e/crash -run TestKilled -v -timeout 2h -rounds $(ROUNDS)
	go test ./e2e -run 'TestARunThatIsKilled$$' -v -timeout 1h -kills 20

# Checks a book of so many accounts, and imports what the check calls good; `make test` does it with 1,000.
checked:
	go test ./e2e -run 'TestWhatIsCheckedGoodImports$$' -v -timeout 1h -checked $(or $(ACCOUNTS),20000)
