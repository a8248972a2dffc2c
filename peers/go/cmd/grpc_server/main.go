// grpc_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]: Database.Request on grpc-go, with its reflection and health service, until standard input closes.
// The service `elsewhere` takes no calls before somebody has asked for an id below 0. MANYRPC_REFLECTION in the environment
// says which versions of reflection there are: v1, v1alpha, none, or else both.
package main

import (
	"context"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"
	alpha "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
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

func reflect(server *grpc.Server) {
	switch os.Getenv("MANYRPC_REFLECTION") {
	case "none":
	case "v1":
		reflection.RegisterV1(server)
	case "v1alpha":
		told := reflection.ServerOptions{Services: server}
		alpha.RegisterServerReflectionServer(server, reflection.NewServer(told))
	default:
		reflection.Register(server)
	}
}

func main() {
	server := grpc.NewServer(listening.Secured())
	states := health.NewServer()
	rpcbench.RegisterDatabaseServer(server, database{states: states})
	reflect(server)
	states.SetServingStatus("rpcbench.Database", healthpb.HealthCheckResponse_SERVING)
	states.SetServingStatus("elsewhere", healthpb.HealthCheckResponse_NOT_SERVING)
	healthpb.RegisterHealthServer(server, states)
	listening.Serve(server)
}
