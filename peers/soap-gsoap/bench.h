/*
 * The workloads whatever the style: what a style's file offers to bench_client.cpp, and asks of the application.
 */
#ifndef BENCH_H
#define BENCH_H

#include "gsoap.h"

enum {
	PHOTO_BYTES = 1048576,
	TRANSFERRED = 1989, /* comes back with transferred bytes */
};

using Binary = xsd__base64Binary;

inline Binary binary(const unsigned char *bytes, size_t size)
{
	Binary value;

	value.__ptr = const_cast<unsigned char *>(bytes);
	value.__size = (int)size;
	value.id = value.options = nullptr;
	value.type = const_cast<char *>(attachment_type());
	return value;
}

inline std::vector<unsigned char> pattern(size_t size)
{
	std::vector<unsigned char> bytes(size + 1); /* never a null pointer */

	peer_pattern(bytes.data(), 0, size);
	bytes.resize(size);
	return bytes;
}

inline void fill_info(ns1__info &info, int id, Binary photo)
{
	info.id = id;
	info.first_USCOREname = "Ada";
	info.last_USCOREname = "Lovelace";
	info.age = 36;
	info.email = "ada@example.org";
	info.phone = "+44 20 7946 0000";
	info.newsletter = true;
	info.latitude = 51.5f;
	info.longitude = -0.125f;
	info.photo = photo;
}

/* Calls, by the stubs of a style; each returns gSOAP's error, and leaves results to soap_end(). */
int call_nothing(Connection &);
int call_add(Connection &, int a, int b, int &sum);
int call_echo(Connection &, const Binary &, Binary &back);
int call_int_array(Connection &, std::vector<int> &, std::vector<int> &back);
int call_concat(Connection &, const std::string &left, const std::string &right, std::string &both);
int call_request(Connection &, int id, bool photo, ns1__info *&info);
int call_count(Connection &, ULONG64 n, ULONG64 &count);
int call_sum(Connection &, std::vector<int> &, int &sum);
int call_transfer(Connection &, const Binary &, ns1__transferred *&back);

/* The application. */
ns1__info *serve_info(struct soap *, int id, bool photo);
ULONG64 serve_count();

#endif
