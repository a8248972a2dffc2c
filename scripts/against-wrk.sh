#!/bin/sh
# Compares what `manyrpc load` measures with wrk (Debian's package), in a closed loop on one connection
# of the same server, in turns: scripts/against-wrk.sh [MANYRPC] [ROUNDS] [SECONDS]
# Prints both medians of each round in microseconds, and how far their means lie apart; exit 1
# beyond 3 %. wrk tells whole microseconds. Server and clients have a CPU each: where the scheduler may
# lay both on one, a call takes one of two times.
set -eu

manyrpc=${1:-target/release/manyrpc}
rounds=${2:-5}
seconds=${3:-3}
command -v wrk >/dev/null || { echo "wrk is missing: apt-get install wrk" >&2; exit 2; }

last=$(($(nproc) - 1))
on_server="taskset -c $last"
on_client="taskset -c $((last > 0 ? last - 1 : 0))"

dir=$(mktemp -d)
mkfifo "$dir/input"
$on_server "$manyrpc" lab-child server json-rpc-http <"$dir/input" >"$dir/port" &
server=$!
# The server lives as long as its input is open.
exec 7>"$dir/input"
trap 'exec 7>&-; wait "$server" || true; rm -rf "$dir"' EXIT

port=
until [ -n "$port" ]; do
    kill -0 "$server"
    port=$(sed -n 's/^PORT //p' "$dir/port")
done

cat >"$dir/post.lua" <<'LUA'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"jsonrpc":"2.0","method":"add","params":[2,3],"id":1}'
LUA

for round in $(seq "$rounds"); do
    theirs=$($on_client wrk -t1 -c1 -d"$seconds" --latency -s "$dir/post.lua" "http://127.0.0.1:$port/" |
        awk '$1 == "50%" { v = $2; if (sub(/us$/, "", v)) print v; else { sub(/ms$/, "", v); print v * 1000 } }')
    ours=$($on_client "$manyrpc" load "jsonrpc+http://127.0.0.1:$port/" add '[2, 3]' --for "$seconds" 2>/dev/null |
        awk '$1 == "50" && $2 == "%" { print $3 }')
    echo "round $round: wrk $theirs, manyrpc load $ours"
    echo "$theirs $ours" >>"$dir/medians"
done

awk '{ t += $1; o += $2 } END {
    apart = (o / t - 1) * 100
    printf "wrk %.1f, manyrpc load %.1f: %+.1f %%\n", t / NR, o / NR, apart
    exit (apart > 3 || apart < -3)
}' "$dir/medians"
