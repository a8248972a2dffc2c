#!/usr/bin/env bash
# Puts a peer on Microsoft's vscode-jsonrpc, the library of language servers and their editors, into
# peers/build/vscode-jsonrpc, with that library from npm. Needs: nodejs and npm.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/vscode-jsonrpc
mkdir -p "$out"
cp "$here/package.json" "$here/package-lock.json" "$here/vscode_jsonrpc_peer" "$out/"
cd "$out"
# The versions are those of package-lock.json.
npm ci --ignore-scripts --no-audit --no-fund --silent
