/*
 * xmlrpc_client tcp HOST PORT: xmlrpc-c over its curl transport, which keeps its connection; commands as
 * in ../README.md.
 */
#include "database.h"

#include <map>
#include <xmlrpc-c/base.hpp>
#include <xmlrpc-c/client.hpp>

namespace x = xmlrpc_c;

static Record record(const x::value &result)
{
	std::map<std::string, x::value> info = x::value_struct(result);
	Record r;

	r.id = x::value_int(info["id"]);
	r.first_name = (std::string)x::value_string(info["first_name"]);
	r.last_name = (std::string)x::value_string(info["last_name"]);
	r.age = x::value_int(info["age"]);
	r.email = (std::string)x::value_string(info["email"]);
	r.phone = (std::string)x::value_string(info["phone"]);
	r.newsletter = x::value_boolean(info["newsletter"]);
	r.latitude = (float)(double)x::value_double(info["latitude"]);
	r.longitude = (float)(double)x::value_double(info["longitude"]);
	const std::vector<unsigned char> photo = x::value_bytestring(info["photo"]).vectorUcharValue();
	r.photo.assign(photo.begin(), photo.end());
	return r;
}

static Request open(const char *host, const char *port)
{
	const std::string url = std::string("http://") + host + ":" + port + "/RPC2";
	auto transport = std::make_shared<x::clientXmlTransport_curl>();
	auto client = std::make_shared<x::client_xml>(&*transport);

	/* Its own default of 512 KB refuses the reply with the photo. */
	xmlrpc_limit_set(XMLRPC_XML_SIZE_LIMIT_ID, 8 << 20);
	return [=](int32_t id, bool photo) {
		(void)transport; /* lives as long as its client */
		x::carriageParm_curl0 carriage(url);
		x::paramList parameters;

		parameters.add(x::value_struct({ { "id", x::value_int(id) }, { "photo", x::value_boolean(photo) } }));
		x::rpcPtr rpc("Database.Request", parameters);
		rpc->call(client.get(), &carriage);
		return record(rpc->getResult());
	};
}

int main(int argc, char **argv) { return client_main(argc, argv, open); }
