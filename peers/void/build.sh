#!/usr/bin/env bash
# Builds the smallest client and server of examples/void/void.x, by the real rpcgen, into peers/build/void, where `study
# netwise` reads their sizes; nobody runs them. libtirpc is linked in, so that what they take of it can be counted, and
# object files stay apart by who wrote them. Needs: gcc, rpcsvc-proto, libtirpc-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/void
mkdir -p "$out"
cp "$here/../../examples/void/void.x" "$out/void.x"
cd "$out"
rm -f void.h void_xdr.c void_clnt.c void_svc.c
rpcgen -C -N -M -h -o void.h void.x
rpcgen -C -N -M -l -o void_clnt.c void.x
# With a transport it makes a main, too: the document's server initialisation.
rpcgen -C -N -M -s tcp -o void_svc.c void.x

read -ra tirpc <<<"$(pkg-config --cflags libtirpc 2>/dev/null || echo "-I/usr/include/tirpc")"
for part in void_clnt void_svc; do
    gcc -std=gnu11 -O2 -w -c "$part.c" "${tirpc[@]}"
done
for part in void_client void_server; do
    gcc -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-cast-function-type -I. -c "$here/$part.c" "${tirpc[@]}"
done
archive=$(gcc -print-file-name=libtirpc.a)
gcc -o void_client void_client.o void_clnt.o "$archive" -l:libgssapi_krb5.so.2 -pthread
gcc -o void_server void_server.o void_svc.o "$archive" -l:libgssapi_krb5.so.2 -pthread
