#!/usr/bin/env bash
# Samba's DCE RPC servers from a directory of their own, in namespaces of their own
# (network with nothing but a loopback interface, processes, mounts):
#
#   serve.sh [COMMAND...]
#
# starts samba-dcerpcd (endpoint mapper on port 135; samr, lsarpc and others on ports
# that it tells) and smbd on port 445, with one user, `root` with the password `secret-1`.
# Then it prints `READY` and runs the command in the same namespaces, or waits until
# standard input closes. What was started ends with the namespace. Needs root, or a
# kernel that lets users make namespaces.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin

if [ "${1:-}" != --inside ]; then
    root=()
    [ "$(id -u)" -eq 0 ] || root=(--map-root-user)
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    unshare "${root[@]}" --net --mount --pid --fork --mount-proc --kill-child=KILL \
        "${BASH_SOURCE[0]}" --inside "$directory" "$@"
    exit
fi
directory=$2
shift 2

mkdir "$directory"/{private,lock,state,cache,ncalrpc,run,log}
configuration=$directory/smb.conf
cat >"$configuration" <<END
[global]
    server role = standalone server
    workgroup = MANYRPC
    netbios name = PEER
    interfaces = lo
    bind interfaces only = yes
    private dir = $directory/private
    lock directory = $directory/lock
    state directory = $directory/state
    cache directory = $directory/cache
    ncalrpc dir = $directory/ncalrpc
    pid directory = $directory/run
    log file = $directory/log/%m
    passdb backend = tdbsam:$directory/private/passdb.tdb
    rpc start on demand helpers = no
    allow dcerpc auth level connect = yes
    disable netbios = yes
    load printers = no
END

# until_ok COMMAND...: repeats it until it succeeds, for 20 seconds at most.
until_ok() {
    local deadline=$((SECONDS + 20))
    until "$@" >/dev/null 2>&1; do
        if ((SECONDS >= deadline)); then
            echo "gave up on: $*" >&2
            tail -n 20 "$directory"/log/* >&2
            exit 1
        fi
        read -r -t 0.05 <> <(:) || true
    done
}
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1"); }

ip link set lo up
printf 'secret-1\nsecret-1\n' | pdbedit -s "$configuration" -a -t -u root >/dev/null
/usr/libexec/samba/samba-dcerpcd --libexec-rpcds --foreground --no-process-group --configfile="$configuration" \
    >"$directory/log/dcerpcd.out" 2>&1 &
smbd --foreground --no-process-group --configfile="$configuration" >"$directory/log/smbd.out" 2>&1 &
until_ok listens 135
until_ok listens 445
echo READY
if [ $# -gt 0 ]; then
    SAMBA_CONFIGURATION=$configuration "$@"
else
    cat >/dev/null
fi
