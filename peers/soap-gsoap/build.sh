#!/usr/bin/env bash
# Builds {gsoap,gsoap_rpc,gsoap_encoded,gsoap_features,gsoap_graphs}_{server,client} and, for Database.Request, soap_{server,client} into
# peers/build/soap-gsoap, from what wsdl2h and soapcpp2 make of interfaces/soap; into written/, the definitions that soapcpp2 writes of that
# again. Needs: g++, gsoap, libgsoap-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/soap-gsoap
mkdir -p "$out"
cd "$out"

# generate DEFINITION: the binding of SOAP 1.2 is left out, since gSOAP would have each operation twice; its programs speak both.
generate() {
    rm -rf "$1"
    mkdir "$1"
    sed -e '/<wsdl:binding name="[A-Za-z]*12"/,/<\/wsdl:binding>/d' -e '/<wsdl:port name="[A-Za-z]*12"/,/<\/wsdl:port>/d' -e '/xmlns:soap12=/d' \
        "$here/../../interfaces/soap/$1.wsdl" >"$1/$1.wsdl"
    wsdl2h -c++11 -g -L -P -w -W -t "$here/typemap.dat" -o "$1/definition.h" "$1/$1.wsdl" 2>/dev/null
    local types=()
    # What is encoded says its types.
    grep -q 'use="encoded"' "$1/$1.wsdl" && types=(-t)
    soapcpp2 -c++11 -L -x -w "${types[@]}" -d "$1" -I/usr/share/gsoap/import "$1/definition.h" >"$1/log" 2>&1 || {
        cat "$1/log" >&2
        return 1
    }
    mv "$1"/*.nsmap "$1/names.nsmap"
    # Options in a header forbid it to write definitions.
    local scratch=$1/written
    mkdir "$scratch"
    [ ${#types[@]} -eq 0 ] || types+=(-e)
    sed '/^\/\/gsoapopt/d' "$1/definition.h" >"$scratch/definition.h"
    soapcpp2 -c++11 -L -x "${types[@]}" -d "$scratch" -I/usr/share/gsoap/import "$scratch/definition.h" >"$1/log" 2>&1 || {
        cat "$1/log" >&2
        return 1
    }
    mkdir -p written
    mv "$scratch"/*.wsdl "written/$1.wsdl"
    rm -r "$scratch"
}
# program NAME DEFINITION SOURCES...: compiled with the stubs and the skeleton of a definition.
compile() {
    local definition=$1 object=$2
    shift 2
    g++ -std=c++17 -O2 -pthread -I"$definition" -c -o "$definition/$object.o" "$@"
}
strict=(-Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unused-parameter)
definition_of() {
    local definition=$1 style=$2
    shift 2
    generate "$definition"
    local part
    for part in C Client Server; do
        compile "$definition" "soap$part" -w "$definition/soap$part.cpp"
    done
    for part in server client; do
        compile "$definition" "$part" "${strict[@]}" "$here/${style}_$part.cpp"
    done
    local objects=("$definition"/soap{C,Client,Server}.o)
    if [ -n "${1:-}" ]; then
        compile "$definition" style "${strict[@]}" "${@:2}" "$here/$1.cpp"
        objects+=("$definition/style.o")
    fi
    local name=gsoap_${definition#bench}
    name=${name/_-/_}
    name=${name%_}
    for part in server client; do
        g++ -pthread -o "${name}_$part" "$definition/$part.o" "${objects[@]}" -lgsoap++
    done
}
definition_of bench bench document
definition_of bench-rpc bench rpc
definition_of bench-encoded bench rpc -DENCODED
definition_of features features
definition_of graphs graphs
definition_of database database
for role in server client; do
    mv "gsoap_database_$role" "soap_$role"
done
