#!/usr/bin/env bash
# Builds {grpc,xmlrpc,jsonrpc}_{server,client} and jsonrpc_batch into peers/build/cpp, and void_<each> of them, the smallest
# programs, whose sizes `study netwise` reads. Needs: g++, pkg-config, libgrpc++-dev, libprotobuf-dev,
# protobuf-compiler-grpc, libxmlrpc-c++8-dev, libxmlrpc-core-c3-dev, libjsonrpccpp-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/cpp
mkdir -p "$out"
cd "$out"
stubs() { protoc -I "$here/../../$1" --cpp_out=. --grpc_out=. --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)" "$2"; }
stubs interfaces database.proto
stubs examples/void void.proto

# C++14: libjson-rpc-cpp's headers have exception specifications that C++17 took out.
flags=(-std=c++14 -O2 -pthread -I.)
ours=(-Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-deprecated)
read -ra grpc_cflags <<<"$(pkg-config --cflags grpc++)"
# compile FILE...: as many compilers at a time as there are processors; any failure is one of this script.
compile() { printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} g++ "${flags[@]}" "${grpc_cflags[@]}" -c {}; }
compile {database,void}.{pb,grpc.pb}.cc
flags+=("${ours[@]}")
compile "$here"/{,void_}{grpc,xmlrpc,jsonrpc}_{server,client}.cpp "$here/jsonrpc_batch.cpp"

link() { g++ -pthread -o "$@"; }
read -ra grpc <<<"$(pkg-config --libs grpc++ protobuf)"
for role in server client; do
    link "grpc_$role" "grpc_$role.o" database.pb.o database.grpc.pb.o "${grpc[@]}" -ldl
    read -ra jsonrpc <<<"$(pkg-config --libs "libjsonrpccpp-$role" libjsonrpccpp-common jsoncpp)"
    # --export-dynamic: the library must find the server's bind().
    link "jsonrpc_$role" "jsonrpc_$role.o" -Wl,--export-dynamic "${jsonrpc[@]}" -ldl
done
link jsonrpc_batch jsonrpc_batch.o "${jsonrpc[@]}"
read -ra xmlrpc <<<"$(xmlrpc-c-config c++2 abyss-server --libs)"
link xmlrpc_server xmlrpc_server.o "${xmlrpc[@]}"
read -ra xmlrpc <<<"$(xmlrpc-c-config c++2 client --libs)"
link xmlrpc_client xmlrpc_client.o "${xmlrpc[@]}"

# The smallest programs have their system linked in, so that what they take of it can be counted by symbol, and so what it
# needs; but not curl, microhttpd and jsoncpp, which need much more or are not to be had so.
link_in() { link "$1" "$1.o" -Wl,-Bstatic "${@:2}" -Wl,-Bdynamic -Wl,--as-needed -ljsoncpp -lcurl -lmicrohttpd; }
read -ra grpc <<<"$(pkg-config --libs --static grpc++ protobuf)"
read -ra xmlrpc_server <<<"$(xmlrpc-c-config c++2 abyss-server --libs)"
read -ra xmlrpc_client <<<"$(xmlrpc-c-config c++2 client --libs | sed 's/-lcurl//')"
for role in server client; do
    link_in "void_grpc_$role" void.pb.o void.grpc.pb.o "${grpc[@]}"
    link_in "void_jsonrpc_$role" "-ljsonrpccpp-$role" -ljsonrpccpp-common
done
link_in void_xmlrpc_server "${xmlrpc_server[@]}"
link_in void_xmlrpc_client "${xmlrpc_client[@]}"
