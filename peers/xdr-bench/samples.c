/*
 * Values whose encoding by libtirpc is a known answer for other implementations.
 * A `text` is the value in JSON: records as objects, unions as {"arm's case": …},
 * opaque in hex, enumerations by name, 64-bit integers as strings.
 */
#include "samples.h"
#include "xdr_bench.h"

#define ANY(type, ...) (&(type)__VA_ARGS__)
#define BYTES(n) { n, "\x01\x02\x03\x04\x05\x06\x07" }
#define SAMPLE(name, type, text, ...) { name, #type, text, (xdrproc_t)xdr_##type, ANY(type, __VA_ARGS__) }

static char *string_of(const char *text) { return (char *)text; }

/* The samples; built at run time because strings and lists need addresses. */
const struct sample *samples(size_t *length)
{
	static struct sample table[64];
	node *last = ANY(node, { "c", -3, NULL });
	node *middle = ANY(node, { "", 2, last });
	node *first = ANY(node, { "abcd", 1, middle });
	struct sample made[] = {
		SAMPLE("scalars", scalars,
		       "{\"i\":-2,\"u\":4294967295,\"h\":\"-9223372036854775808\",\"uh\":\"18446744073709551615\","
		       "\"f\":1.5,\"d\":-0.1,\"yes\":true,\"no\":false,\"c\":\"BLUE\"}",
		       { -2, 4294967295u, INT64_MIN, UINT64_MAX, 1.5f, -0.1, TRUE, FALSE, BLUE }),
		SAMPLE("scalars-zero", scalars,
		       "{\"i\":0,\"u\":0,\"h\":\"0\",\"uh\":\"0\",\"f\":0.0,\"d\":-0.0,\"yes\":false,\"no\":true,\"c\":\"RED\"}",
		       { 0, 0, 0, 0, 0.0f, -0.0, FALSE, TRUE, RED }),
		SAMPLE("opaque-fixed", opaque_fixed, "\"0102030405\"", { 1, 2, 3, 4, 5 }),
		SAMPLE("opaque-0", opaque_variable, "\"\"", BYTES(0)),
		SAMPLE("opaque-1", opaque_variable, "\"01\"", BYTES(1)),
		SAMPLE("opaque-2", opaque_variable, "\"0102\"", BYTES(2)),
		SAMPLE("opaque-3", opaque_variable, "\"010203\"", BYTES(3)),
		SAMPLE("opaque-4", opaque_variable, "\"01020304\"", BYTES(4)),
		SAMPLE("opaque-5", opaque_variable, "\"0102030405\"", BYTES(5)),
		SAMPLE("string-0", word, "\"\"", { string_of("") }),
		SAMPLE("string-1", word, "\"s\"", { string_of("s") }),
		SAMPLE("string-2", word, "\"st\"", { string_of("st") }),
		SAMPLE("string-3", word, "\"str\"", { string_of("str") }),
		SAMPLE("string-4", word, "\"stri\"", { string_of("stri") }),
		SAMPLE("array-fixed", triple, "[1,-1,2147483647]", { 1, -1, INT32_MAX }),
		SAMPLE("array-0", hypers, "[]", { 0, NULL }),
		SAMPLE("array-3", hypers, "[\"1\",\"-1\",\"4294967296\"]", { 3, (quad_t[]){ 1, -1, 4294967296 } }),
		SAMPLE("array-strings", words, "[\"\",\"a\",\"abcde\"]", { 3, (word[]){ "", "a", "abcde" } }),
		SAMPLE("array-records", points, "[{\"x\":-1,\"y\":65535},{\"x\":2,\"y\":3}]",
		       { 2, (point[]){ { -1, 65535 }, { 2, 3 } } }),
		SAMPLE("optional-absent", maybe, "null", { NULL }),
		SAMPLE("optional-present", maybe, "-7", { ANY(int, { -7 }) }),
		SAMPLE("list-0", list, "null", { NULL }),
		SAMPLE("list-3", list,
		       "{\"name\":\"abcd\",\"value\":1,\"next\":{\"name\":\"\",\"value\":2,\"next\":"
		       "{\"name\":\"c\",\"value\":-3,\"next\":null}}}",
		       { first }),
		SAMPLE("union-red", shape, "{\"RED\":\"-5\"}", { RED, { .size = -5 } }),
		SAMPLE("union-green", shape, "{\"GREEN\":\"5\"}", { GREEN, { .size = 5 } }),
		SAMPLE("union-blue", shape, "{\"BLUE\":\"sky\"}", { BLUE, { .label = "sky" } }),
		SAMPLE("union-default-void", shape, "{\"9\":null}", { (colour)9, { .size = 0 } }),
		SAMPLE("union-void", answer, "{\"0\":null}", { 0, { .other = 0 } }),
		SAMPLE("union-label-1", answer, "{\"1\":\"0102030405\"}", { 1, { .bytes = BYTES(5) } }),
		SAMPLE("union-label-2", answer, "{\"2\":\"\"}", { 2, { .bytes = BYTES(0) } }),
		SAMPLE("union-negative", answer, "{\"-3\":{\"x\":4,\"y\":5}}", { -3, { .where = { 4, 5 } } }),
		SAMPLE("union-default", answer, "{\"77\":0.25}", { 77, { .other = 0.25f } }),
		SAMPLE("union-true", found, "{\"TRUE\":6}", { TRUE, { 6 } }),
		SAMPLE("union-false", found, "{\"FALSE\":null}", { FALSE, { 0 } }),
	};

	_Static_assert(sizeof made <= sizeof table, "the table holds every sample");
	/* Compound literals die with this block: encode now, keep the bytes. */
	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		table[i] = encoded_sample(made[i]);
	*length = sizeof made / sizeof *made;
	return table;
}
