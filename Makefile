# make check is what CI runs.
GO ?= go

.PHONY: build install check fmt vet staticcheck test

build:
	$(GO) build -o cudalint ./cmd/cudalint

install:
	$(GO) install ./cmd/cudalint

check: fmt vet staticcheck test

fmt:
	@files=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$files" ]; then echo "not formatted, run gofmt -w:"; echo "$$files"; exit 1; fi

vet:
	$(GO) vet ./...

staticcheck:
	$(GO) tool staticcheck ./...

test:
	$(GO) test -race ./...
