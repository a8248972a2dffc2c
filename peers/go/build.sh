#!/usr/bin/env bash
# Builds {grpc,kinds,exchange}_{server,client}, held_server and counted_server into peers/build/go, and
# void_grpc_{server,client}, the smallest programs, whose sizes `study netwise` reads; the client and server of gRPC's own interoperability tests, as grpc-go has them, and grpcurl into
# peers/build/grpc-interop. Needs: Go (golang-go), protobuf-compiler, and grpc-go from Go's module proxy or the module cache.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/go
interop=$here/../build/grpc-interop
source=$out/source
mkdir -p "$out" "$interop"
rm -rf "$source"
cp -r "$here" "$source"
cd "$source"
export GOFLAGS=-trimpath GOWORK=off

go build -o "$out/" google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
# stubs DIRECTORY DEFINITION PACKAGE
stubs() {
    local package=manyrpc/peers/$3
    protoc -I "$here/../../$1" --plugin="$out/protoc-gen-go" --plugin="$out/protoc-gen-go-grpc" \
        --go_out=. --go_opt="module=manyrpc/peers,M$2=$package" \
        --go-grpc_out=. --go-grpc_opt="module=manyrpc/peers,M$2=$package" "$2"
}
stubs interfaces database.proto rpcbench
stubs interfaces kinds.proto kinds
stubs interfaces exchange.proto exchange
stubs examples/void void.proto minimal
go build -o "$out/" ./cmd/{,void_}grpc_{server,client} ./cmd/{kinds,exchange}_{server,client} ./cmd/{held,counted}_server
go build -o "$interop/" github.com/fullstorydev/grpcurl/cmd/grpcurl
go build -o "$interop/" ./cmd/interop_server google.golang.org/grpc/interop/client google.golang.org/grpc/interop/server
