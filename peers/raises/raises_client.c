/*
 * raises_client tcp HOST PORT: calls shop.x. Commands on standard input, one line each, answered by one:
 *
 *   put ITEM COUNT    the result, or the exception with its members
 *   close             ok, or the exception
 *   name ITEM         the result, or the exception
 */
#include "../common/peer.h"
#include "shop.h"

static CLIENT *client;

static void tell_closed(const closed *exception)
{
	printf("closed %u\n", exception->until);
}

static void put(char *item, int count)
{
	SHOP_V1_PUT_result result;

	memset(&result, 0, sizeof result);
	if (put_1(item, count, &result, client) != RPC_SUCCESS) {
		puts(clnt_sperror(client, "put"));
	} else if (result.raised == 0) {
		printf("%d\n", result.SHOP_V1_PUT_result_u.result);
	} else if (result.raised == 1) {
		const OUT_OF_STOCK *out = &result.SHOP_V1_PUT_result_u.out_of_stock;

		printf("OUT_OF_STOCK %s %d %lld\n", out->item, out->left, (long long)out->since);
	} else {
		tell_closed(&result.SHOP_V1_PUT_result_u.closed);
	}
	xdr_free((xdrproc_t)xdr_SHOP_V1_PUT_result, (char *)&result);
}

static void close_shop(void)
{
	SHOP_V1_CLOSE_result result;

	memset(&result, 0, sizeof result);
	if (close_1(&result, client) != RPC_SUCCESS)
		puts(clnt_sperror(client, "close"));
	else if (result.raised == 0)
		puts("ok");
	else
		tell_closed(&result.SHOP_V1_CLOSE_result_u.closed);
}

static void name(int item)
{
	SHOP_V1_NAME_result result;

	memset(&result, 0, sizeof result);
	if (name_1(item, &result, client) != RPC_SUCCESS)
		puts(clnt_sperror(client, "name"));
	else if (result.raised == 0)
		puts(result.SHOP_V1_NAME_result_u.result);
	else
		tell_closed(&result.SHOP_V1_NAME_result_u.closed);
	xdr_free((xdrproc_t)xdr_SHOP_V1_NAME_result, (char *)&result);
}

int main(int argc, char **argv)
{
	struct timeval patience = { 60, 0 };
	struct sockaddr_in at;
	int fd = RPC_ANYSOCK, number;
	char line[200], item[100];

	if (argc < 4 || !peer_transport(argc, argv, 4, "tcp HOST PORT"))
		return 2;
	at = peer_address(argv[2], argv[3]);
	client = clnttcp_create(&at, SHOP, SHOP_V1, &fd, 65536, 65536);
	if (client == NULL) {
		clnt_pcreateerror("raises_client");
		return 1;
	}
	clnt_control(client, CLSET_TIMEOUT, (char *)&patience);
	while (fgets(line, sizeof line, stdin) != NULL) {
		if (sscanf(line, "put %99s %d", item, &number) == 2)
			put(item, number);
		else if (strcmp(line, "close\n") == 0)
			close_shop();
		else if (sscanf(line, "name %d", &number) == 1)
			name(number);
		else
			puts("unknown command");
		fflush(stdout);
	}
	return 0;
}
