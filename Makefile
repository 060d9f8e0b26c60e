# make check is what CI runs.
GO ?= go

.PHONY: docs validate browser build install check fmt vet staticcheck nocgo test editors bench

build:
	$(GO) build -o cudalint ./cmd/cudalint

install:
	$(GO) install ./cmd/cudalint

check: fmt vet staticcheck nocgo test

fmt:
	@files=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$files" ]; then echo "not formatted, run gofmt -w:"; echo "$$files"; exit 1; fi

vet:
	$(GO) vet ./...
	$(GO) vet scripts/fixproof.go
	$(GO) vet scripts/site.go
	$(GO) -C tools vet ./...

staticcheck:
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

# Without cgo the program builds and says in one line what it lacks.
nocgo:
	@dir=$$(mktemp -d) && CGO_ENABLED=0 $(GO) build -o $$dir/cudalint ./cmd/cudalint && \
	{ said=$$($$dir/cudalint docs/example.cu 2>&1); code=$$?; rm -r $$dir; \
	  [ $$code -eq 3 ] && [ "$$(echo "$$said" | wc -l)" -eq 1 ] && echo "$$said" | grep -q 'built without cgo' || \
	  { echo "a build without cgo says, with exit code $$code:"; echo "$$said"; exit 1; }; }

# What other programs make of the output; it installs a validator with npm and is no part of check.
validate:
	scripts/validate.sh

test:
	$(GO) test -race ./...

# The pages of README.md and docs as a static site.
docs:
	$(GO) run scripts/site.go site

# Real editors against the server, and the extension for Visual Studio Code. What is not installed is left out.
editors:
	GO=$(GO) editors/test/run.sh

# A look at the report and the site in headless Chromium; needs node, npm and chromium. No part of check.
browser: build
	GO=$(GO) scripts/browser.sh ./cudalint browser-screenshots

# Measures the files below DIRS and writes docs/performance.md.
DIRS ?= testdata/kernels
bench:
	scripts/bench.sh $(DIRS)

# Not part of check: every fuzz target for FUZZTIME, and generated kernels against a model of their own.
FUZZTIME ?= 60s
fuzz:
	GO="$(GO)" sh scripts/fuzz.sh $(FUZZTIME)

KERNELS ?= 100000
oracle:
	$(GO) test ./internal/kernelgen -run TestOracle -v -timeout 0 -kernels $(KERNELS) -table -shrink

# What is too long for check, for a time that one chooses.
PROGRAMS ?= 5000
.PHONY: nightly fuzz oracle programs
nightly: fuzz oracle programs

# Generated programs, and those of testdata/fixes, are fixed and run by an interpreter of their own.
programs:
	$(GO) test ./internal/kernelrun -run 'TestFixes|TestPrograms|TestFixedPrograms' -v -timeout 0 -programs $(PROGRAMS) -every

# What the tests do not notice: MUTANTS places of gpu, indexmath, rules and fixes are changed, one at a time. Ten minutes on 16 cores.
MUTANTS ?= 600
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
.PHONY: mutate
mutate:
	@dir=$$(mktemp -d) && $(GO) -C tools build -o $$dir/tool ./mutate && \
	$$dir/tool build $$dir -n $(MUTANTS) && $$dir/tool run $$dir -j $(JOBS) -o mutants.jsonl; code=$$?; rm -r $$dir; exit $$code
