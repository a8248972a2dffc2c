#!/usr/bin/env bash
# Builds every peer, or only those named as arguments; a peer that was built from the same files before is left as it
# is. What cannot be built is said at the end, and is the exit status.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ $# -eq 0 ]; then
    set -- raw-c libtirpc lists raises void xdr-bench impacket samba omniorb jacorb glassfish cpp ruby python go java rust h2spec openrpc vscode-jsonrpc connect-conformance protobuf-conformance upb pidl omniorb-codec omniorb-values jacorb-values soap-gsoap soap-cxf soap-python soap-lite soap-schemas wsdl
fi

# All that a peer is made of, but for what is installed: after an upgrade, remove build/ first.
inputs() {
    local definitions=(../interfaces)
    case $1 in
    void) definitions+=(../examples/void/void.x) ;;
    cpp | go | rust) definitions+=(../examples/void/void.proto) ;;
    esac
    case $1 in
    glassfish) definitions+=(jacorb/build.sh jacorb/src) ;;
    jacorb-values) definitions+=({jacorb,glassfish}/pom.xml) ;;
    soap-gsoap) definitions+=(cpp/database.h) ;;
    soap-cxf) definitions+=(java/src/{Commands,Record}.java) ;;
    soap-python) definitions+=(python/{commands,record}.py) ;;
    soap-schemas) definitions+=(soap-cxf/pom.xml) ;;
    esac
    [ "$1" != rust ] || definitions+=(../crates/manyrpc-lab/tests/support/grpc_testing.proto)
    find "$1" common "${definitions[@]}" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum
}

failed=()
mkdir -p build/.done
for peer in "$@"; do
    stamp=build/.done/$peer
    made_of=$(inputs "$peer")
    if [[ -d build/$peer && -f $stamp && $(<"$stamp") == "$made_of" ]]; then
        continue
    fi
    rm -f "$stamp"
    started=$SECONDS
    if "./$peer/build.sh"; then
        echo "$made_of" >"$stamp"
        echo "$peer: built in $((SECONDS - started)) s"
    else
        failed+=("$peer")
    fi
done
for peer in ${failed[@]+"${failed[@]}"}; do
    echo "$peer: could not be built, see above; scripts/setup.sh test installs what it needs" >&2
done
[ ${#failed[@]} -eq 0 ]
