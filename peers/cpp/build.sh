#!/usr/bin/env bash
# Builds {grpc,xmlrpc,jsonrpc}_{server,client} and jsonrpc_batch into peers/build/cpp. Needs: g++, pkg-config, libgrpc++-dev,
# libprotobuf-dev, protobuf-compiler-grpc, libxmlrpc-c++8-dev, libxmlrpc-core-c3-dev, libjsonrpccpp-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/cpp
mkdir -p "$out"
cd "$out"
protoc -I "$here/../../interfaces" --cpp_out=. --grpc_out=. --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)" database.proto

# C++14: libjson-rpc-cpp's headers have exception specifications that C++17 took out.
flags=(-std=c++14 -O2 -pthread -I.)
ours=(-Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-deprecated)
read -ra grpc_cflags <<<"$(pkg-config --cflags grpc++)"
# compile FILE...: as many compilers at a time as there are processors; any failure is one of this script.
compile() { printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} g++ "${flags[@]}" "${grpc_cflags[@]}" -c {}; }
compile database.pb.cc database.grpc.pb.cc
flags+=("${ours[@]}")
compile "$here"/{grpc,xmlrpc,jsonrpc}_{server,client}.cpp "$here/jsonrpc_batch.cpp"

link() { g++ -pthread -o "$@"; }
read -ra grpc <<<"$(pkg-config --libs grpc++ protobuf)"
for role in server client; do
    link "grpc_$role" "grpc_$role.o" database.pb.o database.grpc.pb.o "${grpc[@]}"
    read -ra jsonrpc <<<"$(pkg-config --libs "libjsonrpccpp-$role" libjsonrpccpp-common jsoncpp)"
    # --export-dynamic: the library must find the server's bind().
    link "jsonrpc_$role" "jsonrpc_$role.o" -Wl,--export-dynamic "${jsonrpc[@]}" -ldl
done
link jsonrpc_batch jsonrpc_batch.o "${jsonrpc[@]}"
read -ra xmlrpc <<<"$(xmlrpc-c-config c++2 abyss-server --libs)"
link xmlrpc_server xmlrpc_server.o "${xmlrpc[@]}"
read -ra xmlrpc <<<"$(xmlrpc-c-config c++2 client --libs)"
link xmlrpc_client xmlrpc_client.o "${xmlrpc[@]}"
