/*
 * jsonrpc_batch tcp HOST PORT: as jsonrpc_client, but each call goes in a batch of libjson-rpc-cpp, with another, a
 * notification and a call for an id that does not exist.
 */
#include "database.h"

#include <jsonrpccpp/client.h>
#include <jsonrpccpp/client/connectors/httpclient.h>
#include <memory>

static Json::Value wanted(int id)
{
	Json::Value params;

	params["id"] = id;
	params["photo"] = false;
	return params;
}

/* The first record is for the caller; of the others it is checked here whether they are there. */
static Request open(const char *host, const char *port)
{
	auto http = std::make_shared<jsonrpc::HttpClient>(std::string("http://") + host + ":" + port + "/");
	auto client = std::make_shared<jsonrpc::Client>(*http);

	return [=](int32_t first, bool) {
		(void)http; /* lives as long as its client */
		jsonrpc::BatchCall batch;
		int call = batch.addCall("Database.Request", wanted(first));

		batch.addCall("Database.Request", wanted(first), true);
		Json::Value none = batch.addCall("Database.Request", wanted(-1));
		int last = batch.addCall("Database.Request", wanted(first + 1));
		jsonrpc::BatchResponse replies = client->CallProcedures(batch);

		if (replies.getErrorCode(none) == 0)
			throw std::runtime_error("the call without a record has not failed");
		if (replies.getResult(last)["id"].asInt() != first + 1)
			throw std::runtime_error("the last call of the batch has another's result");
		Json::Value info = replies.getResult(call);
		Record r = record_of(first);
		r.id = info["id"].asInt();
		r.first_name = info["first_name"].asString();
		r.email = info["email"].asString();
		return r;
	};
}

int main(int argc, char **argv) { return client_main(argc, argv, open); }
