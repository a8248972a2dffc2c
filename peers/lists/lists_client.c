/*
 * lists_client tcp HOST PORT: calls lists.x and checks every result. Commands on standard input, one
 * line each, answered by `ok` or what is wrong:
 *
 *   keep N M    gives a chest of a first node, N behind it and M others, which must come back
 *   count N     N nodes
 *   names       three names in Latin-1, which must come back
 *   greeting    the greeting, in hexadecimal
 */
#include "../common/peer.h"
#include "lists.h"

static CLIENT *client;

static node *list(unsigned count, int from)
{
	node *first = NULL, **end = &first;

	for (unsigned i = 0; i < count; i++) {
		if ((*end = calloc(1, sizeof **end)) == NULL)
			peer_die("calloc");
		(*end)->value = from + (int)i;
		end = &(*end)->next;
	}
	return first;
}

static int same(const node *left, const node *right)
{
	for (; left != NULL && right != NULL; left = left->next, right = right->next)
		if (left->value != right->value)
			return 0;
	return left == right;
}

static const char *keep(unsigned behind, unsigned others)
{
	chest sent = { { -1, list(behind, 0) }, list(others, 1000) }, back;
	const char *wrong = NULL;

	memset(&back, 0, sizeof back);
	if (keep_1(sent, &back, client) != RPC_SUCCESS)
		wrong = clnt_sperror(client, "keep");
	else if (back.first.value != -1 || !same(sent.first.next, back.first.next) || !same(sent.others, back.others))
		wrong = "another chest came back";
	xdr_free((xdrproc_t)xdr_chest, (char *)&sent);
	xdr_free((xdrproc_t)xdr_chest, (char *)&back);
	return wrong;
}

static const char *count(unsigned count)
{
	node back = { 0, NULL };
	const char *wrong = NULL;
	unsigned i = 0;

	if (count_1(count, &back, client) != RPC_SUCCESS)
		return clnt_sperror(client, "count");
	for (const node *at = &back; at != NULL; at = at->next)
		if (at->value != (int)i++)
			wrong = "a node has another number";
	xdr_free((xdrproc_t)xdr_node, (char *)&back);
	return wrong != NULL || i == count ? wrong : "there are more or fewer";
}

static const char *names(void)
{
	char *texts[] = { "J\xfcrgen", "plain", "\xff\x80\xfe" };
	entry all[3] = { { texts[0], &all[1] }, { texts[1], &all[2] }, { texts[2], NULL } };
	entries back = NULL;
	unsigned i = 0;

	if (names_1(all, &back, client) != RPC_SUCCESS)
		return clnt_sperror(client, "names");
	for (const entry *at = back; at != NULL; at = at->next, i++)
		if (i == 3 || strcmp(at->name, texts[i]) != 0)
			return "another name came back";
	return i == 3 ? NULL : "fewer names came back";
}

static const char *greeting(void)
{
	static char hex[600];
	char *text = NULL;
	size_t used = 0;

	if (greeting_1(&text, client) != RPC_SUCCESS)
		return clnt_sperror(client, "greeting");
	for (const char *at = text; *at != 0 && used < sizeof hex - 3; at++)
		used += (size_t)sprintf(hex + used, "%02x", (unsigned char)*at);
	return hex;
}

int main(int argc, char **argv)
{
	struct timeval patience = { 60, 0 };
	struct sockaddr_in at;
	int fd = RPC_ANYSOCK;
	char line[100];

	if (argc < 4 || !peer_transport(argc, argv, 4, "tcp HOST PORT"))
		return 2;
	at = peer_address(argv[2], argv[3]);
	client = clnttcp_create(&at, LISTS, LISTS_V1, &fd, 65536, 65536);
	if (client == NULL) {
		clnt_pcreateerror("lists_client");
		return 1;
	}
	clnt_control(client, CLSET_TIMEOUT, (char *)&patience);
	while (fgets(line, sizeof line, stdin) != NULL) {
		unsigned first = 0, second = 0;
		const char *wrong = "unknown command";

		if (sscanf(line, "keep %u %u", &first, &second) == 2)
			wrong = keep(first, second);
		else if (sscanf(line, "count %u", &first) == 1)
			wrong = count(first);
		else if (strcmp(line, "names\n") == 0)
			wrong = names();
		else if (strcmp(line, "greeting\n") == 0)
			wrong = greeting();
		puts(wrong == NULL ? "ok" : wrong);
		fflush(stdout);
	}
	return 0;
}
