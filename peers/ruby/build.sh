#!/usr/bin/env bash
# Puts {grpc,xmlrpc,jsonrpc}_{server,client} into peers/build/ruby: only gRPC's stubs are made, but all libraries
# must be there. Needs: ruby, ruby-grpc, ruby-xmlrpc, ruby-webrick, protobuf-compiler-grpc.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/ruby
mkdir -p "$out"
/usr/bin/ruby -e 'require "grpc"; require "xmlrpc/server"; require "xmlrpc/client"; require "webrick"'
protoc -I "$here/../../interfaces" --ruby_out="$out" --grpc_out="$out" \
    --plugin=protoc-gen-grpc="$(command -v grpc_ruby_plugin)" database.proto
cp "$here/record.rb" "$here/commands.rb" "$out"
for program in {grpc,xmlrpc,jsonrpc}_{server,client}; do
    install -m 755 "$here/$program.rb" "$out/$program"
done
