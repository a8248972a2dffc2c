/*
 * jsonrpc_server tcp [port]: Database.Request on libjson-rpc-cpp over HTTP, until standard input closes.
 *
 * This version of the library binds to every address and says nowhere which port it has got. Its call of
 * bind() finds the one below, which binds where it is told and says it.
 */
#include "database.h"

#include <dlfcn.h>
#include <jsonrpccpp/server.h>
#include <jsonrpccpp/server/connectors/httpserver.h>

static int bound_port;

extern "C" int bind(int fd, const struct sockaddr *, socklen_t) noexcept
{
	static const auto system_bind = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "bind");
	struct sockaddr_in a = peer_address(peer_listen_host(), "0");
	socklen_t size = sizeof a;

	a.sin_port = htons((uint16_t)bound_port);
	peer_no_delay(fd);
	int outcome = system_bind(fd, (const struct sockaddr *)&a, sizeof a);
	if (outcome == 0 && getsockname(fd, (struct sockaddr *)&a, &size) == 0)
		bound_port = ntohs(a.sin_port);
	return outcome;
}

class Database : public jsonrpc::AbstractServer<Database> {
public:
	explicit Database(jsonrpc::AbstractServerConnector &connector) : jsonrpc::AbstractServer<Database>(connector)
	{
		using namespace jsonrpc;
		bindAndAddMethod(Procedure("Database.Request", PARAMS_BY_NAME, JSON_OBJECT, "id", JSON_INTEGER, "photo",
					   JSON_BOOLEAN, NULL),
				 &Database::request);
	}

private:
	void request(const Json::Value &wanted, Json::Value &info)
	{
		const int id = wanted["id"].asInt();

		if (id < 0)
			throw jsonrpc::JsonRpcException(jsonrpc::Errors::ERROR_RPC_INVALID_PARAMS, "ids are 0 or more");
		const Record r = record_of(id);
		info["id"] = r.id;
		info["first_name"] = r.first_name;
		info["last_name"] = r.last_name;
		info["age"] = r.age;
		info["email"] = r.email;
		info["phone"] = r.phone;
		info["newsletter"] = r.newsletter;
		info["latitude"] = r.latitude;
		info["longitude"] = r.longitude;
		info["photo"] = wanted["photo"].asBool() ? base64(the_photo()) : "";
	}
};

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 2, "tcp [port]");
	the_photo();
	bound_port = argc > 2 ? atoi(argv[2]) : 0;
	jsonrpc::HttpServer http(bound_port);
	Database database(http);

	if (!database.StartListening() || bound_port == 0) {
		fputs("libjson-rpc-cpp does not listen\n", stderr);
		return 1;
	}
	printf("PORT %d\n", bound_port);
	fflush(stdout);
	peer_await_eof(NULL);
}
