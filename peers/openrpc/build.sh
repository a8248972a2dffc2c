#!/usr/bin/env bash
# Puts the examiner of OpenRPC documents into peers/build/openrpc, with what it needs from npm: the published
# meta-schema and a validator. Needs: nodejs and npm.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/openrpc
mkdir -p "$out"
cp "$here/package.json" "$here/package-lock.json" "$here/openrpc_check" "$out/"
cd "$out"
# The versions are those of package-lock.json.
npm ci --ignore-scripts --no-audit --no-fund --silent
