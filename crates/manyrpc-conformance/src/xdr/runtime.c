/*
 * Speaks for libtirpc: reads commands from standard input, a line each, and answers each with a line.
 *
 *   make TYPE SEED ROOM   makes up a value; answers its bytes and the value, or "refused"
 *   take TYPE HEX         decodes; answers how many bytes that took, the bytes that come of the
 *                         value, and the value, or "refused"
 *   cuts TYPE HEX         decodes every beginning; answers the lengths that are accepted
 *   number INDEX          answers a constant
 *
 * Bytes are hexadecimal, "." for none. Memory is a piece of ours that each command begins anew: what
 * hostile counts ask for beyond it is refused, and nothing need be freed. So is what takes more
 * processor time than any honest value, or more room to be told: billions of elements that take no
 * bytes at all.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime.h"

#define ARENA (96u << 20)
#define MESSAGE (8u << 20)
#define ANSWER (64u << 20)
/* Lists are as deep as they are long, to routines that rpcgen makes. */
#define STACK ((size_t)1 << 30)
#define SECONDS 5

static char arena[ARENA];
static size_t used;
static size_t kept;

void *malloc(size_t size)
{
	size_t whole = (size + 15) & ~(size_t)15;
	void *found = arena + used;
	if (whole < size || whole > ARENA - used) {
		errno = ENOMEM;
		return NULL;
	}
	used += whole;
	return found;
}

void free(void *memory)
{
	(void)memory;
}

void *calloc(size_t count, size_t size)
{
	void *found;
	if (size != 0 && count > ARENA / size) {
		errno = ENOMEM;
		return NULL;
	}
	found = malloc(count * size);
	return found == NULL ? NULL : memset(found, 0, count * size);
}

void *realloc(void *memory, size_t size)
{
	void *found = malloc(size);
	size_t behind = memory == NULL ? 0 : (size_t)(arena + used - (char *)memory);
	return found == NULL || memory == NULL ? found : memmove(found, memory, size < behind ? size : behind);
}

/* --- values made up --- */

static uint64_t state;
static unsigned room;

static uint64_t draw(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

unsigned fill_below(unsigned n)
{
	return draw() % n;
}

unsigned fill_length(unsigned most, unsigned each)
{
	static const unsigned boundaries[] = {0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 257};
	unsigned count, possible = room / (each + 1);
	switch (fill_below(4)) {
	case 0: count = boundaries[fill_below(sizeof boundaries / sizeof *boundaries)]; break;
	case 1: count = most; break;
	default: count = fill_below(5);
	}
	count = count > most ? most : count;
	count = count > possible ? possible : count;
	room -= count * (each + 1);
	return count;
}

void *fill_room(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size + 1);
	if (memory == NULL)
		abort();
	return memory;
}

int fill_some(int depth)
{
	if (depth <= 0 || room < 32 || fill_below(3) == 0)
		return 0;
	room -= 32;
	return 1;
}

/* Most lists are short, some use up all the room. */
static unsigned patience;

int fill_link(void)
{
	if (room < 16 || fill_below(patience) == 0)
		return 0;
	room -= 16;
	return 1;
}

long long fill_integer(int bits, int is_signed)
{
	uint64_t mask = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
	uint64_t value;
	switch (fill_below(4)) {
	case 0: value = draw(); break;
	case 1: value = (uint64_t)1 << (bits - 1); break;
	case 2: value = mask >> fill_below(2); break;
	default: value = fill_below(300) - (uint64_t)(is_signed ? 150 : 0);
	}
	value &= mask;
	if (is_signed && bits < 64 && (value >> (bits - 1)) != 0)
		value |= ~mask;
	return (long long)value;
}

void fill_bytes(void *to, size_t count)
{
	unsigned char *bytes = to;
	while (count-- != 0)
		*bytes++ = draw();
}

/* Without zeros, which end a string in C. ASCII, UTF-8 of two bytes, or Latin-1. */
char *fill_text(unsigned most)
{
	unsigned at = 0, count = fill_length(most, 1), kind = fill_below(4);
	char *text = fill_room(count, 1);
	while (at < count) {
		if (kind == 1 && count - at >= 2) {
			text[at++] = (char)(0xc2 + fill_below(0x1e));
			text[at++] = (char)(0x80 + fill_below(0x40));
		} else if (kind == 2) {
			text[at++] = (char)(1 + fill_below(255));
		} else {
			text[at++] = (char)(' ' + fill_below(95));
		}
	}
	return text;
}

/* --- values told --- */

static char answer[ANSWER];
static size_t told;
/* Where a command is refused that takes too long, or has too much to tell. */
static sigjmp_buf too_much;

static void put(const char *text, size_t length)
{
	if (length > ANSWER - told)
		siglongjmp(too_much, 1);
	memcpy(answer + told, text, length);
	told += length;
}

void show(const char *text)
{
	put(text, strlen(text));
}

void show_integer(long long value)
{
	char text[32];
	put(text, snprintf(text, sizeof text, "%lld", value));
}

void show_unsigned(unsigned long long value)
{
	char text[32];
	put(text, snprintf(text, sizeof text, "%llu", value));
}

static void show_hex(const unsigned char *bytes, size_t count)
{
	static const char digits[] = "0123456789abcdef";
	for (; count-- != 0; bytes++) {
		char two[2] = {digits[*bytes >> 4], digits[*bytes & 15]};
		put(two, 2);
	}
}

