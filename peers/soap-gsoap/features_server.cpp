/*
 * gsoap_features_server tcp [PORT] [NAME=VALUE...]: interfaces/soap/features.wsdl; options are those of gsoap.h.
 */
#include "gsoap.h"
#include "names.nsmap"

#include <mutex>

/* Results are what was given, which lives as long as the answer. */
#define ECHO(operation) \
	int __ns1__echo_USCORE##operation(struct soap *, _ns1__echo_USCORE##operation *in, _ns1__echo_USCORE##operation##Response &out) \
	{ \
		out.return_ = in->value; \
		return SOAP_OK; \
	}

ECHO(scalars)
ECHO(exact)
ECHO(optionals)
ECHO(terms)
ECHO(shapes)
ECHO(tree)
ECHO(measures)
ECHO(lists)
ECHO(envelope)

int __ns1__echo_USCOREbare(struct soap *, ns1__Tree *value, ns1__Tree &out)
{
	out = *value;
	return SOAP_OK;
}

int __ns1__echo_USCOREbinaries(struct soap *, _ns1__echo_USCOREbinaries *in, _ns1__echo_USCOREbinariesResponse &out)
{
	out.return_ = in->value;
	for (xsd__base64Binary &value : out.return_) {
		value.id = value.options = nullptr;
		value.type = const_cast<char *>(attachment_type());
	}
	return SOAP_OK;
}

/* A fault of the version that was asked in, with its detail. */
static int raise(struct soap *soap, const char *words, _ns1__failed *failed, _ns1__refused *refused)
{
	soap_sender_fault(soap, words, nullptr);
	SOAP_ENV__Detail *detail = soap_new_SOAP_ENV__Detail(soap);
	detail->ns1__failed = failed;
	detail->ns1__refused = refused;
	detail->__type = 0;
	detail->fault = nullptr;
	detail->__any = nullptr;
	(soap->version == 2 ? soap->fault->SOAP_ENV__Detail : soap->fault->detail) = detail;
	return SOAP_FAULT;
}

int __ns1__divide(struct soap *soap, _ns1__divide *in, _ns1__divideResponse &out)
{
	if (in->b == 0) {
		_ns1__failed *failed = soap_new__ns1__failed(soap);
		failed->number = -1;
		failed->words = std::to_string(in->a) + " / 0";
		failed->hue = ns1__Colour::light_x0020blue;
		failed->more = { 1, 2 };
		return raise(soap, "it cannot be divided", failed, nullptr);
	}
	if (in->a < 0)
		return raise(soap, "it is negative", nullptr, soap_new__ns1__refused(soap));
	out.return_ = in->a / in->b;
	return SOAP_OK;
}

int __ns1__greet(struct soap *soap, _ns1__greet *in, _ns1__greetResponse &out)
{
	if (soap->header != nullptr && soap->header->ns1__session != nullptr)
		soap->header->ns1__session->hops++;
	out.return_ = "Hello, " + in->name;
	return SOAP_OK;
}

static std::mutex mutex;
static std::vector<std::string> texts;

int __ns1__notify(struct soap *soap, _ns1__notify *in)
{
	std::lock_guard<std::mutex> lock(mutex);

	texts.push_back(in->text);
	return soap_send_empty_response(soap, 202);
}

int __ns1__notified(struct soap *, _ns1__notified *, _ns1__notifiedResponse &out)
{
	std::lock_guard<std::mutex> lock(mutex);

	std::swap(out.return_, texts);
	texts.clear();
	return SOAP_OK;
}

int main(int argc, char **argv) { return serve(argc, argv); }
