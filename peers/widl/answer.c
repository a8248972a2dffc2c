/*
 * Answers requests by servers that widl made of definitions, in the process: rpcrt4's interpreter takes a request as if
 * it had come over a connection. A line on standard input is `NAME OPERATION HEX`; the answers are those of `ndr_peer`.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <windef.h>
#include <winbase.h>
#include <rpc.h>
#include <rpcndr.h>

#include "wine/exception.h"

/* One for each definition, in a table that ends without a name. */
struct definition {
    const char *name;
    RPC_IF_HANDLE *served;
};
extern const struct definition definitions[];

/* What a runtime allocates for a call is freed after it, so that a server may give back what it was given. */
struct block {
    struct block *next;
    double aligned[];
};
static struct block *blocks;

/* rpcrt4 believes what a request says of sizes. */
#define MOST (1 << 20)

void *__RPC_USER MIDL_user_allocate(SIZE_T size) {
    struct block *block = size > MOST ? NULL : calloc(1, sizeof *block + size);
    if (!block) RpcRaiseException(RPC_S_OUT_OF_MEMORY);
    block->next = blocks;
    blocks = block;
    return block->aligned;
}

void __RPC_USER MIDL_user_free(void *memory) { (void)memory; }

static void free_blocks(void) {
    while (blocks) {
        struct block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

/* As much of a binding as rpcrt4 looks at: that it is a server's. */
static struct {
    LONG references;
    void *next;
    BOOL server;
    char rest[4096];
} binding = {1 << 30, NULL, TRUE, {0}};

static unsigned char *unhex(const char *hex, size_t *size) {
    unsigned char *bytes;
    *size = strlen(hex) / 2;
    bytes = calloc(1, *size + 16);
    for (size_t at = 0; at < *size; at++) {
        unsigned byte = 0;
        sscanf(hex + 2 * at, "%2x", &byte);
        bytes[at] = byte;
    }
    return bytes;
}

static void answer(const RPC_SERVER_INTERFACE *served, unsigned operation, const char *hex) {
    RPC_MESSAGE message;
    size_t size;
    unsigned char *request = unhex(hex, &size);

    memset(&message, 0, sizeof message);
    message.Handle = &binding;
    message.DataRepresentation = NDR_LOCAL_DATA_REPRESENTATION;
    message.Buffer = request;
    message.BufferLength = size;
    message.ProcNum = operation;
    message.RpcInterfaceInformation = (void *)served;
    __TRY {
        served->DispatchTable->DispatchTable[operation](&message);
        printf("ok ");
        for (unsigned at = 0; at < message.BufferLength; at++) printf("%02x", ((unsigned char *)message.Buffer)[at]);
        printf("\n");
        if (message.Buffer != request) I_RpcFree(message.Buffer);
    }
    __EXCEPT_ALL {
        DWORD code = GetExceptionCode();
        /* An access violation is a fault of the runtime's own. */
        printf("%s %lx\n", code == EXCEPTION_ACCESS_VIOLATION ? "unable" : "refused", (unsigned long)code);
    }
    __ENDTRY
    free(request);
    free_blocks();
}

int main(void) {
    static char line[1 << 22];

    while (fgets(line, sizeof line, stdin)) {
        const char *name = strtok(line, " \n"), *operation = strtok(NULL, " \n"), *hex = strtok(NULL, " \n");
        const struct definition *found = definitions;
        const RPC_SERVER_INTERFACE *served;

        if (!operation) continue;
        while (found->name && strcmp(found->name, name)) found++;
        served = found->name ? *found->served : NULL;
        if (!served)
            printf("absent widl does not take it\n");
        else if (strtoul(operation, NULL, 10) >= served->DispatchTable->DispatchTableCount)
            printf("unable there is no such operation\n");
        else
            answer(served, strtoul(operation, NULL, 10), hex ? hex : "");
        fflush(stdout);
    }
    return 0;
}
