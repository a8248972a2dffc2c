// exchange_server tcp [PORT]: interfaces/exchange.proto on grpc-go, until standard input closes.
package main

import (
	"context"

	"google.golang.org/grpc"

	"manyrpc/peers/exchange"
	"manyrpc/peers/listening"
)

type service struct {
	exchange.UnimplementedExchangeServer
}

func (service) Nothing(context.Context, *exchange.Empty) (*exchange.Empty, error) {
	return &exchange.Empty{}, nil
}

func (service) Echo(_ context.Context, blob *exchange.Blob) (*exchange.Blob, error) {
	return blob, nil
}

func main() {
	server := grpc.NewServer(listening.Secured())
	exchange.RegisterExchangeServer(server, service{})
	listening.Serve(server)
}
