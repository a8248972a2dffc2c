/* The smallest client on gRPC's C++ library: binds, calls once, and says so. `study netwise` reads its size. */
#include "void.grpc.pb.h"

#include <cstdio>
#include <grpcpp/grpcpp.h>

namespace application
{
static int call(const char *target)
{
	auto stub = minimal::Void::NewStub(grpc::CreateChannel(target, grpc::InsecureChannelCredentials()));
	grpc::ClientContext context;
	minimal::Empty nothing, result;
	grpc::Status status = stub->Nothing(&context, nothing, &result);

	if (!status.ok())
		fprintf(stderr, "%s\n", status.error_message().c_str());
	return !status.ok();
}
}

int main(int argc, char **argv) { return application::call(argc > 1 ? argv[1] : "127.0.0.1:50051"); }
