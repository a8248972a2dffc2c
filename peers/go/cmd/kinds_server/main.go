// kinds_server tcp [PORT]: interfaces/kinds.proto on grpc-go, with its reflection, in Protocol Buffers and in JSON, until
// standard input closes.
package main

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	_ "manyrpc/peers/inwords"
	"manyrpc/peers/kinds"
	"manyrpc/peers/listening"
)

type same struct{ kinds.UnimplementedKindsServer }

func (same) Same(_ context.Context, all *kinds.All) (*kinds.All, error) { return all, nil }

func (same) Moment(_ context.Context, at *timestamppb.Timestamp) (*timestamppb.Timestamp, error) {
	return at, nil
}

func (same) Anything(_ context.Context, value *structpb.Value) (*structpb.Value, error) {
	return value, nil
}

func (same) Fail(_ context.Context, code *wrapperspb.Int32Value) (*emptypb.Empty, error) {
	return nil, status.Error(codes.Code(code.Value), "as you wish")
}

func main() {
	server := grpc.NewServer(listening.Secured())
	kinds.RegisterKindsServer(server, same{})
	reflection.Register(server)
	listening.Serve(server)
}
