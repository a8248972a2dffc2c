#!/usr/bin/env bash
# Puts {grpc,xmlrpc}_{server,client} into peers/build/python: only gRPC's stubs are made, but the interpreter and its
# libraries must be there. Needs: python3, python3-pip, python3-grpcio, python3-protobuf, protobuf-compiler-grpc, and
# grpcio-reflection from PyPI, which Debian has not.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/python
mkdir -p "$out"
/usr/bin/python3 -c 'import grpc, google.protobuf'
protoc -I "$here/../../interfaces" --python_out="$out" --grpc_out="$out" \
    --plugin=protoc-gen-grpc="$(command -v grpc_python_plugin)" database.proto
rm -rf "$out/libraries"
# The version is that of requirements.txt.
/usr/bin/python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
    --target "$out/libraries" -r "$here/requirements.txt" 2>&1 | { grep -v '^WARNING' || true; }
cp "$here/record.py" "$here/commands.py" "$out"
for program in {grpc,xmlrpc}_{server,client}; do
    install -m 755 "$here/$program.py" "$out/$program"
done
