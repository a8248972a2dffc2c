#!/usr/bin/env bash
# Writes vectors/xdr/*.hex: what libtirpc makes of known values. Run after build.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bench=$here/../build/xdr-bench/xdr_bench
out=$here/../../vectors/xdr
mkdir -p "$out"

version() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo unknown; }
source="libtirpc $(version libtirpc-dev) through rpcgen (rpcsvc-proto $(version rpcsvc-proto))"

# ["name","type"] pairs -> the names.
names=$("$bench" <<<names | sed 's/\],\[/\n/g; s/[][]//g' | cut -d'"' -f2)
for name in $names; do
    answer=$("$bench" <<<"hex $name")
    [[ $answer =~ ^\{\"type\":\"([^\"]*)\",\"value\":(.*),\"bytes\":\"([0-9a-f]*)\"\}$ ]]
    definition=peers/xdr-bench/samples.x
    case $name in info | ints1000) definition=interfaces/bench.x ;; esac
    {
        echo "# source: $source, $definition"
        echo "# type: ${BASH_REMATCH[1]}"
        echo "# value: ${BASH_REMATCH[2]}"
        fold -w 64 <<<"${BASH_REMATCH[3]}"
    } >"$out/$name.hex"
done
