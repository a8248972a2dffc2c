#!/usr/bin/env bash
# Builds lists_server and lists_client into peers/build/lists: what rpcgen makes of lists.x, but for
# the routines of its lists, which are ours. Needs: gcc, rpcsvc-proto, libtirpc-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/lists
mkdir -p "$out"
cp "$here/lists.x" "$out"

# rpcgen overwrites nothing: its outputs must be gone first.
cd "$out"
rm -f lists.h lists_clnt.c lists_svc.c
# -N arguments by value, -M results through pointers (re-entrant), -C ANSI.
rpcgen -C -N -M -h -o lists.h lists.x
rpcgen -C -N -M -l -o lists_clnt.c lists.x
rpcgen -C -N -M -m -o lists_svc.c lists.x

read -ra tirpc <<<"$(pkg-config --cflags --libs libtirpc 2>/dev/null || echo "-I/usr/include/tirpc -ltirpc")"
# Generated code has unused variables and casts between function types; ours has not.
for part in lists_clnt lists_svc; do
    gcc -std=gnu11 -O2 -w -c "$part.c" "${tirpc[@]}"
done
ours=(-std=gnu11 -O2 -Wall -Wextra -Werror -Wno-cast-function-type -pthread -I.)
gcc "${ours[@]}" -o lists_server "$here/lists_server.c" "$here/nodes.c" lists_svc.o "${tirpc[@]}"
gcc "${ours[@]}" -o lists_client "$here/lists_client.c" "$here/nodes.c" lists_clnt.o "${tirpc[@]}"
