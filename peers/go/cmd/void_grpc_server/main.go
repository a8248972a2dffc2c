// The smallest server on grpc-go, until somebody ends it. `study netwise` reads its size.
package main

import (
	"context"
	"log"
	"net"

	"google.golang.org/grpc"

	"manyrpc/peers/minimal"
)

type nothing struct {
	minimal.UnimplementedVoidServer
}

func (nothing) Nothing(context.Context, *minimal.Empty) (*minimal.Empty, error) {
	return &minimal.Empty{}, nil
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	minimal.RegisterVoidServer(server, nothing{})
	log.Println(listener.Addr())
	log.Fatal(server.Serve(listener))
}
