#!/usr/bin/env bash
# Builds xdr_bench into peers/build/xdr-bench. Needs: gcc, rpcsvc-proto, libtirpc-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/xdr-bench
mkdir -p "$out"
cp "$here/../../interfaces/bench.x" "$here/samples.x" "$out"

# rpcgen refuses to overwrite: its outputs must be gone first.
cd "$out"
for definition in bench samples; do
    rm -f "$definition.h" "${definition}_xdr.c"
    rpcgen -C -N -M -h -o "$definition.h" "$definition.x"
    rpcgen -C -N -M -c -o "${definition}_xdr.c" "$definition.x"
    gcc -std=gnu11 -O2 -w -c -I/usr/include/tirpc "${definition}_xdr.c"
done
gcc -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-cast-function-type -Wno-missing-field-initializers -pthread -I. -I/usr/include/tirpc \
    -o xdr_bench "$here/xdr_bench.c" "$here/samples.c" bench_xdr.o samples_xdr.o -ltirpc
