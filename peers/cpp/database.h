/*
 * What the C++ peers of `Database.Request` share: the record of an id (see ../database.md),
 * the commands of a client, and Base64 for the systems whose libraries have none.
 */
#ifndef DATABASE_H
#define DATABASE_H

#include "../common/peer.h"

#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

struct Record {
	int32_t id, age;
	std::string first_name, last_name, email, phone;
	bool newsletter;
	float latitude, longitude; /* as defined: xmlrpc-c reads -33.625 as a double that is 7e-15 off */
	std::string photo;

	bool operator==(const Record &o) const
	{
		return id == o.id && age == o.age && first_name == o.first_name && last_name == o.last_name &&
		       email == o.email && phone == o.phone && newsletter == o.newsletter &&
		       latitude == o.latitude && longitude == o.longitude && photo == o.photo;
	}
};

inline const std::string &the_photo()
{
	static const std::string photo = [] {
		std::string p(1048576, '\0');
		peer_pattern((unsigned char *)&p[0], 0, p.size());
		return p;
	}();
	return photo;
}

/* Without its photo, so that who serves it can send that from where it lies. */
inline Record record_of(int32_t id)
{
	static const char *const first[] = { "Ada", "Erzs\u00e9bet", "\u7f8e\u54b2", "Zo\u00eb" };
	static const char *const last[] = { "Lovelace", "O'Neill & <Sons>", "\"Kir\u00e1ly\" \\ Sz\u00e9kely" };
	char phone[32];

	if (id < 0)
		throw std::invalid_argument("ids are 0 or more");
	snprintf(phone, sizeof phone, "+36 1 555 %04d", id % 10000);
	Record r;
	r.id = id;
	r.first_name = first[id % 4];
	r.last_name = last[id % 3];
	r.age = 18 + id % 70;
	r.email = "user" + std::to_string(id) + "@example.org";
	r.phone = phone;
	r.newsletter = id % 2 == 0;
	r.latitude = (id % 100) / 4.0f - 33.875f;
	r.longitude = 151.125f - (id % 1000) / 4.0f;
	return r;
}

/* One call: what the library's answer says, in types of the language. */
using Request = std::function<Record(int32_t id, bool photo)>;

inline void run_calls(const Request &request, bool photo, int calls)
{
	std::vector<uint64_t> ns(calls);
	uint64_t cpu = peer_clock_ns(CLOCK_PROCESS_CPUTIME_ID), checking = 0;

	for (int32_t id = 0; id < calls; id++) {
		uint64_t start = peer_now_ns();
		Record got = request(id, photo);
		ns[id] = peer_now_ns() - start;

		uint64_t before = peer_cpu_ns();
		Record wanted = record_of(id);
		if (photo)
			wanted.photo = the_photo();
		if (!(got == wanted))
			throw std::runtime_error("call " + std::to_string(id) + ": the result is wrong");
		checking += peer_cpu_ns() - before;
	}
	peer_answer(ns.data(), ns.size(), peer_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu - checking);
}

/* In a JSON string as peer_error() prints it. */
inline std::string harmless(std::string text)
{
	for (char &c : text)
		if (c == '"' || c == '\\' || (unsigned char)c < ' ')
			c = ' ';
	return text;
}

/* `run info|info-photo CALLS` and `pin CPU`, one a line; `open` is called before the first call. */
inline int client_main(int argc, char **argv, const std::function<Request(const char *host, const char *port)> &open)
{
	Request request;
	std::string line;

	peer_transport(argc, argv, 4, "tcp HOST PORT");
	while (std::getline(std::cin, line)) {
		char workload[16];
		int calls;

		if (peer_command_pin(line.c_str()))
			continue;
		try {
			if (sscanf(line.c_str(), "run %15s %d", workload, &calls) != 2 || calls < 1)
				throw std::invalid_argument("commands: run WORKLOAD CALLS, pin CPU");
			bool photo = strcmp(workload, "info-photo") == 0;
			if (!photo && strcmp(workload, "info") != 0)
				throw std::invalid_argument("workloads: info, info-photo");
			if (!request)
				request = open(argv[2], argv[3]);
			run_calls(request, photo, calls);
		} catch (const std::exception &e) {
			peer_error("%s", harmless(e.what()).c_str());
		}
	}
	return 0;
}

/* RFC 4648, section 4. */
inline std::string base64(const std::string &bytes)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *in = (const unsigned char *)bytes.data();
	std::string text((bytes.size() + 2) / 3 * 4, '=');
	char *out = &text[0];
	size_t i = 0;

	for (; i + 2 < bytes.size(); i += 3) {
		uint32_t v = in[i] << 16 | in[i + 1] << 8 | in[i + 2];
		*out++ = digits[v >> 18];
		*out++ = digits[v >> 12 & 63];
		*out++ = digits[v >> 6 & 63];
		*out++ = digits[v & 63];
	}
	if (i < bytes.size()) {
		uint32_t v = in[i] << 16 | (i + 1 < bytes.size() ? in[i + 1] << 8 : 0);
		*out++ = digits[v >> 18];
		*out++ = digits[v >> 12 & 63];
		if (i + 1 < bytes.size())
			*out = digits[v >> 6 & 63];
	}
	return text;
}

inline std::string bytes_of_base64(const std::string &text)
{
	static const std::vector<signed char> values = [] {
		static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
		std::vector<signed char> v(256, -1);
		for (int i = 0; i < 64; i++)
			v[(unsigned char)digits[i]] = (signed char)i;
		return v;
	}();
	size_t length = text.size();

	if (length % 4 != 0)
		throw std::runtime_error("Base64 without its padding");
	while (length > 0 && text[length - 1] == '=' && text.size() - length < 2)
		length--;
	std::string bytes(text.size() / 4 * 3 - (text.size() - length), '\0');
	size_t out = 0;
	uint32_t group = 0;
	int wrong = 0;
	for (size_t i = 0; i < text.size(); i++) {
		int value = i < length ? values[(unsigned char)text[i]] : 0;
		wrong |= value;
		group = group << 6 | (value & 63);
		if (i % 4 == 3)
			for (int shift = 16; shift >= 0 && out < bytes.size(); shift -= 8)
				bytes[out++] = (char)(group >> shift);
	}
	if (wrong < 0)
		throw std::runtime_error("not a digit of Base64");
	return bytes;
}

#endif
