//go:build tools

// Package tools holds on to the programs that build.sh makes besides ours: the generators of gRPC's stubs, the
// client and server of gRPC's own interoperability tests, and grpcurl, which calls by reflection.
package tools

import (
	_ "github.com/fullstorydev/grpcurl/cmd/grpcurl"
	_ "google.golang.org/grpc/cmd/protoc-gen-go-grpc"
	_ "google.golang.org/grpc/interop/client"
	_ "google.golang.org/grpc/interop/server"
	_ "google.golang.org/protobuf/cmd/protoc-gen-go"
)
