/*
 * document/literal: stubs and skeletons take and fill the elements of messages.
 */
#include "bench.h"

#include <utility>

int call_nothing(Connection &to)
{
	_ns1__nothing in;
	_ns1__nothingResponse out;

	return soap_call___ns1__nothing(to.soap, to.at(), nullptr, &in, out);
}

int call_add(Connection &to, int a, int b, int &sum)
{
	_ns1__add in;
	_ns1__addResponse out;

	in.a = a;
	in.b = b;
	const int error = soap_call___ns1__add(to.soap, to.at(), nullptr, &in, out);
	sum = out.return_;
	return error;
}

int call_echo(Connection &to, const Binary &data, Binary &back)
{
	_ns1__echo in;
	_ns1__echoResponse out;

	in.data = data;
	const int error = soap_call___ns1__echo(to.soap, to.at(), nullptr, &in, out);
	back = out.return_;
	return error;
}

int call_int_array(Connection &to, std::vector<int> &values, std::vector<int> &back)
{
	_ns1__int_USCOREarray in;
	_ns1__int_USCOREarrayResponse out;

	std::swap(in.values, values);
	const int error = soap_call___ns1__int_USCOREarray(to.soap, to.at(), nullptr, &in, out);
	std::swap(in.values, values);
	std::swap(out.return_, back);
	return error;
}

int call_concat(Connection &to, const std::string &left, const std::string &right, std::string &both)
{
	_ns1__concat in;
	_ns1__concatResponse out;

	in.left = left;
	in.right = right;
	const int error = soap_call___ns1__concat(to.soap, to.at(), nullptr, &in, out);
	both = out.return_;
	return error;
}

int call_request(Connection &to, int id, bool photo, ns1__info *&info)
{
	ns1__info_USCORErequest wanted;
	_ns1__request in;
	_ns1__requestResponse out;

	wanted.id = id;
	wanted.photo = photo;
	in.wanted = &wanted;
	const int error = soap_call___ns1__request(to.soap, to.at(), nullptr, &in, out);
	info = out.return_;
	return error;
}

int call_count(Connection &to, ULONG64 n, ULONG64 &count)
{
	_ns1__count in;
	_ns1__countResponse out;

	in.n = n;
	const int error = soap_call___ns1__count(to.soap, to.at(), nullptr, &in, out);
	count = out.return_;
	return error;
}

int call_sum(Connection &to, std::vector<int> &values, int &sum)
{
	_ns1__sum in;
	_ns1__sumResponse out;

	std::swap(in.values, values);
	const int error = soap_call___ns1__sum(to.soap, to.at(), nullptr, &in, out);
	std::swap(in.values, values);
	sum = out.return_;
	return error;
}

int call_transfer(Connection &to, const Binary &data, ns1__transferred *&back)
{
	_ns1__transfer in;
	_ns1__transferResponse out;

	in.data = data;
	const int error = soap_call___ns1__transfer(to.soap, to.at(), nullptr, &in, out);
	back = out.return_;
	return error;
}

int __ns1__nothing(struct soap *, _ns1__nothing *, _ns1__nothingResponse &) { return SOAP_OK; }

int __ns1__add(struct soap *, _ns1__add *in, _ns1__addResponse &out)
{
	out.return_ = (int)((unsigned)in->a + (unsigned)in->b);
	return SOAP_OK;
}

int __ns1__echo(struct soap *, _ns1__echo *in, _ns1__echoResponse &out)
{
	out.return_ = binary(in->data.__ptr, in->data.__size);
	return SOAP_OK;
}

int __ns1__int_USCOREarray(struct soap *, _ns1__int_USCOREarray *in, _ns1__int_USCOREarrayResponse &out)
{
	std::swap(out.return_, in->values);
	return SOAP_OK;
}

int __ns1__concat(struct soap *, _ns1__concat *in, _ns1__concatResponse &out)
{
	out.return_ = in->left + in->right;
	return SOAP_OK;
}

int __ns1__request(struct soap *soap, _ns1__request *in, _ns1__requestResponse &out)
{
	out.return_ = serve_info(soap, in->wanted->id, in->wanted->photo);
	return SOAP_OK;
}

int __ns1__count(struct soap *, _ns1__count *, _ns1__countResponse &out)
{
	out.return_ = serve_count();
	return SOAP_OK;
}

int __ns1__sum(struct soap *, _ns1__sum *in, _ns1__sumResponse &out)
{
	unsigned sum = 0;

	for (int value : in->values)
		sum += (unsigned)value;
	out.return_ = (int)sum;
	return SOAP_OK;
}

int __ns1__transfer(struct soap *soap, _ns1__transfer *in, _ns1__transferResponse &out)
{
	out.return_ = soap_new_ns1__transferred(soap);
	out.return_->code = TRANSFERRED;
	out.return_->data = binary(in->data.__ptr, in->data.__size);
	return SOAP_OK;
}
