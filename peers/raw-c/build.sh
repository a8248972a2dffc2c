#!/usr/bin/env bash
# Builds raw_server, raw_client, exchange_server and exchange_client into peers/build/raw-c. Needs: gcc, libc6-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/raw-c
mkdir -p "$out"
for program in raw_server raw_client exchange_server exchange_client; do
    gcc -std=gnu11 -O2 -Wall -Wextra -Werror -pthread -o "$out/$program" "$here/$program.c"
done
