/*
 * gsoap_server, gsoap_rpc_server, gsoap_encoded_server: interfaces/bench.x by gSOAP in document/literal, rpc/literal and rpc/encoded,
 * as ../README.md says; options are those of gsoap.h.
 */
#include "bench.h"
#include "names.nsmap"

#include <atomic>

ns1__info *serve_info(struct soap *soap, int id, bool photo)
{
	static const std::vector<unsigned char> bytes = pattern(PHOTO_BYTES);
	ns1__info *info = soap_new_ns1__info(soap);

	fill_info(*info, id, binary(bytes.data(), photo ? bytes.size() : 0));
	return info;
}

ULONG64 serve_count()
{
	static std::atomic<ULONG64> executions{0};

	return ++executions;
}

int main(int argc, char **argv) { return serve(argc, argv); }
