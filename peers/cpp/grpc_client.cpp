/*
 * grpc_client tcp HOST PORT: one channel, synchronous calls; commands as in ../README.md.
 */
#include "database.h"
#include "database.grpc.pb.h"

#include <grpcpp/grpcpp.h>

static Request open(const char *host, const char *port)
{
	auto channel = grpc::CreateChannel(std::string(host) + ":" + port, grpc::InsecureChannelCredentials());
	std::shared_ptr<rpcbench::Database::Stub> stub = rpcbench::Database::NewStub(channel);

	if (!channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(10)))
		throw std::runtime_error("no connection");
	return [stub](int32_t id, bool photo) {
		grpc::ClientContext context;
		rpcbench::InfoRequest wanted;
		rpcbench::Info info;

		wanted.set_id(id);
		wanted.set_photo(photo);
		grpc::Status status = stub->Request(&context, wanted, &info);
		if (!status.ok())
			throw std::runtime_error("status " + std::to_string(status.error_code()) + ": " + status.error_message());
		Record r;
		r.id = info.id();
		r.first_name.swap(*info.mutable_first_name());
		r.last_name.swap(*info.mutable_last_name());
		r.age = info.age();
		r.email.swap(*info.mutable_email());
		r.phone.swap(*info.mutable_phone());
		r.newsletter = info.newsletter();
		r.latitude = info.latitude();
		r.longitude = info.longitude();
		r.photo.swap(*info.mutable_photo());
		return r;
	};
}

int main(int argc, char **argv) { return client_main(argc, argv, open); }
