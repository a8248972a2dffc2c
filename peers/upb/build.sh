#!/usr/bin/env bash
# Puts upb, Google's codec of Protocol Buffers in C, into peers/build/upb, as Python's package has it. Needs: python3
# and python3-pip.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/upb
rm -rf "$out"
mkdir -p "$out"
# The version is that of requirements.txt.
/usr/bin/python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
    --target "$out/lib" -r "$here/requirements.txt" 2>&1 | { grep -v '^WARNING' || true; }
cp "$here/upb_codec" "$out/"
"$out/upb_codec" </dev/null
