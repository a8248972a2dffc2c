/*
 * rpc/literal and, with ENCODED, rpc/encoded: stubs and skeletons take parameters.
 */
#include "bench.h"

#ifdef ENCODED
using Ints = ints; /* SOAP-ENC:Array */
static Ints *array(struct soap *soap, std::vector<int> &values)
{
	Ints *made = soap_new_ints(soap);

	made->__ptr = values.data();
	made->__size = (int)values.size();
	return made;
}
static std::vector<int> values_of(const Ints *array)
{
	return array == nullptr ? std::vector<int>() : std::vector<int>(array->__ptr, array->__ptr + array->__size);
}
#else
using Ints = ns1__ints;
static Ints *array(struct soap *soap, std::vector<int> &values)
{
	Ints *made = soap_new_ns1__ints(soap);

	made->item = values;
	return made;
}
static std::vector<int> values_of(const Ints *array) { return array == nullptr ? std::vector<int>() : array->item; }
#endif

int call_nothing(Connection &to)
{
	ns1__nothingResponse out;

	return soap_call_ns1__nothing(to.soap, to.at(), nullptr, out);
}

int call_add(Connection &to, int a, int b, int &sum)
{
	ns1__addResponse out;
	const int error = soap_call_ns1__add(to.soap, to.at(), nullptr, a, b, out);

	sum = out.return_;
	return error;
}

int call_echo(Connection &to, const Binary &data, Binary &back)
{
	ns1__echoResponse out;
	const int error = soap_call_ns1__echo(to.soap, to.at(), nullptr, data, out);

	back = out.return_;
	return error;
}

int call_int_array(Connection &to, std::vector<int> &values, std::vector<int> &back)
{
	ns1__int_USCOREarrayResponse out;
	const int error = soap_call_ns1__int_USCOREarray(to.soap, to.at(), nullptr, array(to.soap, values), out);

	back = values_of(out.return_);
	return error;
}

int call_concat(Connection &to, const std::string &left, const std::string &right, std::string &both)
{
	ns1__concatResponse out;
	const int error = soap_call_ns1__concat(to.soap, to.at(), nullptr, left, right, out);

	both = out.return_;
	return error;
}

int call_request(Connection &to, int id, bool photo, ns1__info *&info)
{
	ns1__info_USCORErequest wanted;
	ns1__requestResponse out;

	wanted.id = id;
	wanted.photo = photo;
	const int error = soap_call_ns1__request(to.soap, to.at(), nullptr, &wanted, out);
	info = out.return_;
	return error;
}

int call_count(Connection &to, ULONG64 n, ULONG64 &count)
{
	ns1__countResponse out;
	const int error = soap_call_ns1__count(to.soap, to.at(), nullptr, n, out);

	count = out.return_;
	return error;
}

int call_sum(Connection &to, std::vector<int> &values, int &sum)
{
	ns1__sumResponse out;
	const int error = soap_call_ns1__sum(to.soap, to.at(), nullptr, array(to.soap, values), out);

	sum = out.return_;
	return error;
}

int call_transfer(Connection &to, const Binary &data, ns1__transferred *&back)
{
	ns1__transferResponse out;
	const int error = soap_call_ns1__transfer(to.soap, to.at(), nullptr, data, out);

	back = out.return_;
	return error;
}

int ns1__nothing(struct soap *, ns1__nothingResponse &) { return SOAP_OK; }

int ns1__add(struct soap *, int a, int b, ns1__addResponse &out)
{
	out.return_ = (int)((unsigned)a + (unsigned)b);
	return SOAP_OK;
}

int ns1__echo(struct soap *, Binary data, ns1__echoResponse &out)
{
	out.return_ = binary(data.__ptr, data.__size);
	return SOAP_OK;
}

int ns1__int_USCOREarray(struct soap *, Ints *values, ns1__int_USCOREarrayResponse &out)
{
	out.return_ = values;
	return SOAP_OK;
}

int ns1__concat(struct soap *, std::string left, std::string right, ns1__concatResponse &out)
{
	out.return_ = left + right;
	return SOAP_OK;
}

int ns1__request(struct soap *soap, ns1__info_USCORErequest *wanted, ns1__requestResponse &out)
{
	out.return_ = serve_info(soap, wanted->id, wanted->photo);
	return SOAP_OK;
}

int ns1__count(struct soap *, ULONG64, ns1__countResponse &out)
{
	out.return_ = serve_count();
	return SOAP_OK;
}

int ns1__sum(struct soap *, Ints *values, ns1__sumResponse &out)
{
	unsigned sum = 0;

	for (int value : values_of(values))
		sum += (unsigned)value;
	out.return_ = (int)sum;
	return SOAP_OK;
}

int ns1__transfer(struct soap *soap, Binary data, ns1__transferResponse &out)
{
	out.return_ = soap_new_ns1__transferred(soap);
	out.return_->code = TRANSFERRED;
	out.return_->data = binary(data.__ptr, data.__size);
	return SOAP_OK;
}
