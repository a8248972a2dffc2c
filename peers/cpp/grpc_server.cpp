/*
 * grpc_server tcp [port]: Database.Request on gRPC's C++ library, synchronous, until standard input closes.
 * MANYRPC_REFLECTION in the environment says whether there is reflection: v1alpha, which is all that this version has, or none.
 */
#include "database.h"
#include "database.grpc.pb.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <grpcpp/grpcpp.h>

using rpcbench::Info;
using rpcbench::InfoRequest;

class Database final : public rpcbench::Database::Service {
	grpc::Status Request(grpc::ServerContext *, const InfoRequest *wanted, Info *info) override
	{
		if (wanted->id() < 0)
			return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "ids are 0 or more");
		const Record r = record_of(wanted->id());
		info->set_id(r.id);
		info->set_first_name(r.first_name);
		info->set_last_name(r.last_name);
		info->set_age(r.age);
		info->set_email(r.email);
		info->set_phone(r.phone);
		info->set_newsletter(r.newsletter);
		info->set_latitude(r.latitude);
		info->set_longitude(r.longitude);
		if (wanted->photo())
			info->set_photo(the_photo());
		return grpc::Status::OK;
	}
};

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 2, "tcp [port]");
	the_photo();
	const char *versions = getenv("MANYRPC_REFLECTION");
	/* Every server of a process has reflection that has its library, which says so itself. */
	if (versions != NULL && strcmp(versions, "v1alpha") == 0 && dlopen("libgrpc++_reflection.so", RTLD_NOW) == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	Database service;
	grpc::ServerBuilder builder;
	int port = 0;

	builder.AddListeningPort(std::string(peer_listen_host()) + ":" + (argc > 2 ? argv[2] : "0"),
				 grpc::InsecureServerCredentials(), &port);
	builder.RegisterService(&service);
	std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
	if (!server || port == 0)
		return 1;
	printf("PORT %d\n", port);
	fflush(stdout);
	peer_await_eof(NULL);
}
