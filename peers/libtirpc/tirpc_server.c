/*
 * tirpc_server udp|tcp [port]: BENCH_V1 on libtirpc, dispatched by rpcgen's own
 * skeleton, on 127.0.0.1 and without a registry, until standard input closes.
 *
 * Results point into the arguments or into static memory, so nothing here is
 * copied that libtirpc does not copy itself, and there is nothing to free.
 */
#include "values.h"

extern void bench_1(struct svc_req *, SVCXPRT *);

static char *photo;

bool_t nothing_1_svc(void *result, struct svc_req *rqstp)
{
	(void)result, (void)rqstp;
	return TRUE;
}

bool_t add_1_svc(int a, int b, int *result, struct svc_req *rqstp)
{
	(void)rqstp;
	*result = (int)((unsigned)a + (unsigned)b);
	return TRUE;
}

bool_t echo_1_svc(blob data, blob *result, struct svc_req *rqstp)
{
	(void)rqstp;
	*result = data;
	return TRUE;
}

bool_t int_array_1_svc(ints values, ints *result, struct svc_req *rqstp)
{
	(void)rqstp;
	*result = values;
	return TRUE;
}

bool_t sum_1_svc(ints values, int *result, struct svc_req *rqstp)
{
	unsigned total = 0;

	(void)rqstp;
	for (u_int i = 0; i < values.ints_len; i++)
		total += (unsigned)values.ints_val[i];
	*result = (int)total;
	return TRUE;
}

bool_t transfer_1_svc(blob data, transferred *result, struct svc_req *rqstp)
{
	(void)rqstp;
	result->code = TRANSFERRED;
	result->data = data;
	return TRUE;
}

bool_t concat_1_svc(text left, text right, text *result, struct svc_req *rqstp)
{
	static char *joined;
	size_t left_size = strlen(left), right_size = strlen(right);

	(void)rqstp;
	free(joined);
	joined = malloc(left_size + right_size + 1);
	if (joined == NULL)
		return FALSE;
	memcpy(joined, left, left_size);
	memcpy(joined + left_size, right, right_size + 1);
	*result = joined;
	return TRUE;
}

bool_t request_1_svc(info_request wanted, info *result, struct svc_req *rqstp)
{
	(void)rqstp;
	*result = the_info(wanted.id, photo, wanted.photo ? PHOTO_BYTES : 0);
	return TRUE;
}

bool_t count_1_svc(u_quad_t n, u_quad_t *result, struct svc_req *rqstp)
{
	static u_quad_t executions;

	(void)n, (void)rqstp;
	*result = ++executions;
	return TRUE;
}

int bench_1_freeresult(SVCXPRT *transport, xdrproc_t routine, caddr_t result)
{
	(void)transport, (void)routine, (void)result;
	return 1;
}

int main(int argc, char **argv)
{
	int tcp = peer_transport(argc, argv, 2, "udp|tcp [port]");
	int fd = peer_serve_socket(tcp, argc > 2 ? argv[2] : "0");
	SVCXPRT *transport;

	photo = pattern(PHOTO_BYTES);
	transport = tcp ? svctcp_create(fd, TCP_BUFFER, TCP_BUFFER) : svcudp_bufcreate(fd, UDP_BUFFER, UDP_BUFFER);
	/* Protocol 0: do not tell rpcbind. */
	if (transport == NULL || !svc_register(transport, BENCH, BENCH_V1, bench_1, 0)) {
		fputs("libtirpc refused the transport or the service\n", stderr);
		return 1;
	}
	peer_exit_with_stdin();
	svc_run();
	return 1;
}
