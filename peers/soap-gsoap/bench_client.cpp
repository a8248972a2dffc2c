/*
 * gsoap_client, gsoap_rpc_client, gsoap_encoded_client tcp HOST PORT [NAME=VALUE...]: call interfaces/bench.x and check every result, as
 * ../README.md says; options are those of gsoap.h.
 */
#include "bench.h"
#include "names.nsmap"

/* The client needs none; the skeleton that is linked in does. */
ns1__info *serve_info(struct soap *, int, bool) { return nullptr; }
ULONG64 serve_count() { return 0; }

/* One call, timed from entering the stub until it returns with the result unmarshalled. */
using Workload = std::function<uint64_t(int call)>;

template <class Call> static uint64_t timed(Connection &to, Call call)
{
	const uint64_t start = peer_now_ns();
	const int error = call();
	const uint64_t ns = peer_now_ns() - start;

	check(to.soap, error);
	return ns;
}

static bool same(const Binary &a, const std::vector<unsigned char> &b)
{
	return (size_t)a.__size == b.size() && (b.empty() || memcmp(a.__ptr, b.data(), b.size()) == 0);
}

static std::vector<int> numbers(size_t size)
{
	std::vector<int> values(size);

	for (size_t i = 0; i < size; i++)
		values[i] = (int)(i * 2654435761u);
	return values;
}

static Workload workload(Connection &to, const std::string &name)
{
	const size_t colon = name.find(':');
	const std::string kind = name.substr(0, colon);
	const size_t size = colon == std::string::npos ? 0 : std::stoul(name.substr(colon + 1));

	if (size > 1 << 28 || ((kind == "ints" || kind == "sum") && size > 1000000))
		throw std::runtime_error("number out of range");
	if (kind == "nothing")
		return [&](int) { return timed(to, [&] { return call_nothing(to); }); };
	if (kind == "add")
		return [&](int i) {
			int sum = 0;
			uint64_t ns = timed(to, [&] { return call_add(to, i, 1000 - 2 * i, sum); });
			require(sum == 1000 - i);
			return ns;
		};
	if (kind == "echo")
		return [&, data = pattern(size)](int) {
			Binary back;
			uint64_t ns = timed(to, [&] { return call_echo(to, binary(data.data(), data.size()), back); });
			require(same(back, data));
			return ns;
		};
	if (kind == "ints")
		return [&, values = numbers(size)](int) mutable {
			std::vector<int> back;
			uint64_t ns = timed(to, [&] { return call_int_array(to, values, back); });
			require(back == values);
			return ns;
		};
	if (kind == "sum")
		return [&, values = numbers(size)](int) mutable {
			unsigned expected = 0;
			int sum = 0;
			for (int value : values)
				expected += (unsigned)value;
			uint64_t ns = timed(to, [&] { return call_sum(to, values, sum); });
			require(sum == (int)expected);
			return ns;
		};
	if (kind == "transfer")
		return [&, data = pattern(size)](int) {
			ns1__transferred *back = nullptr;
			uint64_t ns = timed(to, [&] { return call_transfer(to, binary(data.data(), data.size()), back); });
			require(back != nullptr && back->code == TRANSFERRED && same(back->data, data));
			return ns;
		};
	if (kind == "concat")
		return [&](int) {
			std::string both;
			uint64_t ns = timed(to, [&] { return call_concat(to, "fifteen letters", "eighteen more here", both); });
			require(both == "fifteen letterseighteen more here");
			return ns;
		};
	if (kind == "info" || kind == "info-photo") {
		const bool photo = kind == "info-photo";
		return [&, photo, bytes = pattern(photo ? PHOTO_BYTES : 0)](int i) {
			ns1__info wanted, *got = nullptr;
			uint64_t ns = timed(to, [&] { return call_request(to, i, photo, got); });
			fill_info(wanted, i, binary(bytes.data(), bytes.size()));
			require(got != nullptr && got->id == wanted.id && got->first_USCOREname == wanted.first_USCOREname &&
				got->last_USCOREname == wanted.last_USCOREname && got->age == wanted.age && got->email == wanted.email &&
				got->phone == wanted.phone && got->newsletter == wanted.newsletter && got->latitude == wanted.latitude &&
				got->longitude == wanted.longitude && same(got->photo, bytes));
			return ns;
		};
	}
	/* The server's count of executions must rise by one with each call of ours. */
	if (kind == "count")
		return [&, last = (ULONG64)0](int i) mutable {
			ULONG64 now = 0;
			uint64_t ns = timed(to, [&] { return call_count(to, (ULONG64)i, now); });
			require(now > 0 && (last == 0 || now == last + 1));
			last = now;
			return ns;
		};
	throw std::runtime_error("unknown workload");
}

static bool run(Connection &to, const std::string &line)
{
	char name[64];
	int calls;

	if (sscanf(line.c_str(), "run %63s %d", name, &calls) != 2 || calls < 1)
		return false;
	Workload call = workload(to, name);
	std::vector<uint64_t> ns(calls);
	uint64_t cpu = 0;
	for (int i = 0; i < calls; i++) {
		const uint64_t start = peer_cpu_ns();

		ns[i] = call(i);
		cpu += peer_cpu_ns() - start;
		to.forget();
	}
	peer_answer(ns.data(), ns.size(), cpu);
	return true;
}

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 4, "tcp HOST PORT [NAME=VALUE...]");
	Connection to(argc, argv, namespaces);
	return obey(argc, argv, {}, [&](const std::string &line) { return run(to, line); });
}
