/*
 * tirpc_client udp|tcp HOST PORT: calls BENCH_V1 through rpcgen's own stubs and
 * checks every result. Commands on standard input:
 *
 *   run <workload> <calls>    nothing add echo:N ints:N sum:N transfer:N concat info info-photo count
 *   pin <cpu>
 *
 * A call is timed from entering the stub until it returns with the result
 * decoded; checking and freeing the result are outside the interval.
 */
#include "values.h"

static CLIENT *client;
static int is_tcp;

/* What a run sends and expects, prepared once. */
struct plan {
	size_t size;
	char *bytes;
	int *values;
	u_quad_t last_count;
};

/* One timed call of a workload: 0 fine, 1 the call failed, 2 the result is wrong. */
typedef int workload(struct plan *plan, int i, uint64_t *ns);

#define TIMED(ns, stub_call)                                   \
	do {                                                   \
		uint64_t start_ = peer_now_ns();               \
		enum clnt_stat status_ = (stub_call);          \
		*(ns) = peer_now_ns() - start_;                \
		if (status_ != RPC_SUCCESS)                    \
			return 1;                              \
	} while (0)

static int call_nothing(struct plan *plan, int i, uint64_t *ns)
{
	(void)plan, (void)i;
	TIMED(ns, nothing_1(NULL, client));
	return 0;
}

static int call_add(struct plan *plan, int i, uint64_t *ns)
{
	int total = 0;

	(void)plan;
	TIMED(ns, add_1(i, 1000 - 2 * i, &total, client));
	return total == 1000 - i ? 0 : 2;
}

static int call_echo(struct plan *plan, int i, uint64_t *ns)
{
	blob data = { (u_int)plan->size, plan->bytes }, back = { 0, NULL };
	int fine;

	(void)i;
	TIMED(ns, echo_1(data, &back, client));
	fine = back.blob_len == plan->size && (plan->size == 0 || memcmp(back.blob_val, plan->bytes, plan->size) == 0);
	xdr_free((xdrproc_t)xdr_blob, (char *)&back);
	return fine ? 0 : 2;
}

static int call_ints(struct plan *plan, int i, uint64_t *ns)
{
	ints values = { (u_int)plan->size, plan->values }, back = { 0, NULL };
	int fine;

	(void)i;
	TIMED(ns, int_array_1(values, &back, client));
	fine = back.ints_len == plan->size &&
	       (plan->size == 0 || memcmp(back.ints_val, plan->values, plan->size * sizeof(int)) == 0);
	xdr_free((xdrproc_t)xdr_ints, (char *)&back);
	return fine ? 0 : 2;
}

static int call_sum(struct plan *plan, int i, uint64_t *ns)
{
	ints values = { (u_int)plan->size, plan->values };
	unsigned expected = 0;
	int total = 0;

	(void)i;
	for (size_t at = 0; at < plan->size; at++)
		expected += (unsigned)plan->values[at];
	TIMED(ns, sum_1(values, &total, client));
	return total == (int)expected ? 0 : 2;
}

static int call_transfer(struct plan *plan, int i, uint64_t *ns)
{
	blob data = { (u_int)plan->size, plan->bytes };
	transferred back = { 0, { 0, NULL } };
	int fine;

	(void)i;
	TIMED(ns, transfer_1(data, &back, client));
	fine = back.code == TRANSFERRED && back.data.blob_len == plan->size &&
	       (plan->size == 0 || memcmp(back.data.blob_val, plan->bytes, plan->size) == 0);
	xdr_free((xdrproc_t)xdr_transferred, (char *)&back);
	return fine ? 0 : 2;
}

static int call_concat(struct plan *plan, int i, uint64_t *ns)
{
	text back = NULL;
	int fine;

	(void)plan, (void)i;
	TIMED(ns, concat_1("fifteen letters", "eighteen more here", &back, client));
	fine = strcmp(back, "fifteen letterseighteen more here") == 0;
	xdr_free((xdrproc_t)xdr_text, (char *)&back);
	return fine ? 0 : 2;
}

static int same_info(const info *a, const info *b)
{
	return a->id == b->id && strcmp(a->first_name, b->first_name) == 0 && strcmp(a->last_name, b->last_name) == 0 &&
	       a->age == b->age && strcmp(a->email, b->email) == 0 && strcmp(a->phone, b->phone) == 0 &&
	       a->newsletter == b->newsletter && a->latitude == b->latitude && a->longitude == b->longitude &&
	       a->photo.photo_len == b->photo.photo_len &&
	       (a->photo.photo_len == 0 || memcmp(a->photo.photo_val, b->photo.photo_val, a->photo.photo_len) == 0);
}

