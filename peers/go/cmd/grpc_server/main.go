// grpc_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]: Database.Request on grpc-go, with its reflection and health service, until standard input closes.
// The service `elsewhere` takes no calls before somebody has asked for an id below 0.
package main

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/status"

	"manyrpc/peers/listening"
	"manyrpc/peers/record"
	"manyrpc/peers/rpcbench"
)

type database struct {
	rpcbench.UnimplementedDatabaseServer
	states *health.Server
}

func (d database) Request(_ context.Context, wanted *rpcbench.InfoRequest) (*rpcbench.Info, error) {
	if wanted.Id < 0 {
		d.states.SetServingStatus("elsewhere", healthpb.HealthCheckResponse_SERVING)
		return nil, status.Error(codes.InvalidArgument, "ids are 0 or more")
	}
	return record.Of(wanted.Id, wanted.Photo), nil
}

func main() {
	server := grpc.NewServer(listening.Secured())
	states := health.NewServer()
	rpcbench.RegisterDatabaseServer(server, database{states: states})
	reflection.Register(server)
	states.SetServingStatus("rpcbench.Database", healthpb.HealthCheckResponse_SERVING)
	states.SetServingStatus("elsewhere", healthpb.HealthCheckResponse_NOT_SERVING)
	healthpb.RegisterHealthServer(server, states)
	listening.Serve(server)
}
