#!/usr/bin/env bash
# samba_server tcp: Samba's samba-dcerpcd in namespaces of its own (network with nothing but a
# loopback interface, processes, mounts), and its endpoint mapper there. Prints `PORT 135` and ends
# when its standard input closes. Needs root, or a kernel that lets users make namespaces.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin

if [ "${1:-}" != --inside ]; then
    root=()
    [ "$(id -u)" -eq 0 ] || root=(--map-root-user)
    # This process itself: who asks for its network namespace gets the daemon's.
    exec unshare "${root[@]}" --net --mount --pid --fork --mount-proc --kill-child=KILL \
        "${BASH_SOURCE[0]}" --inside
fi

# What Samba writes ends with the namespace.
directory=/mnt
mount -t tmpfs none "$directory"
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
    disable netbios = yes
    load printers = no
END

listens() { (exec 3<>/dev/tcp/127.0.0.1/135) 2>/dev/null; }

ip link set lo up
/usr/libexec/samba/samba-dcerpcd --libexec-rpcds --foreground --no-process-group \
    --configfile="$configuration" >"$directory/log/dcerpcd.out" 2>&1 &
deadline=$((SECONDS + 9))
until listens; do
    if ((SECONDS >= deadline)); then
        tail -n 3 "$directory"/log/* >&2
        exit 1
    fi
    read -r -t 0.02 <> <(:) || true
done
echo "PORT 135"
cat >/dev/null
