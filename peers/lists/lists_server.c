/*
 * lists_server tcp [PORT]: serves lists.x on loopback until its standard input ends.
 */
#include "../common/peer.h"
#include "lists.h"

extern void lists_1(struct svc_req *, SVCXPRT *); /* what rpcgen makes of the service */

/* In Latin-1. */
#define WORDS "Sch\xf6nen Gru\xdf"

bool_t nothing_1_svc(void *result, struct svc_req *request)
{
	(void)result, (void)request;
	return TRUE;
}

/* The argument is released when the reply has been sent. */
bool_t keep_1_svc(chest both, chest *result, struct svc_req *request)
{
	(void)request;
	*result = both;
	return TRUE;
}

bool_t count_1_svc(u_int count, node *result, struct svc_req *request)
{
	node **end = &result->next;

	(void)request;
	result->value = 0;
	for (u_int i = 1; i < count; i++) {
		if ((*end = calloc(1, sizeof **end)) == NULL)
			return FALSE;
		(*end)->value = (int)i;
		end = &(*end)->next;
	}
	*end = NULL;
	return TRUE;
}

bool_t names_1_svc(entries list, entries *result, struct svc_req *request)
{
	(void)request;
	*result = list;
	return TRUE;
}

bool_t greeting_1_svc(char **result, struct svc_req *request)
{
	(void)request;
	*result = WORDS;
	return TRUE;
}

int lists_1_freeresult(SVCXPRT *transport, xdrproc_t routine, caddr_t result)
{
	(void)transport;
	/* What KEEP and NAMES give back is their argument, which is freed as that. */
	if (routine == (xdrproc_t)xdr_node)
		xdr_free(routine, result);
	return 1;
}

int main(int argc, char **argv)
{
	int tcp = peer_transport(argc, argv, 2, "tcp [port]");
	int fd = peer_serve_socket(tcp, argc > 2 ? argv[2] : "0");
	SVCXPRT *transport = tcp ? svctcp_create(fd, 65536, 65536) : NULL;

	/* Protocol 0: do not tell rpcbind. */
	if (transport == NULL || !svc_register(transport, LISTS, LISTS_V1, lists_1, 0)) {
		fputs("libtirpc refused the transport or the service\n", stderr);
		return 1;
	}
	peer_exit_with_stdin();
	svc_run();
	return 1;
}
