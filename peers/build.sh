#!/usr/bin/env bash
# Builds every peer, or only those named as arguments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ $# -eq 0 ]; then
    set -- raw-c libtirpc xdr-bench impacket samba
fi
for peer in "$@"; do
    "./$peer/build.sh"
done
