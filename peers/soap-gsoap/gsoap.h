/*
 * What the programs on gSOAP share: options, a server's loop and a client's commands.
 */
#ifndef GSOAP_H
#define GSOAP_H

#include "../common/peer.h"
#include "soapH.h"

#include <csignal>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/*
 * From the command line:
 *   version=1.1|1.2   that a client speaks (1.1); a server answers in what it was asked
 *   mtom=on           binary is sent as attachments
 *   path=/PATH        of a client's requests (/)
 *   user=NAME:PASSWORD   a client's, HTTP Basic
 */
struct Options {
	bool version_12 = false, mtom = false;
	std::string path = "/", user, password;

	Options(int argc, char **argv, int from)
	{
		for (int i = from; i < argc; i++) {
			const std::string option = argv[i];
			const size_t equals = option.find('=');
			const std::string name = option.substr(0, equals), value = equals < option.size() ? option.substr(equals + 1) : "";

			if (name == "version" && (value == "1.1" || value == "1.2"))
				version_12 = value == "1.2";
			else if (name == "mtom" && (value == "on" || value == "off"))
				mtom = value == "on";
			else if (name == "path")
				path = value;
			else if (name == "user" && value.find(':') != std::string::npos) {
				user = value.substr(0, value.find(':'));
				password = value.substr(value.find(':') + 1);
			} else {
				fprintf(stderr, "unknown option %s\n", argv[i]);
				exit(2);
			}
		}
	}
};

/* gSOAP may be told of every attachment what it is; without a type it sends base64 in its place. */
inline const char *&attachment_type()
{
	static const char *type = nullptr;

	return type;
}

/* Over connections that stay open, each served by its own thread, until standard input closes. */
inline int serve(int argc, char **argv)
{
	if (argc < 2 || strcmp(argv[1], "tcp") != 0) {
		fprintf(stderr, "usage: %s tcp [PORT] [NAME=VALUE...]\n", argv[0]);
		return 2;
	}
	const Options options(argc, argv, 3);
	struct soap *soap = soap_new1(SOAP_IO_KEEPALIVE | SOAP_C_UTFSTRING | (options.mtom ? SOAP_ENC_MTOM : 0));

	if (options.mtom)
		attachment_type() = "application/octet-stream";
	signal(SIGPIPE, SIG_IGN);
	soap->max_keep_alive = 0; /* any number of calls */
	soap->bind_flags = SO_REUSEADDR;
	if (!soap_valid_socket(soap_bind(soap, peer_listen_host(), argc > 2 ? atoi(argv[2]) : 0, 128))) {
		soap_print_fault(soap, stderr);
		return 1;
	}
	struct sockaddr_in at;
	socklen_t size = sizeof at;
	if (getsockname(soap->master, (struct sockaddr *)&at, &size) < 0)
		peer_die("getsockname");
	printf("PORT %u\n", ntohs(at.sin_port));
	fflush(stdout);
	std::thread([] {
		char junk[256];
		while (read(0, junk, sizeof junk) > 0)
			;
		_exit(0);
	}).detach();
	for (;;) {
		if (!soap_valid_socket(soap_accept(soap)))
			continue;
		struct soap *connection = soap_copy(soap);
		std::thread([connection] {
			soap_serve(connection);
			soap_destroy(connection);
			soap_end(connection);
			soap_free(connection);
		}).detach();
	}
}

/* What the library makes of the answer to a call. */
inline void check(struct soap *soap, int error)
{
	if (error == SOAP_OK)
		return;
	char said[512];
	soap_sprint_fault(soap, said, sizeof said);
	for (char &c : said)
		if (c == '"' || c == '\\' || (c != 0 && (unsigned char)c < ' '))
			c = ' ';
	said[sizeof said - 1] = 0;
	throw std::runtime_error(said);
}

inline void require(bool right)
{
	if (!right)
		throw std::runtime_error("the result is wrong");
}

/* One connection of a client, for all its calls. */
struct Connection {
	struct soap *soap;
	std::string endpoint;

	Connection(int argc, char **argv, const struct Namespace *names)
	{
		const Options options(argc, argv, 4);

		signal(SIGPIPE, SIG_IGN);
		soap = soap_new1(SOAP_IO_KEEPALIVE | SOAP_C_UTFSTRING | (options.mtom ? SOAP_ENC_MTOM : 0));
		/* Of the version that the first two say, whatever soap_set_version() does; the other is understood. */
		for (const struct Namespace *name = names; name->id != nullptr; name++)
			spoken.push_back(*name);
		spoken.push_back({ nullptr, nullptr, nullptr, nullptr });
		if (options.version_12) {
			spoken[0].ns = "http://www.w3.org/2003/05/soap-envelope";
			spoken[0].in = "http://schemas.xmlsoap.org/soap/envelope/";
			spoken[1].ns = "http://www.w3.org/2003/05/soap-encoding";
			spoken[1].in = "http://schemas.xmlsoap.org/soap/encoding/";
		}
		soap_set_namespaces(soap, spoken.data());
		if (options.mtom)
			attachment_type() = "application/octet-stream";
		if (!options.user.empty()) {
			user = options.user;
			password = options.password;
		}
		endpoint = std::string("http://") + argv[2] + ":" + argv[3] + options.path;
	}
	/* Before each call: the library forgets it with the call. */
	const char *at()
	{
		if (!user.empty()) {
			soap->userid = user.c_str();
			soap->passwd = password.c_str();
		}
		return endpoint.c_str();
	}
	void forget()
	{
		soap_destroy(soap);
		soap_end(soap);
	}

private:
	std::vector<struct Namespace> spoken;
	std::string user, password;
};

using Case = std::function<void()>;

/* `case NAME`, `cases`, `pin CPU`, and what `more` knows, which says whether that was one. */
inline int obey(int argc, char **argv, const std::map<std::string, Case> &cases, const std::function<bool(const std::string &)> &more)
{
	std::string line;

	(void)argc, (void)argv;
	while (std::getline(std::cin, line)) {
		std::istringstream words(line);
		std::string command, name;
		words >> command >> name;
		try {
			if (peer_command_pin(line.c_str()) || more(line))
				continue;
			if (command == "cases") {
				const char *between = "";
				for (const auto &known : cases) {
					printf("%s%s", between, known.first.c_str());
					between = " ";
				}
				puts("");
			} else if (command == "case" && cases.count(name)) {
				cases.at(name)();
				puts("ok");
			} else {
				throw std::runtime_error("commands: run WORKLOAD CALLS, case NAME, cases, pin CPU");
			}
			fflush(stdout);
		} catch (const std::exception &error) {
			peer_error("%s", error.what());
		}
	}
	return 0;
}

#endif
