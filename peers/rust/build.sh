#!/usr/bin/env bash
# Builds {grpc,interop,exchange}_{server,client} on tonic and exchange_jsonrpc_{server,client} on jsonrpsee into peers/build/rust, in a
# workspace of its own, and void_grpc_{server,client}, the smallest programs, whose sizes `study netwise` reads. Needs: cargo 1.88 or newer, protobuf-compiler, and the crates of
# Cargo.lock from the crates registry or cargo's cache.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/rust
mkdir -p "$out"
PATH=$("$here/../../scripts/setup.sh" --path):$PATH
export INTERFACES=$here/../../interfaces TESTING=$here/../../crates/manyrpc-lab/tests/support
export VOID=$here/../../examples/void
cargo build --quiet --release --locked --manifest-path "$here/Cargo.toml" --target-dir "$out/target"
for program in {grpc,interop,void_grpc,exchange,exchange_jsonrpc}_{server,client}; do
    install -m 755 "$out/target/release/$program" "$out/$program"
done
