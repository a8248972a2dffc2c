/*
 * xmlrpc_server tcp [port]: Database.Request on xmlrpc-c and its Abyss HTTP server, until standard
 * input closes. The socket is made here, because Abyss does not say which port it has got.
 */
#include "database.h"

#include <limits>
#include <map>
#include <xmlrpc-c/base.hpp>
#include <xmlrpc-c/registry.hpp>
#include <xmlrpc-c/server_abyss.hpp>

namespace x = xmlrpc_c;

class DatabaseRequest : public x::method {
public:
	void execute(const x::paramList &parameters, x::value *const result) override
	{
		parameters.verifyEnd(1);
		std::map<std::string, x::value> wanted = parameters.getStruct(0), info;
		int id = x::value_int(wanted["id"]);
		bool photo = x::value_boolean(wanted["photo"]);

		if (id < 0)
			throw x::fault("ids are 0 or more", x::fault::CODE_TYPE);
		const Record r = record_of(id);
		info["id"] = x::value_int(r.id);
		info["first_name"] = x::value_string(r.first_name);
		info["last_name"] = x::value_string(r.last_name);
		info["age"] = x::value_int(r.age);
		info["email"] = x::value_string(r.email);
		info["phone"] = x::value_string(r.phone);
		info["newsletter"] = x::value_boolean(r.newsletter);
		info["latitude"] = x::value_double(r.latitude);
		info["longitude"] = x::value_double(r.longitude);
		const std::string &bytes = photo ? the_photo() : std::string();
		info["photo"] = x::value_bytestring(std::vector<unsigned char>(bytes.begin(), bytes.end()));
		*result = x::value_struct(info);
	}
};

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 2, "tcp [port]");
	the_photo();
	int fd = peer_serve_socket(1, argc > 2 ? argv[2] : "0");
	x::registry registry;

	registry.addMethod("Database.Request", x::methodPtr(new DatabaseRequest));
	peer_exit_with_stdin();
	x::serverAbyss server(x::serverAbyss::constrOpt()
				      .registryP(&registry)
				      .socketFd(fd)
				      .keepaliveTimeout(60)
				      .keepaliveMaxConn(std::numeric_limits<int>::max()));
	server.run();
	return 1;
}
