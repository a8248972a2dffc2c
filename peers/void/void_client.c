/* The document's minimal client: binds, calls once, and says so. */
#include <stdio.h>

#include "void.h"

int main(int argc, char **argv)
{
	CLIENT *client = clnt_create(argc > 1 ? argv[1] : "127.0.0.1", VOID, VOID_V1, "tcp");
	if (client == NULL) {
		clnt_pcreateerror("void_client");
		return 1;
	}
	enum clnt_stat status = nothing_1(NULL, client);
	if (status != RPC_SUCCESS)
		clnt_perror(client, "void_client");
	clnt_destroy(client);
	return status != RPC_SUCCESS;
}
