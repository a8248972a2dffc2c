/*
 * soap_client tcp HOST PORT: Database.Request on gSOAP, which keeps its connection; commands as in ../README.md.
 */
#include "../cpp/database.h"
#include "gsoap.h"
#include "names.nsmap"

/* The client needs none; the skeleton that is linked in does. */
int __ns1__Request(struct soap *, _ns1__Request *, _ns1__RequestResponse &) { return SOAP_NO_METHOD; }

static Record record(const ns1__Info &info)
{
	Record r;

	r.id = info.id;
	r.first_name = info.first_USCOREname;
	r.last_name = info.last_USCOREname;
	r.age = info.age;
	r.email = info.email;
	r.phone = info.phone;
	r.newsletter = info.newsletter;
	r.latitude = info.latitude;
	r.longitude = info.longitude;
	r.photo.assign((const char *)info.photo.__ptr, info.photo.__size);
	return r;
}

int main(int argc, char **argv)
{
	return client_main(argc, argv, [&](const char *, const char *) -> Request {
		auto to = std::make_shared<Connection>(argc, argv, namespaces);
		return [to](int32_t id, bool photo) {
			ns1__InfoRequest wanted;
			_ns1__Request in;
			_ns1__RequestResponse out;

			wanted.id = id;
			wanted.photo = photo;
			in.request = &wanted;
			check(to->soap, soap_call___ns1__Request(to->soap, to->at(), nullptr, &in, out));
			require(out.return_ != nullptr);
			Record got = record(*out.return_);
			to->forget();
			return got;
		};
	});
}
