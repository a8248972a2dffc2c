/*
 * The values that server, client and xdr-bench agree on, as every other
 * implementation of interfaces/bench.x does.
 */
#ifndef VALUES_H
#define VALUES_H

#include "../common/peer.h"
#include "bench.h"

enum {
	PHOTO_BYTES = 1048576,
	TRANSFERRED = 1989,  /* comes back with transferred bytes */
	UDP_BUFFER = 65000,  /* libtirpc's own default stops at 8800 */
	TCP_BUFFER = 65536,  /* its default of 9000 makes 1 MB slower */
};

static inline char *pattern(size_t size)
{
	unsigned char *p = peer_buffer(size);

	peer_pattern(p, 0, size);
	return (char *)p;
}

static inline info the_info(int id, char *photo, u_int photo_bytes)
{
	return (info){
		.id = id,
		.first_name = "Ada",
		.last_name = "Lovelace",
		.age = 36,
		.email = "ada@example.org",
		.phone = "+44 20 7946 0000",
		.newsletter = TRUE,
		.latitude = 51.5f,
		.longitude = -0.125f,
		.photo = { photo_bytes, photo },
	};
}

#endif
