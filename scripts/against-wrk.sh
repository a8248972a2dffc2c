#!/bin/sh
# Compares what `manyrpc load` measures with wrk on one connection of the same HTTP server, in turns:
#
#   scripts/against-wrk.sh [MANYRPC] [ROUNDS] [SECONDS]
#   WRK2=path/to/wrk2 RATE=400 scripts/against-wrk.sh ...
#
# It is run by hand, on a machine that does nothing else. Closed loop: against wrk (Debian's package), which
# counts whole microseconds: the median is interpolated in the one in which it lies. With WRK2, the program
# built of github.com/giltene/wrk2, also an open loop: RATE calls a second, latency from when a call was due
# and service time from when it was sent. wrk2 begins to measure after ten seconds, and sends at whole
# milliseconds: of its latency up to one is its own, so that is shown and not judged, and at more than 500
# calls a second it sends several at once, of which only the first finds everybody asleep.
#
# Prints both medians of each round in microseconds, and how far their means lie apart; exit 1 beyond 3 % if
# that is more than a microsecond: wrk waits in a system call of its own before it reads an answer. Server and
# clients share the last CPU, where a call takes the same time again and again; CLIENT_CPU=0 lays the clients
# apart, and what is compared then is mostly how CPUs that were halted wake up.
set -eu

manyrpc=${1:-target/release/manyrpc}
rounds=${2:-5}
seconds=${3:-3}
wrk2=${WRK2:-}
rate=${RATE:-400}
command -v wrk >/dev/null || {
    echo "wrk is missing: apt-get install wrk" >&2
    exit 2
}

last=$(($(nproc) - 1))
on_server="taskset -c $last"
on_client="taskset -c ${CLIENT_CPU:-$last}"

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

# A time of n microseconds, taken of two clocks that count whole ones, is one from n - ½ to n + ½.
cp "$dir/post.lua" "$dir/median.lua"
cat >>"$dir/median.lua" <<'LUA'
done = function(_, latency)
    local half, below = 0, 0
    for i = 1, #latency do
        local _, count = latency(i)
        half = half + count / 2
    end
    for i = 1, #latency do
        local us, count = latency(i)
        if below + count >= half then
            print(string.format("MEDIAN %.2f", us - 0.5 + (half - below) / count))
            return
        end
        below = below + count
    end
end
LUA

# The medians that wrk2 prints, in microseconds, one a line.
their_medians() {
    awk '$1 == "50.000%" {
        v = $2
        if (sub(/us$/, "", v)) print v
        else if (sub(/ms$/, "", v)) print v * 1000
        else { sub(/s$/, "", v); print v * 1e6 }
    }'
}

# Latency, and in an open loop service time.
our_medians() {
    $on_client "$manyrpc" load "jsonrpc+http://127.0.0.1:$port/" add '[2, 3]' "$@" 2>/dev/null |
        awk '$1 == "50" && $2 == "%" { print $3, $4 }'
}

their_run() {
    program=$1 script=$2
    shift 2
    $on_client "$program" -t1 -c1 "$@" -s "$dir/$script.lua" "http://127.0.0.1:$port/"
}

for round in $(seq "$rounds"); do
    theirs=$(their_run wrk median -d"$seconds" | sed -n 's/^MEDIAN //p')
    ours=$(our_medians --for "$seconds")
    echo "round $round, closed loop: wrk $theirs, manyrpc load $ours"
    echo "$theirs $ours" >>"$dir/closed"
    if [ -n "$wrk2" ]; then
        # Corrected, then uncorrected.
        # shellcheck disable=SC2046
        set -- $(their_run "$wrk2" post -d"$((seconds + 10))" -R"$rate" -U | their_medians) \
            $(our_medians --for "$seconds" --rate "$rate")
        echo "round $round, open loop: service wrk2 $2, manyrpc load $4; latency wrk2 $1, manyrpc load $3"
        echo "$2 $4" >>"$dir/service"
        echo "$1 $3" >>"$dir/latency"
    fi
done

# apart WHAT WHO: how far the means of the two columns are apart.
apart() {
    awk -v what="$1" -v who="$2" '{ t += $1; o += $2 } END {
        apart = (o / t - 1) * 100
        printf "%s: %s %.1f, manyrpc load %.1f: %+.1f %%\n", what, who, t / NR, o / NR, apart
        off = (o - t) / NR
        exit ((apart > 3 && off > 1) || (apart < -3 && off < -1))
    }' "$dir/$1"
}

far=0
apart closed wrk || far=1
if [ -n "$wrk2" ]; then
    apart service wrk2 || far=1
    apart latency wrk2 || true
fi
exit "$far"
