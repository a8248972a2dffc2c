/*
 * exchange_server tcp [port]: answers the raw protocol with prebuilt bytes on any number of connections, until standard
 * input closes.
 */
#include "exchange.h"

#include <stdatomic.h>

static int listener;

/* The bytes of every reply but for its head; the threads write to copies. */
static unsigned char *pattern;

static void end(struct connection *c)
{
	close(c->fd);
	free(c);
}

/* Sends what is unsent of the reply; without room for it, the connection waits for that. */
static int reply(int epoll, struct connection *c, unsigned char *out)
{
	size_t size = 4 + REPLY_HEAD + c->reply;
	int sent;

	put_u32(out, (uint32_t)(REPLY_HEAD + c->reply));
	memcpy(out + 4, c->head + 4, 4);
	sent = send_some(c, out, size);
	if (sent == 0)
		watch(epoll, EPOLL_CTL_MOD, c, EPOLLOUT);
	return sent;
}

static int carry_on(int epoll, struct connection *c, uint32_t events, unsigned char *in, unsigned char *out)
{
	if (events & EPOLLOUT) {
		int sent = reply(epoll, c, out);

		if (sent > 0)
			watch(epoll, EPOLL_CTL_MOD, c, EPOLLIN);
		return sent;
	}
	switch (receive_some(c, in, REQUEST_HEAD)) {
	case 0:
		return 0;
	case 1:
		c->reply = get_u32(c->head + 8) >> 8;
		c->received = c->expected = 0;
		c->unsent = 4 + REPLY_HEAD + c->reply;
		return reply(epoll, c, out);
	default:
		return -1;
	}
}

static unsigned char *prepared(void)
{
	unsigned char *out = peer_buffer(BUFFER);

	memcpy(out, pattern, BUFFER);
	return out;
}

/* A connection on its own, whose socket blocks. */
static void *serve_alone(void *argument)
{
	struct connection *c = argument;
	unsigned char *in = peer_buffer(PIECE), *out = prepared();

	while (carry_on(-1, c, EPOLLIN, in, out) >= 0)
		;
	end(c);
	return NULL;
}

/*
 * The first connection has a thread of its own. A client with many has a thousandth of its calls there; one with a lone
 * call has all, and no epoll is between.
 */
static void accept_all(int epoll)
{
	static atomic_int alone;
	int fd;

	while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
		struct connection *c = calloc(1, sizeof *c);
		pthread_t t;

		if (c == NULL)
			peer_die("calloc");
		c->fd = fd;
		if (atomic_fetch_add(&alone, 1) > 0) {
			watch(epoll, EPOLL_CTL_ADD, c, EPOLLIN);
			continue;
		}
		let_block(fd, 1);
		if (pthread_create(&t, NULL, serve_alone, c) != 0)
			peer_die("pthread_create");
		pthread_detach(t);
	}
}

static void *serve(void *unused)
{
	struct epoll_event events[EVENTS], accepting = { .events = EPOLLIN | EPOLLEXCLUSIVE };
	unsigned char *in = peer_buffer(PIECE), *out = prepared();
	int epoll = epoll_create1(0);

	(void)unused;
	if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &accepting) < 0)
		peer_die("epoll");
	for (;;) {
		int n = epoll_wait(epoll, events, EVENTS, -1);

		for (int i = 0; i < n; i++) {
			struct connection *c = events[i].data.ptr;

			if (c == NULL)
				accept_all(epoll);
			else if (carry_on(epoll, c, events[i].events, in, out) < 0)
				end(c);
		}
	}
	return NULL;
}

int main(int argc, char **argv)
{
	if (!peer_transport(argc, argv, 2, "tcp [port]"))
		return 2;
	listener = peer_serve_socket(1, argc > 2 ? argv[2] : "0");
	let_block(listener, 0);
	pattern = peer_buffer(BUFFER);
	peer_pattern(pattern, 0, BUFFER);
	peer_exit_with_stdin();
	for (int i = 1; i < cpus(); i++) {
		pthread_t t;

		if (pthread_create(&t, NULL, serve, NULL) != 0)
			peer_die("pthread_create");
	}
	serve(NULL);
}
