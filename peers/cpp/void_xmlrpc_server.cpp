/* The smallest server on xmlrpc-c and its Abyss HTTP server, until somebody ends it. `study netwise` reads its size. */
#include <cstdlib>
#include <xmlrpc-c/base.hpp>
#include <xmlrpc-c/registry.hpp>
#include <xmlrpc-c/server_abyss.hpp>

namespace application
{
class Nothing : public xmlrpc_c::method {
public:
	void execute(const xmlrpc_c::paramList &, xmlrpc_c::value *const result) override
	{
		*result = xmlrpc_c::value_nil();
	}
};
}

int main(int argc, char **argv)
{
	xmlrpc_c::registry registry;

	registry.addMethod("Void.nothing", xmlrpc_c::methodPtr(new application::Nothing));
	xmlrpc_c::serverAbyss server(
		xmlrpc_c::serverAbyss::constrOpt().registryP(&registry).portNumber(argc > 1 ? atoi(argv[1]) : 8080));
	server.run();
}
