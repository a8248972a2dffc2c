/*
 * soap_server tcp [port]: Database.Request on gSOAP, over connections that stay open, until standard input closes.
 */
#include "../cpp/database.h"
#include "gsoap.h"
#include "names.nsmap"

int __ns1__Request(struct soap *soap, _ns1__Request *in, _ns1__RequestResponse &out)
{
	if (in->request == nullptr || in->request->id < 0)
		return soap_sender_fault(soap, "ids are 0 or more", nullptr);
	const Record known = record_of(in->request->id);
	const std::string &photo = in->request->photo ? the_photo() : known.photo;
	ns1__Info *info = soap_new_ns1__Info(soap);

	info->id = known.id;
	info->first_USCOREname = known.first_name;
	info->last_USCOREname = known.last_name;
	info->age = known.age;
	info->email = known.email;
	info->phone = known.phone;
	info->newsletter = known.newsletter;
	info->latitude = known.latitude;
	info->longitude = known.longitude;
	info->photo.__ptr = (unsigned char *)photo.data();
	info->photo.__size = in->request->photo ? (int)photo.size() : 0;
	out.return_ = info;
	return SOAP_OK;
}

int main(int argc, char **argv)
{
	the_photo();
	return serve(argc, argv);
}