void show_bits(const char *kind, const void *value, size_t size)
{
	uint64_t bits = 0;
	char text[32];
	show(kind);
	if (size == 16) {
		show_hex(value, size);
		return;
	}
	memcpy(&bits, value, size);
	put(text, snprintf(text, sizeof text, "%" PRIx64, bits));
}

void show_bytes(const char *bytes, size_t count)
{
	show("x");
	show_hex((const unsigned char *)bytes, count);
}

void show_text(const char *text)
{
	show("t");
	show_hex((const unsigned char *)text, text == NULL ? 0 : strlen(text));
}

bool_t xdr_quadruple(XDR *xdrs, quadruple *value)
{
	return xdr_opaque(xdrs, (char *)value, 16);
}

/* --- commands --- */

static char message[MESSAGE];

/* Appends the bytes of a value. */
static int encode(const struct type *type, void *value)
{
	XDR xdrs;
	xdrmem_create(&xdrs, message, MESSAGE, XDR_ENCODE);
	if (!type->routine(&xdrs, value))
		return 0;
	if (xdr_getpos(&xdrs) == 0)
		show(".");
	show_hex((unsigned char *)message, xdr_getpos(&xdrs));
	return 1;
}

/* How many bytes a value took; -1 where it is refused. */
static long decode(const struct type *type, void *value, char *bytes, size_t length)
{
	XDR xdrs;
	memset(value, 0, type->size);
	xdrmem_create(&xdrs, bytes, length, XDR_DECODE);
	return type->routine(&xdrs, value) ? (long)xdr_getpos(&xdrs) : -1;
}

static void refused(void)
{
	told = 0;
	show("refused");
}

static void make(const struct type *type, const char *arguments)
{
	void *value = fill_room(1, type->size);
	unsigned long long seed = 0;
	if (sscanf(arguments, "%llu %u", &seed, &room) != 2)
		abort();
	state = seed;
	patience = fill_below(4) == 0 ? 1000000 : 3;
	type->fill(value, 4);
	if (!encode(type, value)) {
		refused();
		return;
	}
	show(" ");
	type->show(value);
}

static size_t unhex(char *text)
{
	size_t count = 0;
	for (; text[0] > ' ' && text[1] > ' '; text += 2) {
		unsigned byte;
		if (sscanf((char[]){text[0], text[1], 0}, "%x", &byte) != 1)
			abort();
		message[count++] = (char)byte;
	}
	return count;
}

static void take(const struct type *type, char *hex)
{
	void *value = fill_room(1, type->size);
	size_t length = unhex(hex);
	char *bytes = fill_room(length, 1);
	long taken = decode(type, value, memcpy(bytes, message, length), length);
	if (taken < 0) {
		refused();
		return;
	}
	show_integer(taken);
	show(" ");
	if (!encode(type, value))
		show("!");
	show(" ");
	type->show(value);
}

static void cuts(const struct type *type, char *hex)
{
	size_t at, length = unhex(hex), before = used;
	char *bytes = memcpy(fill_room(length, 1), message, length);
	void *value = fill_room(1, type->size);
	before = used;
	for (at = 0; at < length; at++) {
		used = before;
		if (decode(type, value, bytes, at) == (long)at) {
			show_integer((long)at);
			show(",");
		}
	}
	show(".");
}

static void carry_out(char *line)
{
	char *rest;
	unsigned long index;
	char command = line[0];
	rest = strchr(line, ' ');
	if (rest == NULL)
		abort();
	index = strtoul(rest, &rest, 10);
	rest += *rest == ' ';
	if (command == 'n') {
		if (index >= number_count)
			abort();
		show_integer(numbers[index].value);
		return;
	}
	if (index >= type_count)
		abort();
	switch (command) {
	case 'm': make(&types[index], rest); break;
	case 't': take(&types[index], rest); break;
	case 'c': cuts(&types[index], rest); break;
	default: abort();
	}
}

static void give_up(int signal)
{
	(void)signal;
	siglongjmp(too_much, 1);
}

/* Carries a command out; refuses it when it takes too long or has too much to tell. */
static void carry_out_within_limits(char *command)
{
	static const struct itimerval none, limit = {.it_value = {.tv_sec = SECONDS}};
	if (sigsetjmp(too_much, 1) == 0) {
		setitimer(ITIMER_VIRTUAL, &limit, NULL);
		carry_out(command);
	} else {
		refused();
	}
	setitimer(ITIMER_VIRTUAL, &none, NULL);
}

/* The signal goes to the thread that works, whose stack it leaves. */
static void mask_time(int how)
{
	sigset_t time;
	sigemptyset(&time);
	sigaddset(&time, SIGVTALRM);
	pthread_sigmask(how, &time, NULL);
}

static char line[2 * MESSAGE + 64];

static void *serve(void *unused)
{
	static char in[1 << 16], out[1 << 16];
	setvbuf(stdin, in, _IOFBF, sizeof in);
	setvbuf(stdout, out, _IOFBF, sizeof out);
	mask_time(SIG_UNBLOCK);
	kept = used;
	while (fgets(line, sizeof line, stdin) != NULL) {
		used = kept;
		told = 0;
		carry_out_within_limits(line);
		show("\n");
		fwrite(answer, 1, told, stdout);
		fflush(stdout);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	mask_time(SIG_BLOCK);
	signal(SIGVTALRM, give_up);
	/* libtirpc tells of counts that it refuses. */
	if (freopen("/dev/null", "w", stderr) == NULL || pthread_attr_setstacksize(&attributes, STACK) != 0
	    || pthread_create(&thread, &attributes, serve, NULL) != 0)
		return 1;
	pthread_join(thread, NULL);
	return 0;
}
