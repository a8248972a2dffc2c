/*
 * raises_server tcp [PORT]: serves shop.x, what rpcgen makes of exceptions, on loopback until its
 * standard input ends. It is closed for the items 0 and "closed", and out of stock for counts below 0.
 */
#include "../common/peer.h"
#include "shop.h"

extern void shop_1(struct svc_req *, SVCXPRT *); /* what rpcgen makes of the service */

bool_t put_1_svc(char *item, int count, SHOP_V1_PUT_result *result, struct svc_req *request)
{
	(void)request;
	memset(result, 0, sizeof *result);
	if (strcmp(item, "closed") == 0) {
		result->raised = 2;
		result->SHOP_V1_PUT_result_u.closed.until = 9;
	} else if (count < 0) {
		OUT_OF_STOCK *out = &result->SHOP_V1_PUT_result_u.out_of_stock;

		result->raised = 1;
		out->item = strdup(item);
		out->left = count;
		out->since = -((quad_t)1 << 40);
	} else {
		result->SHOP_V1_PUT_result_u.result = count;
	}
	return TRUE;
}

bool_t close_1_svc(SHOP_V1_CLOSE_result *result, struct svc_req *request)
{
	(void)request;
	memset(result, 0, sizeof *result);
	return TRUE;
}

bool_t name_1_svc(int item, SHOP_V1_NAME_result *result, struct svc_req *request)
{
	(void)request;
	memset(result, 0, sizeof *result);
	if (item == 0) {
		result->raised = 1;
		result->SHOP_V1_NAME_result_u.closed.until = 1;
	} else {
		result->SHOP_V1_NAME_result_u.result = strdup("nut");
	}
	return TRUE;
}

int shop_1_freeresult(SVCXPRT *transport, xdrproc_t routine, caddr_t result)
{
	(void)transport;
	xdr_free(routine, result);
	return 1;
}

int main(int argc, char **argv)
{
	int tcp = peer_transport(argc, argv, 2, "tcp [port]");
	int fd = peer_serve_socket(tcp, argc > 2 ? argv[2] : "0");
	SVCXPRT *transport = tcp ? svctcp_create(fd, 65536, 65536) : NULL;

	/* Protocol 0: do not tell rpcbind. */
	if (transport == NULL || !svc_register(transport, SHOP, SHOP_V1, shop_1, 0)) {
		fputs("libtirpc refused the transport or the service\n", stderr);
		return 1;
	}
	peer_exit_with_stdin();
	svc_run();
	return 1;
}
