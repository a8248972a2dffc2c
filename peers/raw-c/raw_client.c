/*
 * raw_client udp|tcp HOST PORT: times raw calls. Commands on standard input:
 *
 *   run <request body bytes> <reply body bytes> <calls>
 *   pin <cpu>
 */
#include "wire.h"

static int is_tcp;
static int connection;
static unsigned char *out, *in;

/* One call with what is prepared in `out`; returns the reason when it failed. */
static const char *call(uint32_t tag, size_t request, size_t reply)
{
	size_t prefix = is_tcp ? 4 : 0;

	put_u32(out + prefix, tag);
	if (send_all(connection, out, prefix + REQUEST_HEAD + request) < 0)
		return "send failed";
	if (is_tcp) {
		if (receive_message(connection, in, BUFFER) != (long)(REPLY_HEAD + reply))
			return "connection closed or reply of the wrong length";
	} else {
		if (recv(connection, in, UDP_MAX, 0) != (ssize_t)(REPLY_HEAD + reply))
			return "no reply within two seconds or one of the wrong length";
	}
	return get_u32(in + prefix) == tag ? NULL : "reply with another tag";
}

static void run(size_t request, size_t reply, size_t calls)
{
	size_t prefix = is_tcp ? 4 : 0;
	uint64_t *ns, cpu;

	if (request > BODY_MAX || reply > BODY_MAX || calls == 0 || calls > 100000000) {
		peer_error("sizes end at %d bytes, calls at 100000000", BODY_MAX);
		return;
	}
	if (!is_tcp && (request + REQUEST_HEAD > UDP_MAX || reply + REPLY_HEAD > UDP_MAX)) {
		peer_error("a datagram ends at %d bytes", UDP_MAX);
		return;
	}
	ns = malloc(calls * sizeof *ns);
	if (ns == NULL)
		peer_die("malloc");
	peer_pattern(out, 0, prefix + REQUEST_HEAD + request);
	if (is_tcp)
		put_u32(out, (uint32_t)(REQUEST_HEAD + request));
	put_u32(out + prefix + 4, (uint32_t)reply << 8 | RAW_CANNED);
	cpu = peer_cpu_ns();
	for (size_t i = 0; i < calls; i++) {
		uint64_t start = peer_now_ns();
		const char *problem = call((uint32_t)i, request, reply);

		ns[i] = peer_now_ns() - start;
		if (problem != NULL) {
			peer_error("call %zu: %s", i, problem);
			free(ns);
			return;
		}
	}
	peer_answer(ns, calls, peer_cpu_ns() - cpu);
	free(ns);
}

int main(int argc, char **argv)
{
	struct timeval patience = { .tv_sec = 2 };
	char line[256];

	is_tcp = peer_transport(argc, argv, 4, "udp|tcp HOST PORT");
	connection = peer_connect(is_tcp, argv[2], argv[3]);
	if (!is_tcp)
		setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	out = peer_buffer(BUFFER);
	in = peer_buffer(BUFFER);
	while (fgets(line, sizeof line, stdin) != NULL) {
		size_t request, reply, calls;

		if (peer_command_pin(line))
			continue;
		if (sscanf(line, "run %zu %zu %zu", &request, &reply, &calls) == 3)
			run(request, reply, calls);
		else
			peer_error("commands: run REQUEST REPLY CALLS, pin CPU");
	}
	return 0;
}
