#!/usr/bin/env bash
# Builds omniorb_server and omniorb_client into peers/build/omniorb from what omniidl makes of interfaces/corba. Needs: g++,
# pkg-config, omniidl, libomniorb4-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/omniorb
mkdir -p "$out"
cd "$out"
for definition in bench features extremes; do
    # -Wba: with TypeCodes and operators of `any`.
    omniidl -bcxx -Wba -Wbuse_quotes "$here/../../interfaces/corba/$definition.idl"
done

read -ra omniorb <<<"$(pkg-config --cflags omniDynamic4)"
flags=(-std=c++20 -O2 -pthread -I. "${omniorb[@]}")
# compile FILE...: as many compilers at a time as there are processors; any failure is one of this script.
compile() { printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} g++ "${flags[@]}" -c {}; }
stubs=({bench,features,extremes}{,Dyn}SK)
# Generated code branches on a boolean; ours is compiled with all warnings.
generated=(-isystem .)
flags+=(-w)
compile "${stubs[@]/%/.cc}"
flags=(-std=c++20 -O2 -pthread "${generated[@]}" "${omniorb[@]}" -Wall -Wextra -Werror -Wno-missing-field-initializers)
compile "$here"/{server,client,cases}.cpp

read -ra libraries <<<"$(pkg-config --libs omniDynamic4)"
# omniCodeSets4: code sets other than UTF-8, ISO 8859-1 and UTF-16 are there for who asks with -ORBnativeCharCodeSet.
link() { g++ -pthread -o "$1" "${@:2}" "${stubs[@]/%/.o}" "${libraries[@]}" -lomniCodeSets4; }
link omniorb_server server.o
link omniorb_client client.o cases.o