/* With a photo when the plan has bytes for one. */
static int call_info(struct plan *plan, int i, uint64_t *ns)
{
	info back, expected = the_info(i, plan->bytes, (u_int)plan->size);
	info_request wanted = { i, plan->size > 0 };
	int fine;

	memset(&back, 0, sizeof back);
	TIMED(ns, request_1(wanted, &back, client));
	fine = same_info(&back, &expected);
	xdr_free((xdrproc_t)xdr_info, (char *)&back);
	return fine ? 0 : 2;
}

/* The server's count of executions must rise by one with each call of ours. */
static int call_count(struct plan *plan, int i, uint64_t *ns)
{
	u_quad_t now = 0, before = plan->last_count;

	TIMED(ns, count_1((u_quad_t)i, &now, client));
	plan->last_count = now;
	return before == 0 || now == before + 1 ? 0 : 2;
}

static workload *find(const char *name, struct plan *plan)
{
	if (sscanf(name, "echo:%zu", &plan->size) == 1)
		return call_echo;
	if (sscanf(name, "ints:%zu", &plan->size) == 1)
		return plan->size <= INTS_MAX ? call_ints : NULL;
	if (sscanf(name, "sum:%zu", &plan->size) == 1)
		return plan->size <= INTS_MAX ? call_sum : NULL;
	if (sscanf(name, "transfer:%zu", &plan->size) == 1)
		return call_transfer;
	if (strcmp(name, "info-photo") == 0) {
		plan->size = PHOTO_BYTES;
		return call_info;
	}
	return strcmp(name, "nothing") == 0 ? call_nothing
	     : strcmp(name, "add") == 0     ? call_add
	     : strcmp(name, "concat") == 0  ? call_concat
	     : strcmp(name, "info") == 0    ? call_info
	     : strcmp(name, "count") == 0   ? call_count
					    : NULL;
}

/* libtirpc reports an oversized reply as a "Remote system error"; say what it is. */
static void explain_failure(const char *name, size_t call)
{
	if (!is_tcp && strcmp(name, "info-photo") == 0)
		peer_error("a reply of %d bytes is more than libtirpc sends in one datagram", PHOTO_BYTES);
	else
		peer_error("call %zu: %s", call, clnt_sperror(client, name));
}

static void run(const char *name, size_t calls)
{
	struct plan plan = { 0 };
	workload *call = find(name, &plan);
	uint64_t *ns, cpu = 0;
	int problem = 0;
	size_t done;

	if (call == NULL || plan.size > 1 << 28 || calls == 0 || calls > 100000000) {
		peer_error("unknown workload or number out of range");
		return;
	}
	ns = malloc(calls * sizeof *ns);
	plan.bytes = pattern(plan.size);
	plan.values = malloc((plan.size + 1) * sizeof(int));
	if (ns == NULL || plan.values == NULL)
		peer_die("malloc");
	for (size_t i = 0; i < plan.size; i++)
		plan.values[i] = (int)(i * 2654435761u);
	for (done = 0; done < calls && problem == 0; done++) {
		uint64_t start = peer_cpu_ns();

		problem = call(&plan, (int)done, &ns[done]);
		cpu += peer_cpu_ns() - start;
	}
	if (problem == 1)
		explain_failure(name, done - 1);
	else if (problem == 2)
		peer_error("call %zu: the result is wrong", done - 1);
	else
		peer_answer(ns, calls, cpu);
	free(ns);
	free(plan.bytes);
	free(plan.values);
}

int main(int argc, char **argv)
{
	struct timeval retry = { .tv_sec = 1 };
	struct sockaddr_in server;
	char line[256];
	int fd = RPC_ANYSOCK;

	is_tcp = peer_transport(argc, argv, 4, "udp|tcp HOST PORT");
	server = peer_address(argv[2], argv[3]);
	if (is_tcp) {
		fd = peer_connect(1, argv[2], argv[3]);
		client = clnttcp_create(&server, BENCH, BENCH_V1, &fd, TCP_BUFFER, TCP_BUFFER);
	} else {
		client = clntudp_bufcreate(&server, BENCH, BENCH_V1, retry, &fd, UDP_BUFFER, UDP_BUFFER);
	}
	if (client == NULL) {
		clnt_pcreateerror(argv[0]);
		return 1;
	}
	while (fgets(line, sizeof line, stdin) != NULL) {
		char name[64];
		size_t calls;

		if (peer_command_pin(line))
			continue;
		if (sscanf(line, "run %63s %zu", name, &calls) == 2)
			run(name, calls);
		else
			peer_error("commands: run WORKLOAD CALLS, pin CPU");
	}
	return 0;
}
