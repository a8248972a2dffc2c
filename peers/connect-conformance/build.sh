#!/usr/bin/env bash
# Builds connectconformance, ConnectRPC's examiner of clients and servers, into peers/build/connect-conformance, and puts the
# definitions of the service that it examines beside it. Needs: Go 1.26 or newer, from PATH or, where that one is older,
# as the module that Go's module proxy has of it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/connect-conformance
toolchain=golang.org/toolchain@v0.0.1-go1.26.0.linux-amd64

# The directory of a new enough go.
go_directory() {
    local go minor
    go=$(command -v go) || {
        echo "connect-conformance: there is no go here" >&2
        return 1
    }
    minor=$(GOTOOLCHAIN=local "$go" version | sed -n 's/.* go1\.\([0-9]*\).*/\1/p')
    if [ "${minor:-0}" -ge 26 ]; then
        dirname "$go"
        return
    fi
    local module
    module=$(cd "$(mktemp -d)" && "$go" mod download -json "$toolchain" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",$/\1/p')
    # Modules have no programs: what older ones of Go unpack cannot be run yet.
    chmod -R u+w "$module"
    chmod u+x "$module"/bin/* "$module"/pkg/tool/*/*
    echo "$module/bin"
}

PATH=$(go_directory):$PATH
export PATH GOTOOLCHAIN=local GOWORK=off
mkdir -p "$out"
cd "$here"
# The versions are those of go.mod and go.sum.
go build -mod=readonly -trimpath -o "$out/connectconformance" connectrpc.com/conformance/cmd/connectconformance
rm -rf "$out/proto"
cp -r "$(go list -mod=readonly -m -f '{{.Dir}}' connectrpc.com/conformance)/proto" "$out/proto"
chmod -R u+w "$out/proto"
