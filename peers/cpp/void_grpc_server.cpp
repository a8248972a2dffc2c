/* The smallest server on gRPC's C++ library, until somebody ends it. `study netwise` reads its size. */
#include "void.grpc.pb.h"

#include <cstdio>
#include <grpcpp/grpcpp.h>

namespace application
{
class Service final : public minimal::Void::Service {
	grpc::Status Nothing(grpc::ServerContext *, const minimal::Empty *, minimal::Empty *) override
	{
		return grpc::Status::OK;
	}
};
}

int main()
{
	application::Service service;
	grpc::ServerBuilder builder;
	int port = 0;

	builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
	builder.RegisterService(&service);
	std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
	if (!server)
		return 1;
	printf("127.0.0.1:%d\n", port);
	fflush(stdout);
	server->Wait();
}
