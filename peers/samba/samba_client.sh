#!/usr/bin/env bash
# samba_client SERVER PROGRAM [ARGUMENT...]: becomes the program, in the network namespace of the
# samba_server with the process number SERVER.
set -euo pipefail
user=()
[ "$(id -u)" -eq 0 ] || user=(--user --preserve-credentials)
exec nsenter --target "$1" ${user[@]+"${user[@]}"} --net "${@:2}"
