/*
 * omniorb_client tcp HOST PORT [ORB OPTION...]: calls interfaces/corba and checks every result. Commands on standard input,
 * one line each, answered by one:
 *
 *   run WORKLOAD CALLS      nothing add echo:N ints:N sum:N transfer:N concat info info-photo count; as ../README.md says
 *   flood info|info-photo CALLS THREADS   these calls in all, by so many threads; {"calls":CALLS,"seconds":SECONDS}
 *   case NAME               `ok`, or {"error":"what is wrong"}; the cases of cases.cpp
 *   cases                   their names
 *   object KEY REFERENCE    from now on this object, instead of corbaloc:iiop:1.2@HOST:PORT/KEY
 *   pin CPU
 *
 * Options worth knowing, beside those at the top of server.cpp: `-ORBmaxGIOPVersion 1.1` (what is spoken is the lower of it
 * and of the reference's), `-ORBverifyObjectExistsAndType 0` (no LocateRequest before the first call of an object),
 * `-ORBoneCallPerConnection 0` (calls at the same time share a connection).
 */
#include "client.h"

#include <atomic>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <thread>

CORBA::ORB_var orb;

static std::string locations; /* before a key */
static std::map<std::string, std::string> replaced;

CORBA::Object_ptr object(const std::string &key)
{
	auto found = replaced.find(key);

	return orb->string_to_object((found != replaced.end() ? found->second : locations + key).c_str());
}

static void require(bool right)
{
	if (!right)
		throw std::runtime_error("the result is wrong");
}

/* One call, timed from entering the stub until it returns with the result unmarshalled. */
using Workload = std::function<uint64_t(CORBA::Long call)>;

template <class Call> static auto timed(uint64_t &ns, Call call)
{
	const uint64_t start = peer_now_ns();
	auto result = call();

	ns = peer_now_ns() - start;
	return result;
}

static bool same_bytes(const manyrpc::blob &a, const manyrpc::blob &b)
{
	return a.length() == b.length() && (a.length() == 0 || memcmp(a.get_buffer(), b.get_buffer(), a.length()) == 0);
}

static bool same_info(const manyrpc::info &a, const manyrpc::info &b)
{
	return a.id == b.id && strcmp(a.first_name, b.first_name) == 0 && strcmp(a.last_name, b.last_name) == 0 &&
	       a.age == b.age && strcmp(a.email, b.email) == 0 && strcmp(a.phone, b.phone) == 0 &&
	       a.newsletter == b.newsletter && a.latitude == b.latitude && a.longitude == b.longitude &&
	       same_bytes(a.photo, b.photo);
}

static manyrpc::ints numbers(CORBA::ULong size)
{
	manyrpc::ints values;

	values.length(size);
	for (CORBA::ULong i = 0; i < size; i++)
		values[i] = (CORBA::Long)(i * 2654435761u);
	return values;
}

static Workload workload(const std::string &name, manyrpc::Bench_ptr bench)
{
	const size_t colon = name.find(':');
	const std::string kind = name.substr(0, colon);
	const CORBA::ULong size = colon == std::string::npos ? 0 : (CORBA::ULong)std::stoul(name.substr(colon + 1));
	const auto wrong = std::runtime_error("unknown workload or number out of range");

	if (size > 1 << 28 || ((kind == "ints" || kind == "sum") && size > (CORBA::ULong)manyrpc::INTS_MAX))
		throw wrong;
	if (kind == "nothing")
		return [=](CORBA::Long) {
			uint64_t ns;
			timed(ns, [=] { bench->nothing(); return 0; });
			return ns;
		};
	if (kind == "add")
		return [=](CORBA::Long i) {
			uint64_t ns;
			require(timed(ns, [=] { return bench->add(i, 1000 - 2 * i); }) == 1000 - i);
			return ns;
		};
	if (kind == "echo")
		return [=, data = pattern(size)](CORBA::Long) {
			uint64_t ns;
			manyrpc::blob_var back = timed(ns, [&] { return bench->echo(data); });
			require(same_bytes(back, data));
			return ns;
		};
	if (kind == "ints")
		return [=, values = numbers(size)](CORBA::Long) {
			uint64_t ns;
			manyrpc::ints_var back = timed(ns, [&] { return bench->int_array(values); });
			require(back->length() == size);
			for (CORBA::ULong i = 0; i < size; i++)
				require(back[i] == values[i]);
			return ns;
		};
	if (kind == "sum")
		return [=, values = numbers(size)](CORBA::Long) {
			uint64_t ns;
			CORBA::ULong expected = 0;
			for (CORBA::ULong i = 0; i < size; i++)
				expected += (CORBA::ULong)values[i];
			require(timed(ns, [&] { return bench->sum(values); }) == (CORBA::Long)expected);
			return ns;
		};
	if (kind == "transfer")
		return [=, data = pattern(size)](CORBA::Long) {
			uint64_t ns;
			manyrpc::transferred_var back = timed(ns, [&] { return bench->transfer(data); });
			require(back->code == TRANSFERRED && same_bytes(back->data, data));
			return ns;
		};
	if (kind == "concat")
		return [=](CORBA::Long) {
			uint64_t ns;
			CORBA::String_var back = timed(ns, [=] { return bench->concat("fifteen letters", "eighteen more here"); });
			require(strcmp(back, "fifteen letterseighteen more here") == 0);
			return ns;
		};
	if (kind == "info" || kind == "info-photo") {
		const bool photo = kind == "info-photo";
		return [=, bytes = pattern(photo ? PHOTO_BYTES : 0)](CORBA::Long i) {
			uint64_t ns;
			manyrpc::info expected;
			fill_info(expected, i, &bytes);
			const manyrpc::info_request wanted = { i, photo };
			manyrpc::info_var back = timed(ns, [&] { return bench->request(wanted); });
			require(same_info(back, expected));
			return ns;
		};
	}
	/* The server's count of executions must rise by one with each call of ours. */
	if (kind == "count")
		return [=, last = (CORBA::ULongLong)0](CORBA::Long i) mutable {
			uint64_t ns;
			const CORBA::ULongLong now = timed(ns, [=] { return bench->count((CORBA::ULongLong)i); });
			require(last == 0 || now == last + 1);
			last = now;
			return ns;
		};
	throw wrong;
}

