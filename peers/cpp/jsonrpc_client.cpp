/*
 * jsonrpc_client tcp HOST PORT: libjson-rpc-cpp over curl, which keeps its connection; commands as in
 * ../README.md.
 */
#include "database.h"

#include <jsonrpccpp/client.h>
#include <jsonrpccpp/client/connectors/httpclient.h>
#include <memory>

static Record record(const Json::Value &info)
{
	Record r;

	r.id = info["id"].asInt();
	r.first_name = info["first_name"].asString();
	r.last_name = info["last_name"].asString();
	r.age = info["age"].asInt();
	r.email = info["email"].asString();
	r.phone = info["phone"].asString();
	r.newsletter = info["newsletter"].asBool();
	r.latitude = info["latitude"].asFloat();
	r.longitude = info["longitude"].asFloat();
	r.photo = bytes_of_base64(info["photo"].asString());
	return r;
}

static Request open(const char *host, const char *port)
{
	auto http = std::make_shared<jsonrpc::HttpClient>(std::string("http://") + host + ":" + port + "/");
	auto client = std::make_shared<jsonrpc::Client>(*http);

	return [=](int32_t id, bool photo) {
		(void)http; /* lives as long as its client */
		Json::Value wanted;

		wanted["id"] = id;
		wanted["photo"] = photo;
		return record(client->CallMethod("Database.Request", wanted));
	};
}

int main(int argc, char **argv) { return client_main(argc, argv, open); }
