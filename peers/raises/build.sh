#!/usr/bin/env bash
# Builds raises_server and raises_client into peers/build/raises from what rpcgen makes of shop.x, and Python's messages
# of raises.proto. Needs: gcc, rpcsvc-proto, libtirpc-dev, protobuf-compiler, python3-grpcio, python3-protobuf.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/raises
mkdir -p "$out"
cp "$here/shop.x" "$out"

# rpcgen overwrites nothing: its outputs must be gone first.
cd "$out"
rm -f shop.h shop_xdr.c shop_clnt.c shop_svc.c
# -N arguments by value, -M results through pointers (re-entrant), -C ANSI.
rpcgen -C -N -M -h -o shop.h shop.x
rpcgen -C -N -M -c -o shop_xdr.c shop.x
rpcgen -C -N -M -l -o shop_clnt.c shop.x
rpcgen -C -N -M -m -o shop_svc.c shop.x

read -ra tirpc <<<"$(pkg-config --cflags --libs libtirpc 2>/dev/null || echo "-I/usr/include/tirpc -ltirpc")"
# Generated code has unused variables and casts between function types; ours has not.
for part in shop_xdr shop_clnt shop_svc; do
    gcc -std=gnu11 -O2 -w -c "$part.c" "${tirpc[@]}"
done
ours=(-std=gnu11 -O2 -Wall -Wextra -Werror -Wno-cast-function-type -pthread -I.)
gcc "${ours[@]}" -o raises_server "$here/raises_server.c" shop_xdr.o shop_svc.o "${tirpc[@]}"
gcc "${ours[@]}" -o raises_client "$here/raises_client.c" shop_xdr.o shop_clnt.o "${tirpc[@]}"

protoc -I "$here" -I "$here/../../crates/manyrpc-idl/include" --python_out=. raises.proto manyrpc/exceptions.proto
cp "$here"/*.py .
