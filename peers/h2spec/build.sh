#!/usr/bin/env bash
# Builds h2spec, which examines HTTP/2 servers, into peers/build/h2spec. Needs: go 1.19 or newer.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/h2spec
mkdir -p "$out"
cd "$here"
# The versions are those of go.mod and go.sum.
go build -mod=readonly -o "$out/h2spec" github.com/summerwind/h2spec/cmd/h2spec
