/*
 * grpc_server tcp [port]: Database.Request on gRPC's C++ library, synchronous, until standard input closes.
 * MANYRPC_REFLECTION in the environment says which versions of reflection there are: v1, v1alpha, both, or else none. The
 * library has v1alpha alone, whose messages have the same bytes as those of v1: calls of v1 are handed on to it.
 */
#include "database.h"
#include "database.grpc.pb.h"

#include <cstdlib>
#include <dlfcn.h>
#include <grpcpp/grpcpp.h>
#include <string>

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

/* The service of v1, as stubs would make it; an inner server of this process answers. */
class ReflectionV1 final : public grpc::Service {
	using Bytes = grpc::ByteBuffer;
	using Stream = grpc::ServerReaderWriter<Bytes, Bytes>;
	using Method = grpc::internal::RpcMethod;

	Database database;
	std::unique_ptr<grpc::Server> inner;

	grpc::Status hand_on(grpc::ServerContext *of, Stream *stream)
	{
		auto channel = inner->InProcessChannel(grpc::ChannelArguments());
		auto context = grpc::ClientContext::FromServerContext(*of);
		const Method method("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
				    Method::BIDI_STREAMING);
		using Factory = grpc::internal::ClientReaderWriterFactory<Bytes, Bytes>;
		std::unique_ptr<grpc::ClientReaderWriter<Bytes, Bytes>> call(
			Factory::Create(channel.get(), method, context.get()));
		Bytes message;

		while (stream->Read(&message))
			if (!call->Write(message) || !call->Read(&message) || !stream->Write(message))
				break;
		call->WritesDone();
		return call->Finish();
	}

public:
	ReflectionV1()
	{
		const char *name = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
		auto handler = [](ReflectionV1 *self, grpc::ServerContext *of, Stream *stream) {
			return self->hand_on(of, stream);
		};
		using Handler = grpc::internal::BidiStreamingHandler<ReflectionV1, Bytes, Bytes>;

		AddMethod(new grpc::internal::RpcServiceMethod(name, Method::BIDI_STREAMING, new Handler(handler, this)));
	}

	/* It tells of the services that it has itself. */
	void start()
	{
		grpc::ServerBuilder builder;

		builder.RegisterService(&database);
		inner = builder.BuildAndStart();
	}
};

/* Every server of a process has reflection whose building begins when its library is there, which says so itself. */
static bool has_reflection()
{
	if (dlopen("libgrpc++_reflection.so", RTLD_NOW) != NULL)
		return true;
	fprintf(stderr, "%s\n", dlerror());
	return false;
}

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 2, "tcp [port]");
	the_photo();
	const char *said = getenv("MANYRPC_REFLECTION");
	const std::string versions = said == NULL ? "none" : said;
	if ((versions == "v1alpha" || versions == "both") && !has_reflection())
		return 1;
	Database service;
	ReflectionV1 reflection;
	grpc::ServerBuilder builder;
	int port = 0;

	builder.AddListeningPort(std::string(peer_listen_host()) + ":" + (argc > 2 ? argv[2] : "0"),
				 grpc::InsecureServerCredentials(), &port);
	builder.RegisterService(&service);
	if (versions == "v1" || versions == "both") {
		if (!has_reflection())
			return 1;
		reflection.start();
		builder.RegisterService(&reflection);
	}
	std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
	if (!server || port == 0)
		return 1;
	printf("PORT %d\n", port);
	fflush(stdout);
	peer_await_eof(NULL);
}
