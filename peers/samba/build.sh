#!/usr/bin/env bash
# Puts samba_server and samba_client into peers/build/samba: nothing to compile, but the daemon
# must be there. Needs: samba, util-linux, iproute2.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/samba
if [ ! -x /usr/libexec/samba/samba-dcerpcd ]; then
    echo "samba-dcerpcd is missing: scripts/setup.sh test installs it" >&2
    exit 1
fi
mkdir -p "$out"
for role in server client; do
    install -m 755 "$here/samba_$role.sh" "$out/samba_$role"
done
