/*
 * The wire of the system `raw`, all numbers big-endian:
 *
 *   request  [u32 length of what follows, TCP only][u32 tag][u32 op][body]
 *   reply    [u32 length of what follows, TCP only][u32 tag, echoed][body]
 *
 * The high 24 bits of op ask for that many bytes of reply body; the low 8 bits
 * are the operation number; 0xff asks for that many bytes of no meaning, prepared
 * beforehand, and never reaches an application.
 */
#ifndef RAW_WIRE_H
#define RAW_WIRE_H

#include "../common/peer.h"

enum {
	UDP_MAX = 65507,                 /* payload of one IPv4 datagram */
	BODY_MAX = (1 << 24) - 1,        /* what op's 24 bits can ask for */
	RAW_CANNED = 0xff,               /* asks for any bytes, without the application */
	REQUEST_HEAD = 8,
	REPLY_HEAD = 4,
	BUFFER = BODY_MAX + 64,
};

static inline uint32_t get_u32(const unsigned char *p)
{
	uint32_t v;

	memcpy(&v, p, 4);
	return ntohl(v);
}

static inline void put_u32(unsigned char *p, uint32_t v)
{
	v = htonl(v);
	memcpy(p, &v, 4);
}

/*
 * Receives one length-prefixed message into `buffer` (room for `room` bytes) and
 * returns what the prefix says, or -1: closed, failed, or longer than the room.
 * In ping-pong nothing can follow the message, so one recv may ask for all.
 */
static inline long receive_message(int fd, unsigned char *buffer, size_t room)
{
	size_t have = 0, need = 4;

	while (have < need) {
		ssize_t n = recv(fd, buffer + have, room - have, 0);

		if (n <= 0)
			return -1;
		have += (size_t)n;
		if (have >= 4)
			need = 4 + (size_t)get_u32(buffer);
		if (need > room)
			return -1;
	}
	return have == need ? (long)(need - 4) : -1;
}

static inline int send_all(int fd, const unsigned char *p, size_t size)
{
	while (size > 0) {
		ssize_t n = send(fd, p, size, MSG_NOSIGNAL);

		if (n < 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

#endif
