#!/usr/bin/env bash
# One command line for every peer of Database.Request (README.md, database.md):
#
#   run.sh LANGUAGE server SYSTEM
#       serves on 127.0.0.1, prints `PORT n`, ends when standard input closes
#   run.sh LANGUAGE client SYSTEM HOST PORT CALLS PHOTO-BYTES
#       makes the calls on one connection, checks every field of every reply and prints
#       {"calls":n,"photo_bytes":n,"seconds":x,"ns":[…],"cpu_ns":n}: `ns` is the time of each call, `seconds` their sum;
#       what goes wrong is said on standard error, and the exit status is 1
#
# LANGUAGE is cpp, java, ruby, go, python or rust; SYSTEM grpc, xmlrpc or jsonrpc. PHOTO-BYTES is 0 or 1048576.
set -euo pipefail
usage() {
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
    exit 2
}
[ $# -ge 3 ] || usage
program=$(dirname "${BASH_SOURCE[0]}")/build/$1/$3_$2
[ -x "$program" ] || {
    echo "$program is not built: either $1 has no $3, or \`peers/build.sh $1\` was not run" >&2
    exit 2
}

case $2:$#:${7:-} in
server:3:) exec "$program" tcp ;;
client:7:0) workload=info ;;
client:7:1048576) workload=info-photo ;;
*) usage ;;
esac
answer=$("$program" tcp "$4" "$5" <<<"run $workload $6")
if [[ $answer != '{"ns":['*']'* ]]; then
    echo "$answer" >&2
    exit 1
fi
times=${answer#*[}
seconds=$(tr , '\n' <<<"${times%%]*}" | awk '{ sum += $1 } END { printf "%.9f", sum / 1e9 }')
echo "{\"calls\":$6,\"photo_bytes\":$7,\"seconds\":$seconds,${answer#\{}"
