/* The smallest server on libjson-rpc-cpp over HTTP, until somebody ends it. `study netwise` reads its size. */
#include <cstdlib>
#include <jsonrpccpp/server.h>
#include <jsonrpccpp/server/connectors/httpserver.h>
#include <unistd.h>

namespace application
{
class Nothing : public jsonrpc::AbstractServer<Nothing> {
public:
	explicit Nothing(jsonrpc::AbstractServerConnector &connector) : jsonrpc::AbstractServer<Nothing>(connector)
	{
		bindAndAddMethod(jsonrpc::Procedure("Void.nothing", jsonrpc::PARAMS_BY_NAME, jsonrpc::JSON_OBJECT, NULL),
				 &Nothing::nothing);
	}

private:
	void nothing(const Json::Value &, Json::Value &) {}
};
}

int main(int argc, char **argv)
{
	jsonrpc::HttpServer http(argc > 1 ? atoi(argv[1]) : 8080);
	application::Nothing server(http);

	if (!server.StartListening())
		return 1;
	for (;;)
		pause();
}
