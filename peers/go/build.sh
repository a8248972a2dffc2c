#!/usr/bin/env bash
# Builds grpc_{server,client} into peers/build/go, and the client and server of gRPC's own interoperability tests, as
# grpc-go has them, and grpcurl into peers/build/grpc-interop. Needs: Go (golang-go), protobuf-compiler, and grpc-go from Go's
# module proxy or the module cache.
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
package=manyrpc/peers/rpcbench
protoc -I "$here/../../interfaces" --plugin="$out/protoc-gen-go" --plugin="$out/protoc-gen-go-grpc" \
    --go_out=. --go_opt="module=manyrpc/peers,Mdatabase.proto=$package" \
    --go-grpc_out=. --go-grpc_opt="module=manyrpc/peers,Mdatabase.proto=$package" database.proto
go build -o "$out/" ./cmd/grpc_server ./cmd/grpc_client
go build -o "$interop/" github.com/fullstorydev/grpcurl/cmd/grpcurl
go build -o "$interop/" ./cmd/interop_server google.golang.org/grpc/interop/client google.golang.org/grpc/interop/server
