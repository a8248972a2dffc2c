// interop_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]: the service of gRPC's interoperability tests as grpc-go has it, until standard
// input closes. Unlike grpc-go's own program it listens on loopback unless it is told otherwise, and says where.
package main

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/interop"
	testgrpc "google.golang.org/grpc/interop/grpc_testing"

	"manyrpc/peers/listening"
)

func main() {
	server := grpc.NewServer(listening.Secured())
	testgrpc.RegisterTestServiceServer(server, interop.NewTestServer())
	listening.Serve(server)
}
