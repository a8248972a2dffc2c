/* What every definition has before it: names that C must know, and the tools of the driver. */
#ifndef DRAWN_RUNTIME_H
#define DRAWN_RUNTIME_H

#include <stddef.h>
#include <rpc/rpc.h>

/* rpcgen writes `bool` where it declares procedures, and leaves it to others to say what that is. */
#define bool bool_t
/* libtirpc declares the routine and has none: sixteen bytes, as RFC 4506, section 4.7, has them. */
typedef long double quadruple;

struct type {
	const char *name;
	size_t size;
	xdrproc_t routine;
	void (*fill)(void *, int);
	void (*show)(const void *);
};

struct number {
	const char *name;
	long long value;
};

extern const struct type types[];
extern const size_t type_count;
extern const struct number numbers[];
extern const size_t number_count;

/* Values made up. */
unsigned fill_length(unsigned most, unsigned each);
void *fill_room(size_t count, size_t size);
int fill_some(int depth);
int fill_link(void);
unsigned fill_below(unsigned n);
long long fill_integer(int bits, int is_signed);
void fill_bytes(void *to, size_t count);
char *fill_text(unsigned most);

/* Values told. */
void show(const char *text);
void show_integer(long long value);
void show_unsigned(unsigned long long value);
void show_bits(const char *kind, const void *value, size_t size);
void show_text(const char *text);
void show_bytes(const char *bytes, size_t count);

/* Elements of an array in place; those of no size are not counted by C. */
#define COUNT(array, stated) (sizeof((array)[0]) ? sizeof(array) / sizeof((array)[0]) : (size_t)(stated))

#endif