static void run(const std::string &name, size_t calls)
{
	static manyrpc::Bench_var bench; /* with its connection from one run to the next */
	std::vector<uint64_t> ns(calls);
	uint64_t cpu = 0;

	if (CORBA::is_nil(bench))
		bench = at<manyrpc::Bench>("manyrpc.Bench");
	Workload call = workload(name, bench);
	for (size_t i = 0; i < calls; i++) {
		const uint64_t start = peer_cpu_ns();

		ns[i] = call((CORBA::Long)i);
		cpu += peer_cpu_ns() - start;
	}
	peer_answer(ns.data(), calls, cpu);
}

/* Calls of several threads, each checked in full; with `-ORBoneCallPerConnection 0` over one connection. */
static void flood(const std::string &name, size_t calls, size_t threads)
{
	if ((name != "info" && name != "info-photo") || calls == 0 || threads == 0 || threads > 1024)
		throw std::runtime_error("flood info|info-photo CALLS THREADS");
	manyrpc::Bench_var bench = at<manyrpc::Bench>("manyrpc.Bench");
	std::atomic<size_t> next{0};
	std::atomic<bool> failed{false};
	const uint64_t start = peer_now_ns();
	std::vector<std::thread> callers;

	for (size_t i = 0; i < threads; i++)
		callers.emplace_back([&] {
			Workload call = workload(name, bench);
			try {
				for (size_t n; !failed && (n = next++) < calls;)
					call((CORBA::Long)n);
			} catch (const CORBA::Exception &) {
				failed = true;
			} catch (const std::exception &) {
				failed = true;
			}
		});
	for (std::thread &caller : callers)
		caller.join();
	if (failed)
		throw std::runtime_error("a call failed");
	printf("{\"calls\":%zu,\"seconds\":%.9f}\n", calls, (double)(peer_now_ns() - start) / 1e9);
	fflush(stdout);
}

static void say(const char *what)
{
	puts(what);
	fflush(stdout);
}

static void obey(const std::string &line)
{
	std::istringstream words(line);
	std::string command, first, second, third;

	words >> command >> first >> second >> third;
	if (command == "run" && !second.empty()) {
		run(first, std::stoul(second));
	} else if (command == "flood" && !third.empty()) {
		flood(first, std::stoul(second), std::stoul(third));
	} else if (command == "object" && !second.empty()) {
		replaced[first] = second;
		say("ok");
	} else if (command == "cases") {
		std::string names;
		for (const Case &known : cases)
			names += (names.empty() ? "" : " ") + std::string(known.name);
		say(names.c_str());
	} else if (command == "case") {
		for (const Case &known : cases)
			if (first == known.name) {
				known.run();
				return say("ok");
			}
		throw std::runtime_error("no such case");
	} else {
		throw std::runtime_error("commands: run WORKLOAD CALLS, flood WORKLOAD CALLS THREADS, case NAME, cases, object KEY REFERENCE, pin CPU");
	}
}

/* Without this, omniORB tries again after TRANSIENT for as long as it comes. */
static CORBA::Boolean give_up(void *, CORBA::ULong, const CORBA::TRANSIENT &) { return false; }

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 4, "tcp HOST PORT [ORB OPTION...]");
	/* For the objects that it has itself; -ORBendPoint takes precedence. */
	const char *defaults[][2] = { { "endPoint", "giop:tcp:127.0.0.1:" }, { "nativeCharCodeSet", "UTF-8" }, { nullptr, nullptr } };
	std::string line;

	try {
		int rest = argc - 3;

		loads_tls(argc, argv);
		locations = location("1.2", argv[2], argv[3]);
		orb = CORBA::ORB_init(rest, argv + 3, "omniORB4", defaults);
		omniORB::installTransientExceptionHandler(nullptr, give_up);
	} catch (const CORBA::Exception &error) {
		fprintf(stderr, "omniorb_client: %s\n", error._name());
		return 1;
	}
	while (std::getline(std::cin, line)) {
		try {
			if (!peer_command_pin(line.c_str()))
				obey(line);
		} catch (const CORBA::SystemException &error) {
			peer_error("%s minor %#lx completed %d", error._name(), (unsigned long)error.minor(), (int)error.completed());
		} catch (const CORBA::Exception &error) {
			peer_error("%s", error._name());
		} catch (const std::exception &error) {
			peer_error("%s", error.what());
		}
	}
	orb->destroy();
	return 0;
}
