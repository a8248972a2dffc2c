#!/usr/bin/env bash
# Builds tirpc_server and tirpc_client into peers/build/libtirpc from what the
# real rpcgen makes of interfaces/bench.x. Needs: gcc, rpcsvc-proto, libtirpc-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/libtirpc
mkdir -p "$out"
cp "$here/../../interfaces/bench.x" "$out/bench.x"

# rpcgen appends to nothing and overwrites nothing: its outputs must be gone first.
cd "$out"
rm -f bench.h bench_xdr.c bench_clnt.c bench_svc.c
# -N several arguments by value, -M results through pointers (re-entrant), -C ANSI.
rpcgen -C -N -M -h -o bench.h bench.x
rpcgen -C -N -M -c -o bench_xdr.c bench.x
rpcgen -C -N -M -l -o bench_clnt.c bench.x
rpcgen -C -N -M -m -o bench_svc.c bench.x

read -ra tirpc <<<"$(pkg-config --cflags --libs libtirpc 2>/dev/null || echo "-I/usr/include/tirpc -ltirpc")"
# Generated code has unused variables and casts between function types; ours has not.
generated=(-std=gnu11 -O2 -w -c)
for part in bench_xdr bench_clnt bench_svc; do
    gcc "${generated[@]}" "$part.c" "${tirpc[@]}"
done
ours=(-std=gnu11 -O2 -Wall -Wextra -Werror -Wno-cast-function-type -pthread -I.)
gcc "${ours[@]}" -o tirpc_server "$here/tirpc_server.c" bench_xdr.o bench_svc.o "${tirpc[@]}"
gcc "${ours[@]}" -o tirpc_client "$here/tirpc_client.c" bench_xdr.o bench_clnt.o "${tirpc[@]}"
