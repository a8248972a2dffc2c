/*
 * What the C and C++ peers share: time, pinning, sockets on loopback, the end of
 * standard input as the signal to stop, and the JSON answer of one run.
 * Everything is static inline: a peer is one compiler call.
 */
#ifndef PEER_H
#define PEER_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* cpu_set_t; C++ compilers define it */
#endif

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static inline void peer_die(const char *what)
{
	perror(what);
	exit(1);
}

static inline uint64_t peer_clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint64_t peer_now_ns(void) { return peer_clock_ns(CLOCK_MONOTONIC); }
static inline uint64_t peer_cpu_ns(void) { return peer_clock_ns(CLOCK_THREAD_CPUTIME_ID); }

/* Binds the calling thread to one CPU; returns whether the kernel agreed. */
static inline int peer_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof set, &set) == 0;
}

/*
 * 64-byte aligned, because an address of 16 modulo 4096, which malloc gives for
 * large blocks, makes a large receive three times slower.
 */
static inline unsigned char *peer_buffer(size_t size)
{
	void *p;

	if (posix_memalign(&p, 64, size == 0 ? 1 : size) != 0)
		peer_die("posix_memalign");
	return (unsigned char *)p;
}

/* The pattern behind every opaque of known content: byte i is i * 31 + 7. */
static inline void peer_pattern(unsigned char *p, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		p[i] = (unsigned char)(i * 31 + 7);
}

static inline void peer_no_delay(int fd)
{
	int on = 1;

	if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0)
		peer_die("TCP_NODELAY");
	/* As our own systems are measured: see congestion_control() in the lab. */
	if (setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "cubic", 5) < 0)
		(void)!setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
}

static inline struct sockaddr_in peer_address(const char *host, const char *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port)) };

	if (inet_pton(AF_INET, host, &a.sin_addr) != 1) {
		fprintf(stderr, "not an IPv4 address: %s\n", host);
		exit(2);
	}
	return a;
}

/* Where a server listens: on 127.0.0.1, or where MANYRPC_LISTEN says. */
static inline const char *peer_listen_host(void)
{
	const char *host = getenv("MANYRPC_LISTEN");

	return host != NULL ? host : "127.0.0.1";
}

/* A bound (and for TCP listening) socket there; prints the PORT line. */
static inline int peer_serve_socket(int tcp, const char *port)
{
	struct sockaddr_in a = peer_address(peer_listen_host(), port);
	socklen_t size = sizeof a;
	int on = 1;
	int fd = socket(AF_INET, tcp ? SOCK_STREAM : SOCK_DGRAM, 0);

	if (fd < 0)
		peer_die("socket");
	if (tcp) {
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
		peer_no_delay(fd); /* accepted sockets inherit it */
	}
	if (bind(fd, (struct sockaddr *)&a, sizeof a) < 0)
		peer_die("bind");
	if (tcp && listen(fd, 128) < 0)
		peer_die("listen");
	if (getsockname(fd, (struct sockaddr *)&a, &size) < 0)
		peer_die("getsockname");
	printf("PORT %u\n", ntohs(a.sin_port));
	fflush(stdout);
	return fd;
}

static inline int peer_connect(int tcp, const char *host, const char *port)
{
	struct sockaddr_in a = peer_address(host, port);
	int fd = socket(AF_INET, tcp ? SOCK_STREAM : SOCK_DGRAM, 0);

	if (fd < 0)
		peer_die("socket");
	if (tcp)
		peer_no_delay(fd);
	if (connect(fd, (struct sockaddr *)&a, sizeof a) < 0)
		peer_die("connect");
	return fd;
}

static inline void *peer_await_eof(void *unused)
{
	char junk[256];

	(void)unused;
	while (read(0, junk, sizeof junk) > 0)
		;
	_exit(0);
}

/* Ends the process when standard input closes: a server never outlives its parent. */
static inline void peer_exit_with_stdin(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, peer_await_eof, NULL) != 0)
		peer_die("pthread_create");
}

/* udp -> 0, tcp -> 1, anything else ends the process with its usage. */
static inline int peer_transport(int argc, char **argv, int least, const char *usage)
{
	if (argc >= least && strcmp(argv[1], "udp") == 0)
		return 0;
	if (argc >= least && strcmp(argv[1], "tcp") == 0)
		return 1;
	fprintf(stderr, "usage: %s %s\n", argv[0], usage);
	exit(2);
}

__attribute__((format(printf, 1, 2))) static inline void peer_error(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	printf("{\"error\":\"");
	vprintf(format, list);
	printf("\"}\n");
	fflush(stdout);
	va_end(list);
}

static inline void peer_answer(const uint64_t *ns, size_t calls, uint64_t cpu_ns)
{
	printf("{\"ns\":[");
	for (size_t i = 0; i < calls; i++)
		printf(i ? ",%llu" : "%llu", (unsigned long long)ns[i]);
	printf("],\"cpu_ns\":%llu}\n", (unsigned long long)cpu_ns);
	fflush(stdout);
}

/* The command `pin <cpu>`, which every client knows; returns whether `line` was it. */
static inline int peer_command_pin(const char *line)
{
	int cpu;

	if (sscanf(line, "pin %d", &cpu) != 1)
		return 0;
	if (cpu >= 0 && cpu < CPU_SETSIZE && peer_pin(cpu)) {
		puts("ok");
		fflush(stdout);
	} else {
		peer_error("cannot pin to cpu %d", cpu);
	}
	return 1;
}

#endif
