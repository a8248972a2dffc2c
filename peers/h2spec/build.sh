#!/usr/bin/env bash
# Builds h2spec, which examines HTTP/2 servers, into peers/build/h2spec, and h2spec_grpc, the same with requests that are
# gRPC's. Needs: go 1.19 or newer.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/h2spec
mkdir -p "$out"
cd "$here"
# The versions are those of go.mod and go.sum.
program=github.com/summerwind/h2spec/cmd/h2spec
go build -mod=readonly -o "$out/h2spec" "$program"

# What all of its requests have in common it says in one function and lets nobody change: a copy of it has gRPC's method
# there, and two fields more.
rm -rf "$out/source"
cp -r "$(go list -mod=readonly -m -f '{{.Dir}}' github.com/summerwind/h2spec)" "$out/source"
out=$(cd "$out" && pwd)
chmod -R u+w "$out/source"
original=$(<"$out/source/spec/util.go")
sed -i -e 's/HeaderField(":method", "GET"),/HeaderField(":method", "POST"),/' \
    -e 's/HeaderField(":authority", authority),/& HeaderField("content-type", "application\/grpc"), HeaderField("te", "trailers"),/' \
    "$out/source/spec/util.go"
changed=$(diff <(echo "$original") "$out/source/spec/util.go" | grep -c '^>' || true)
if [ "$changed" -ne 2 ]; then
    echo "h2spec: its requests are made otherwise than in the version known here ($changed lines changed)" >&2
    exit 1
fi
[ -e "$out/source/go.mod" ] || echo "module github.com/summerwind/h2spec" >"$out/source/go.mod"
cp go.mod "$out/grpc.mod"
cp go.sum "$out/grpc.sum"
go mod edit -replace "github.com/summerwind/h2spec=$out/source" "$out/grpc.mod"
go build -mod=readonly -modfile "$out/grpc.mod" -o "$out/h2spec_grpc" "$program"
