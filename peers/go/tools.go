//go:build tools

// Package tools holds on to the programs that build.sh makes besides ours: the generators of gRPC's stubs, and
// the client and server of gRPC's own interoperability tests.
package tools

import (
	_ "google.golang.org/grpc/cmd/protoc-gen-go-grpc"
	_ "google.golang.org/grpc/interop/client"
	_ "google.golang.org/grpc/interop/server"
	_ "google.golang.org/protobuf/cmd/protoc-gen-go"
)
