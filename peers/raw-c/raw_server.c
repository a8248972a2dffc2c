/*
 * raw_server udp|tcp [port]: answers the raw protocol with prebuilt bytes,
 * blocking receive and send and nothing else, until standard input closes.
 */
#include "wire.h"

/*
 * The reply buffer grows its prebuilt part when a larger reply is first asked
 * for: unwritten pages would all be the kernel's one zero page, too fast to send,
 * and writing all of them at accept would spoil the first call.
 */
struct reply {
	unsigned char *bytes;
	size_t built;
};

static void build_reply(struct reply *reply, size_t size)
{
	if (size > reply->built) {
		peer_pattern(reply->bytes, reply->built, size);
		reply->built = size;
	}
}

static void serve_udp(int fd)
{
	unsigned char *in = peer_buffer(UDP_MAX);
	struct reply reply = { peer_buffer(BUFFER), 0 };

	for (;;) {
		struct sockaddr_in from;
		socklen_t from_size = sizeof from;
		ssize_t n = recvfrom(fd, in, UDP_MAX, 0, (struct sockaddr *)&from, &from_size);
		size_t size;

		if (n < REQUEST_HEAD)
			continue;
		size = REPLY_HEAD + (get_u32(in + 4) >> 8);
		build_reply(&reply, size);
		memcpy(reply.bytes, in, 4);
		/* A body no datagram can carry fails here; the client gets its time-out. */
		sendto(fd, reply.bytes, size, 0, (struct sockaddr *)&from, from_size);
	}
}

static void *serve_connection(void *argument)
{
	int fd = (int)(intptr_t)argument;
	unsigned char *in = peer_buffer(BUFFER);
	struct reply reply = { peer_buffer(BUFFER), 0 };

	while (receive_message(fd, in, BUFFER) >= REQUEST_HEAD) {
		size_t size = REPLY_HEAD + (get_u32(in + 8) >> 8);

		build_reply(&reply, 4 + size);
		put_u32(reply.bytes, (uint32_t)size);
		memcpy(reply.bytes + 4, in + 4, 4);
		if (send_all(fd, reply.bytes, 4 + size) < 0)
			break;
	}
	free(in);
	free(reply.bytes);
	close(fd);
	return NULL;
}

static void serve_tcp(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		pthread_t t;

		if (fd < 0)
			continue;
		if (pthread_create(&t, NULL, serve_connection, (void *)(intptr_t)fd) != 0)
			peer_die("pthread_create");
		pthread_detach(t);
	}
}

int main(int argc, char **argv)
{
	int tcp = peer_transport(argc, argv, 2, "udp|tcp [port]");
	int fd = peer_serve_socket(tcp, argc > 2 ? argv[2] : "0");

	peer_exit_with_stdin();
	if (tcp)
		serve_tcp(fd);
	else
		serve_udp(fd);
}
