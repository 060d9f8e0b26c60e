# An image with cudalint alone: docker build -t cudalint . && docker run --rm -v "$PWD:/src" cudalint
FROM golang:1.26-alpine AS build
RUN apk add --no-cache gcc musl-dev
WORKDIR /cudalint
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=1 go build -trimpath -ldflags "-s -w -linkmode external -extldflags -static -X main.release=$VERSION" -o /usr/local/bin/cudalint ./cmd/cudalint

FROM alpine:3
# git tells what is new: --since, --merge-base, --staged. The mounted sources may belong to another user.
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY --from=build /usr/local/bin/cudalint /usr/local/bin/cudalint
WORKDIR /src
ENTRYPOINT ["cudalint"]
