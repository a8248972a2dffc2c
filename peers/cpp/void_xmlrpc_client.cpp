/* The smallest client on xmlrpc-c: binds, calls once, and says so. `study netwise` reads its size. */
#include <cstdio>
#include <exception>
#include <xmlrpc-c/base.hpp>
#include <xmlrpc-c/client.hpp>

namespace application
{
static int call(const char *url)
{
	try {
		xmlrpc_c::clientXmlTransport_curl transport;
		xmlrpc_c::client_xml client(&transport);
		xmlrpc_c::carriageParm_curl0 carriage(url);
		xmlrpc_c::rpcPtr rpc("Void.nothing", xmlrpc_c::paramList());

		rpc->call(&client, &carriage);
		rpc->getResult();
		return 0;
	} catch (const std::exception &e) {
		fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
}

int main(int argc, char **argv) { return application::call(argc > 1 ? argv[1] : "http://127.0.0.1:8080/RPC2"); }
