// held_server tcp [PORT]: a server on grpc-go whose calls, of whatever method, wait for their own end. Prints PORT n, and
// what python/grpc_held.py prints: for each call `begun SECONDS` (or `begun none`), later `cancelled` or `late`.
package main

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"manyrpc/peers/listening"
)

func held(_ any, stream grpc.ServerStream) error {
	call := stream.Context()
	if deadline, ok := call.Deadline(); ok {
		fmt.Println("begun", time.Until(deadline).Seconds())
	} else {
		fmt.Println("begun none")
	}
	<-call.Done()
	if call.Err() == context.DeadlineExceeded {
		fmt.Println("late")
	} else {
		fmt.Println("cancelled")
	}
	return status.FromContextError(call.Err()).Err()
}

func main() {
	listening.Serve(grpc.NewServer(listening.Secured(), grpc.UnknownServiceHandler(held)))
}
