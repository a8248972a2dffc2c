/*
 * exchange_client tcp HOST PORT: keeps one call in flight on each of its connections, by the raw protocol. Commands are
 * `saturate` of peers/exchange.md, with as many calls in flight as connections.
 */
#include "exchange.h"

enum { MOST = 100000, BUCKETS = 64 * 64 };

/* A thread with its share of the connections. */
struct worker {
	pthread_t thread;
	int epoll;
	struct connection **connections;
	size_t count;
	unsigned char *in, *out;
	uint64_t calls;
	uint64_t times[BUCKETS];
	const char *problem;
};

static const char *host, *port;
static struct connection *all[MOST];
static size_t opened;
static size_t body;
static uint64_t ends_ns;

/* A bucket of times: their highest bit, and the six bits behind it. */
static size_t bucket(uint64_t ns)
{
	unsigned high = ns < 64 ? 6 : 63u - (unsigned)__builtin_clzll(ns);

	return (size_t)(high - 5) * 64 + ((ns >> (high - 6)) & 63);
}

static uint64_t time_of(size_t at)
{
	unsigned high = (unsigned)(at / 64) + 5;

	return ((64 + (uint64_t)(at % 64)) << high) >> 6;
}

static int send_request(struct worker *w, struct connection *c)
{
	size_t size = 4 + REQUEST_HEAD + body;
	int sent;

	put_u32(w->out, (uint32_t)(REQUEST_HEAD + body));
	put_u32(w->out + 4, (uint32_t)c->tag);
	put_u32(w->out + 8, (uint32_t)body << 8 | RAW_CANNED);
	sent = send_some(c, w->out, size);
	if (sent == 0)
		watch(w->epoll, EPOLL_CTL_MOD, c, EPOLLOUT);
	return sent;
}

static int begin(struct worker *w, struct connection *c)
{
	c->tag++;
	c->received = c->expected = 0;
	c->unsent = 4 + REQUEST_HEAD + body;
	c->began_ns = peer_now_ns();
	return send_request(w, c);
}

/* Goes on with a call; returns 1 when it was the connection's last. */
static int carry_on(struct worker *w, struct connection *c, uint32_t events)
{
	uint64_t now;

	if (events & EPOLLOUT) {
		int sent = send_request(w, c);

		if (sent > 0)
			watch(w->epoll, EPOLL_CTL_MOD, c, EPOLLIN);
		return sent < 0 ? -1 : 0;
	}
	switch (receive_some(c, w->in, REPLY_HEAD)) {
	case 0:
		return 0;
	case 1:
		break;
	default:
		return -1;
	}
	if (c->expected != 4 + REPLY_HEAD + body || get_u32(c->head + 4) != (uint32_t)c->tag)
		return -1;
	now = peer_now_ns();
	w->calls++;
	w->times[bucket(now - c->began_ns)]++;
	if (now >= ends_ns)
		return 1;
	return begin(w, c) < 0 ? -1 : 0;
}

static void *work(void *argument)
{
	struct worker *w = argument;
	struct epoll_event events[EVENTS];
	size_t left = w->count;

	for (size_t i = 0; i < w->count; i++) {
		let_block(w->connections[i]->fd, w->count == 1);
		watch(w->epoll, EPOLL_CTL_ADD, w->connections[i], EPOLLIN);
		if (begin(w, w->connections[i]) < 0)
			w->problem = "a request was not sent";
	}
	while (left > 0 && w->problem == NULL) {
		int n = 1;

		events[0] = (struct epoll_event){ .events = EPOLLIN, .data.ptr = w->connections[0] };
		if (w->count > 1)
			n = epoll_wait(w->epoll, events, EVENTS, -1);
		for (int i = 0; i < n; i++) {
			int over = carry_on(w, events[i].data.ptr, events[i].events);

			if (over < 0)
				w->problem = "a connection has ended, or a reply is not the expected one";
			left -= over > 0;
		}
	}
	close(w->epoll);
	return NULL;
}

static void open_to(size_t count)
{
	for (; opened < count; opened++) {
		struct connection *c = calloc(1, sizeof *c);

		if (c == NULL)
			peer_die("calloc");
		c->fd = peer_connect(1, host, port);
		all[opened] = c;
	}
}

static uint64_t quantile(const uint64_t *times, uint64_t calls, double q)
{
	uint64_t rank = (uint64_t)((double)calls * q), seen = 0;

	for (size_t i = 0; i < BUCKETS; i++) {
		seen += times[i];
		if (seen > rank)
			return time_of(i);
	}
	return 0;
}

static void saturate(size_t connections, uint64_t ms)
{
	static struct worker workers[CPUS_MOST];
	size_t threads = (size_t)cpus();
	uint64_t start, calls = 0, *times = workers[0].times;
	const char *problem = NULL;
	double seconds;

	if (threads > connections)
		threads = connections;
	open_to(connections);
	start = peer_now_ns();
	ends_ns = start + ms * 1000000u;
	for (size_t i = 0; i < threads; i++) {
		struct worker *w = &workers[i];
		size_t from = connections * i / threads, to = connections * (i + 1) / threads;

		*w = (struct worker){ .in = w->in, .out = w->out, .connections = all + from, .count = to - from };
		if (w->in == NULL) {
			w->in = peer_buffer(PIECE);
			w->out = peer_buffer(BUFFER);
			peer_pattern(w->out, 0, BUFFER);
		}
		w->epoll = epoll_create1(0);
		if (w->epoll < 0)
			peer_die("epoll_create1");
	}
	for (size_t i = 1; i < threads; i++)
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
			peer_die("pthread_create");
	work(&workers[0]);
	for (size_t i = 0; i < threads; i++) {
		if (i > 0)
			pthread_join(workers[i].thread, NULL);
		calls += workers[i].calls;
		if (workers[i].problem != NULL)
			problem = workers[i].problem;
		for (size_t b = 0; i > 0 && b < BUCKETS; b++)
			times[b] += workers[i].times[b];
	}
	seconds = (double)(peer_now_ns() - start) / 1e9;
	if (problem != NULL)
		peer_error("%s", problem);
	else
		printf("{\"calls\":%llu,\"seconds\":%.9f,\"p50_ns\":%llu,\"p99_ns\":%llu}\n", (unsigned long long)calls,
		       seconds, (unsigned long long)quantile(times, calls, 0.5),
		       (unsigned long long)quantile(times, calls, 0.99));
	fflush(stdout);
}

int main(int argc, char **argv)
{
	char line[256];

	if (!peer_transport(argc, argv, 4, "tcp HOST PORT"))
		return 2;
	host = argv[2];
	port = argv[3];
	while (fgets(line, sizeof line, stdin) != NULL) {
		size_t in_flight, connections;
		unsigned long long ms;
		char workload[64];

		if (sscanf(line, "saturate %63s %zu %zu %llu", workload, &in_flight, &connections, &ms) != 4) {
			peer_error("commands: saturate WORKLOAD IN-FLIGHT CONNECTIONS MILLISECONDS");
			continue;
		}
		body = 0;
		if (strcmp(workload, "nothing") != 0 && (sscanf(workload, "echo:%zu", &body) != 1 || body > BODY_MAX))
			peer_error("workloads: nothing, echo:N");
		else if (in_flight != connections || connections == 0 || connections > MOST)
			peer_error("one call in flight on each of at most %d connections", MOST);
		else
			saturate(connections, ms);
	}
	return 0;
}
