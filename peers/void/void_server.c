/* The document's minimal server: what an application writes of it; its main is rpcgen's. */
#include "void.h"

bool_t nothing_1_svc(void *result, struct svc_req *request)
{
	(void)result;
	(void)request;
	return TRUE;
}

int void_1_freeresult(SVCXPRT *transport, xdrproc_t xdr, caddr_t result)
{
	(void)transport;
	xdr_free(xdr, result);
	return 1;
}
