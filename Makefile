# What a person needs is `make demo` and `make test`; `make check` is what CI runs.

# The right Go comes by itself, also where the installed one is older.
export GOTOOLCHAIN = auto

ACCOUNTS ?= 1000
# Every package of this project; generated files are checked by `stale`.
PACKAGES = ./...

.PHONY: build demo test check generate stale format lint vulnerabilities

build:
	go build -trimpath -o bin/dataimport .

# Builds, serves on a fresh folder, imports a book of accounts through the
# interface, and goes on serving until Ctrl-C.
demo: build
	go build -o bin/demo ./e2e/demo
	bin/demo -accounts $(ACCOUNTS)

# The race detector needs a C compiler, so it is for `make check` alone.
test:
	go test $(RACE) -timeout 15m $(PACKAGES)

check: stale format lint vulnerabilities
	$(MAKE) test RACE=-race

generate:
	go tool templ generate -path views

stale: generate
	@test -z "$$(git status --porcelain -- views)" || { git status --short -- views; echo "generated files are stale: run make generate and commit"; exit 1; }

format:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "not formatted: run gofmt -w on these"; exit 1; }
	go tool templ fmt -fail views

lint:
	go vet $(PACKAGES)
	go tool staticcheck $(PACKAGES)

# The list of known vulnerabilities comes from the network. Where it cannot be
# had, that is said, and is no failure of the code.
vulnerabilities:
	@./.ci/vulnerabilities
