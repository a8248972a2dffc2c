/* The smallest client on libjson-rpc-cpp: binds, calls once, and says so. `study netwise` reads its size. */
#include <cstdio>
#include <exception>
#include <jsonrpccpp/client.h>
#include <jsonrpccpp/client/connectors/httpclient.h>

namespace application
{
static int call(const char *url)
{
	try {
		jsonrpc::HttpClient http(url);
		jsonrpc::Client client(http);

		client.CallMethod("Void.nothing", Json::Value());
		return 0;
	} catch (const std::exception &e) {
		fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
}

int main(int argc, char **argv) { return application::call(argc > 1 ? argv[1] : "http://127.0.0.1:8080/"); }
