/* A value with its encoding by libtirpc. */
#ifndef XDR_BENCH_H
#define XDR_BENCH_H

#include <rpc/rpc.h>
#include <stdint.h>

struct sample {
	const char *name, *type, *text;
	xdrproc_t routine;
	void *value; /* only until it is encoded */
	unsigned char *bytes;
	size_t size;
};

/* The sample with its bytes filled in; ends the process when libtirpc refuses. */
struct sample encoded_sample(struct sample sample);

/* Every sample; `length` is set to how many there are. */
const struct sample *samples(size_t *length);

#endif
