// The smallest client on grpc-go: binds, calls once, and says so. `study netwise` reads its size.
package main

import (
	"context"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"manyrpc/peers/minimal"
)

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := minimal.NewVoidClient(connection).Nothing(context.Background(), &minimal.Empty{}); err != nil {
		log.Fatal(err)
	}
}
