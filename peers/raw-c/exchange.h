/*
 * What exchange_server and exchange_client share: threads, one for each CPU that the process may use, of which each
 * waits with an epoll of its own for many connections with one call at a time on each; a lone connection is waited for
 * in recv. They carry the raw protocol, and nothing else: the floor of peers/exchange.md.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>

enum {
	EVENTS = 256,     /* taken by one epoll_wait */
	CPUS_MOST = 64,   /* threads */
	PIECE = 64 << 10, /* shared by the connections of a thread */
};

/* A connection, and where it is in a message longer than what one system call takes. */
struct connection {
	int fd;
	size_t received;     /* of the incoming message */
	size_t expected;     /* of it, with its prefix; 0 while that is unknown */
	size_t reply;        /* bytes of body that its head asks for */
	size_t unsent;       /* of the outgoing message */
	unsigned char head[4 + REQUEST_HEAD];
	uint64_t began_ns;   /* client: when its call began */
	uint64_t tag;        /* client: the number of its call */
};

static inline int cpus(void)
{
	cpu_set_t set;
	int count;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		peer_die("sched_getaffinity");
	count = CPU_COUNT(&set);
	return count < CPUS_MOST ? count : CPUS_MOST;
}

static inline void watch(int epoll, int operation, struct connection *c, uint32_t events)
{
	struct epoll_event event = { .events = events, .data.ptr = c };

	if (epoll_ctl(epoll, operation, c->fd, &event) < 0)
		peer_die("epoll_ctl");
}

static inline void let_block(int fd, int blocks)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0 || fcntl(fd, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) < 0)
		peer_die("fcntl");
}

/*
 * Receives what has arrived of a message, with a head of `head` bytes behind the prefix, which is kept. Returns 1 when
 * the message is complete, 0 when more must arrive, and -1 at the end of the connection. Nothing follows the message.
 */
static inline int receive_some(struct connection *c, unsigned char *piece, size_t head)
{
	for (;;) {
		ssize_t n = recv(c->fd, piece, PIECE, 0);
		size_t kept = c->received < 4 + head ? c->received : 4 + head, lacking = 4 + head - kept;

		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n <= 0)
			return -1;
		if (lacking > (size_t)n)
			lacking = (size_t)n;
		memcpy(c->head + kept, piece, lacking);
		c->received += (size_t)n;
		if (c->received >= 4)
			c->expected = 4 + (size_t)get_u32(c->head);
		if (c->expected != 0 && c->received >= c->expected)
			return c->received == c->expected ? 1 : -1;
		/* A piece that was not filled has emptied the socket. */
		if (n < PIECE)
			return 0;
	}
}

/* Sends the rest of a message of `size` bytes; returns 1 when it has left, 0 when there is no room, and -1 on failure. */
static inline int send_some(struct connection *c, const unsigned char *message, size_t size)
{
	while (c->unsent > 0) {
		ssize_t n = send(c->fd, message + (size - c->unsent), c->unsent, MSG_NOSIGNAL);

		if (n < 0)
			return errno == EAGAIN ? 0 : -1;
		c->unsent -= (size_t)n;
	}
	return 1;
}

#endif
