/* pidl_codec DIRECTORY: what libndr makes of messages of the interfaces that are defined in the directory's NAME.idl, by
 * the code that Samba's pidl generates of them (pidl_all, beside this program).
 *
 * It reads a line for each question and answers with a line each:
 *
 *   take NAME OPERATION ORDER REQUEST [REPLY]   OPERATION by its number, ORDER of the last message, `little` or `big` (a
 *                                               request before it is little-endian), messages in hexadecimal, `.` for none
 *       ok USED LITTLE BIG                      the last message was taken: so many bytes of it, and it is these in either order
 *       refused CODE                            or not: a number of `enum ndr_err_code`
 *       unsent CODE                             or it was taken and cannot be sent again
 *       died SIGNAL                             or the code ended by a signal
 *   cuts NAME OPERATION ORDER REQUEST [REPLY]
 *       ok N,N,...                              the lengths at which a beginning of the last message is taken
 *   any of them
 *       absent                                  pidl or the C compiler made nothing of the definition; NAME.said has why
 *
 * Each question is answered by a process of its own. */

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <util/data_blob.h>
#include <core/ntstatus.h>
#include <ndr.h>

enum { MEMORY = 1 << 30, SECONDS = 20 };

struct question {
    const struct ndr_interface_call *call;
    TALLOC_CTX *memory;
    bool big;
    DATA_BLOB request;
    DATA_BLOB reply;
    bool answered; /* there is a reply */
};

static enum ndr_err_code pull(const struct question *of, bool big, DATA_BLOB message, int way, void *value, size_t *used)
{
    struct ndr_pull *ndr = ndr_pull_init_blob(&message, of->memory);
    if (ndr == NULL)
        return NDR_ERR_ALLOC;
    ndr->flags |= LIBNDR_FLAG_REF_ALLOC | (big ? LIBNDR_FLAG_BIGENDIAN : 0);
    enum ndr_err_code error = of->call->ndr_pull(ndr, way, value);
    *used = ndr->offset;
    return error;
}

static enum ndr_err_code push(const struct question *of, bool big, int way, void *value, DATA_BLOB *message)
{
    struct ndr_push *ndr = ndr_push_init_ctx(of->memory);
    if (ndr == NULL)
        return NDR_ERR_ALLOC;
    ndr->flags |= big ? LIBNDR_FLAG_BIGENDIAN : 0;
    enum ndr_err_code error = of->call->ndr_push(ndr, way, value);
    *message = ndr_push_blob(ndr);
    return error;
}

/* The value of the last message, as the generated code has it. */
static enum ndr_err_code taken(const struct question *of, void **value, size_t *used)
{
    *value = talloc_zero_size(of->memory, of->call->struct_size);
    if (*value == NULL)
        return NDR_ERR_ALLOC;
    enum ndr_err_code error = pull(of, of->big && !of->answered, of->request, NDR_IN, *value, used);
    if (error != NDR_ERR_SUCCESS || !of->answered)
        return error;
    return pull(of, of->big, of->reply, NDR_OUT, *value, used);
}

static void print_hex(const char *before, DATA_BLOB bytes)
{
    fputs(before, stdout);
    if (bytes.length == 0)
        putchar('.');
    for (size_t i = 0; i < bytes.length; i++)
        printf("%02x", bytes.data[i]);
}

static void take(const struct question *of)
{
    void *value;
    size_t used = 0;
    enum ndr_err_code error = taken(of, &value, &used);
    if (error != NDR_ERR_SUCCESS) {
        printf("refused %d\n", error);
        return;
    }
    DATA_BLOB little, big;
    int way = of->answered ? NDR_OUT : NDR_IN;
    error = push(of, false, way, value, &little);
    if (error == NDR_ERR_SUCCESS)
        error = push(of, true, way, value, &big);
    if (error != NDR_ERR_SUCCESS) {
        printf("unsent %d\n", error);
        return;
    }
    printf("ok %zu", used);
    print_hex(" ", little);
    print_hex(" ", big);
    putchar('\n');
}

static void cuts(struct question *of)
{
    DATA_BLOB *last = of->answered ? &of->reply : &of->request;
    size_t whole = last->length, used;
    const char *before = "ok ";
    for (last->length = 0; last->length < whole; last->length++) {
        void *value;
        if (taken(of, &value, &used) == NDR_ERR_SUCCESS) {
            printf("%s%zu", before, last->length);
            before = ",";
        }
        talloc_free_children(of->memory);
    }
    puts(before[0] == 'o' ? "ok ." : "");
}

static DATA_BLOB bytes_of(const char *digits)
{
    size_t length = digits[0] == '.' ? 0 : strlen(digits) / 2;
    uint8_t *bytes = malloc(length + 1);
    for (size_t i = 0; i < length; i++) {
        unsigned byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1)
            abort();
        bytes[i] = byte;
    }
    return (DATA_BLOB){ .data = bytes, .length = length };
}

/* The interface of a definition; the last one is kept. */
static const struct ndr_interface_table *table(const char *directory, const char *name)
{
    static char known[256];
    static const struct ndr_interface_table *last;
    if (strcmp(known, name) == 0)
        return last;
    char path[4096], symbol[300];
    snprintf(path, sizeof path, "%s/%s.so", directory, name);
    snprintf(symbol, sizeof symbol, "ndr_table_%s", name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    last = library == NULL ? NULL : dlsym(library, symbol);
    snprintf(known, sizeof known, "%s", name);
    return last;
}

static void answer(const char *directory, char *line)
{
    char *word = strtok(line, " \n"), *name = strtok(NULL, " \n"), *number = strtok(NULL, " \n");
    char *order = strtok(NULL, " \n"), *request = strtok(NULL, " \n"), *reply = strtok(NULL, " \n");
    if (request == NULL)
        abort();
    const struct ndr_interface_table *of = table(directory, name);
    if (of == NULL || strtoul(number, NULL, 10) >= of->num_calls) {
        puts("absent");
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_AS, &(struct rlimit){ MEMORY, MEMORY });
        setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
        setrlimit(RLIMIT_CPU, &(struct rlimit){ SECONDS, SECONDS });
        struct question asked = {
            .call = &of->calls[strtoul(number, NULL, 10)],
            .memory = talloc_new(NULL),
            .big = order[0] == 'b',
            .request = bytes_of(request),
            .reply = bytes_of(reply == NULL ? "." : reply),
            .answered = reply != NULL,
        };
        if (word[0] == 'c')
            cuts(&asked);
        else
            take(&asked);
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (WIFSIGNALED(status))
        printf("died %d\n", WTERMSIG(status));
}

static void compile(const char *program, const char *directory)
{
    char path[4096];
    const char *end = strrchr(program, '/');
    snprintf(path, sizeof path, "%.*s/pidl_all", end == NULL ? 1 : (int)(end - program), end == NULL ? "." : program);
    pid_t child = fork();
    if (child == 0) {
        execl(path, path, directory, (char *)NULL);
        perror(path);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: pidl_codec DIRECTORY\n", stderr);
        return 2;
    }
    compile(argv[0], argv[1]);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        answer(argv[1], line);
        fflush(stdout);
    }
    return 0;
}
