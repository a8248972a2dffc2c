// counted_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]: Database.Request on grpc-go, which prints, after PORT n, `connection`
// for each connection that is opened, and `call ID` for each call before it is answered, until standard input closes. With
// MANYRPC_CONNECTION_AGE in the environment, a duration as in Go, it asks the clients of older connections to open others
// (GOAWAY).
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/stats"

	"manyrpc/peers/listening"
	"manyrpc/peers/record"
	"manyrpc/peers/rpcbench"
)

type database struct {
	rpcbench.UnimplementedDatabaseServer
}

func (database) Request(_ context.Context, wanted *rpcbench.InfoRequest) (*rpcbench.Info, error) {
	fmt.Println("call", wanted.Id)
	return record.Of(wanted.Id, wanted.Photo), nil
}

// connections tells of each.
type connections struct{}

func (connections) TagRPC(call context.Context, _ *stats.RPCTagInfo) context.Context { return call }

func (connections) HandleRPC(context.Context, stats.RPCStats) {}

func (connections) TagConn(call context.Context, _ *stats.ConnTagInfo) context.Context { return call }

func (connections) HandleConn(_ context.Context, event stats.ConnStats) {
	if _, begins := event.(*stats.ConnBegin); begins {
		fmt.Println("connection")
	}
}

func age() keepalive.ServerParameters {
	given, is := os.LookupEnv("MANYRPC_CONNECTION_AGE")
	if !is {
		return keepalive.ServerParameters{}
	}
	age, err := time.ParseDuration(given)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return keepalive.ServerParameters{MaxConnectionAge: age}
}

func main() {
	server := grpc.NewServer(listening.Secured(), grpc.KeepaliveParams(age()), grpc.StatsHandler(connections{}))
	rpcbench.RegisterDatabaseServer(server, database{})
	listening.Serve(server)
}
