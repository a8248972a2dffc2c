#!/usr/bin/env bash
# Puts impacket_server and impacket_client into peers/build/impacket: nothing to compile, but the
# interpreter, its library and both programs must be there. Needs: python3-impacket.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/impacket
mkdir -p "$out"
/usr/bin/python3 -c 'import impacket.dcerpc.v5.rpcrt'
cp "$here/bench.py" "$out/bench.py"
for role in server client; do
    install -m 755 "$here/impacket_$role.py" "$out/impacket_$role"
done
