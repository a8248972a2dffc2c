#!/usr/bin/env bash
# Installs what this machine lacks for one purpose, on Debian, and nothing else.
#
#   scripts/setup.sh run     build and run manyrpc itself
#   scripts/setup.sh test    also the foreign peers that the tests talk to
#   scripts/setup.sh lint    also what checks the sources
#   scripts/setup.sh ci      also cargo-deny, compiled from source (some minutes)
#   scripts/setup.sh --path  prints the directory of a new enough cargo
#
# Quick when nothing is missing: each need is probed by a command or a file, and
# apt is not asked at all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The oldest compiler the workspace accepts, from its one definition.
minimum=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

packages=() # what to install
reasons=()  # one line each, for the reader

say() { printf 'setup: %s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}

# need PACKAGE WHY PROBE...: notes the package unless the probe succeeds.
need() {
    local package=$1 why=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        packages+=("$package")
        reasons+=("$package: $why")
    fi
}

# has COMMAND: also in the directories that an ordinary user's PATH leaves out.
has() { PATH="$PATH:/usr/sbin:/sbin" command -v "$1"; }

# has_library NAME: the linker of running programs finds it.
has_library() { PATH="$PATH:/usr/sbin:/sbin" ldconfig -p | grep -qF "$1"; }

# new_enough DIRECTORY: its cargo and rustc both work and are not too old.
new_enough() {
    local tool version
    for tool in cargo rustc; do
        version=$("$1/$tool" --version 2>/dev/null | awk '{print $2}') || return 1
        printf '%s\n%s\n' "$minimum" "${version:-0}" | sort -V -C || return 1
    done
}

# The first directory with a new enough cargo: PATH, then rustup's, then Debian's.
cargo_directory() {
    local cargo
    while read -r cargo; do
        if new_enough "$(dirname "$cargo")"; then
            dirname "$cargo"
            return
        fi
    done < <(
        type -ap cargo
        printf '%s\n' "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" /usr/bin/cargo
    )
    return 1
}

need_run() {
    need gcc "links Rust programs" has gcc
    need libc6-dev "C library to link with" test -e /usr/include/stdlib.h
    need libgssapi-krb5-2 "Kerberos, which the command links" has_library libgssapi_krb5.so.2
    need ca-certificates "cargo fetches crates over TLS" test -s /etc/ssl/certs/ca-certificates.crt
    if ! cargo_directory >/dev/null; then
        # Already there but too old counts too: installing brings the newer one.
        packages+=(rustc-web cargo-web)
        reasons+=("rustc-web, cargo-web: Rust $minimum or newer")
    fi
}

need_test() {
    need libtirpc-dev "the foreign ONC RPC library" test -e /usr/include/tirpc/rpc/rpc.h
    need rpcsvc-proto "rpcgen, and Sun's own .x files" has rpcgen
    need tcc "compiles what rpcgen and pidl make of drawn definitions, in a moment" has tcc
    need rpcbind "rpcbind and rpcinfo, which must understand us" has rpcinfo
    need netbase "names of programs and protocols (/etc/rpc), which rpcinfo looks up" test -e /etc/rpc -a -e /etc/protocols
    need iproute2 "network namespaces and shaped links for the tests" has ip
    need_dce_peers
    need_corba_peers
    need_database_peers
    need_soap_peers
    need_http2_peers
    need_examiners
    need chromium "opens our reports: every plot must be drawn" has chromium
}

# What speaks DCE RPC: Samba's daemons and clients, two Python libraries (Debian's,
# so the tests ask /usr/bin/python3 for them), a dissector, and a KDC.
need_dce_peers() {
    need samba "samba-dcerpcd and smbd, DCE RPC servers" test -x /usr/libexec/samba/samba-dcerpcd -a -x /usr/sbin/smbd
    need smbclient "rpcclient, a DCE RPC client" has rpcclient
    need samba-dev "libndr's headers, for the code that pidl generates" test -e /usr/include/samba-4.0/ndr.h
    need libtalloc-dev "what libndr's headers include" test -e /usr/include/talloc.h
    need libparse-yapp-perl "runs pidl, Samba's compiler of definitions" test -e /usr/share/perl5/Parse/Yapp/Driver.pm
    need mingw-w64-tools "widl, Wine's compiler of definitions" has x86_64-w64-mingw32-widl
    need xz-utils "unpacks the source package that pidl is taken out of" has xz
    need samba-testsuite "smbtorture, which examines DCE RPC servers" has smbtorture
    need python3-impacket "DCE RPC client and server in Python" test -d /usr/lib/python3/dist-packages/impacket
    need python3-samba "Samba's DCE RPC client as a library" test -d /usr/lib/python3/dist-packages/samba
    need python3-scapy "builds and reads DCE RPC packets" test -d /usr/lib/python3/dist-packages/scapy
    need tshark "captures and dissects what we send" has dumpcap
    need gss-ntlmssp "NTLM for the system's GSSAPI" test -e /etc/gss/mech.d/mech.ntlmssp.conf
    need krb5-kdc "a key distribution centre of the tests' own" has krb5kdc
    need krb5-admin-server "kadmin.local, which fills that centre" has kadmin.local
    need krb5-user "kinit" has kinit
}

# What speaks CORBA: omniORB, its compiler of definitions, and definitions to read.
need_corba_peers() {
    need omniidl "omniORB's compiler of definitions" has omniidl
    need libomniorb4-dev "omniORB, a CORBA library in C++" test -e /usr/include/omniORB4/CORBA.h
    need omniorb-nameserver "omniNames, a naming service" has omniNames
    need omniorb "nameclt and catior, which ask naming services and take references apart" has catior
    need omniorb-idl "the OMG's own definitions" test -d /usr/share/idl/omniORB/COS
}

# What speaks gRPC, XML-RPC and JSON-RPC: the paper's service in several languages.
need_database_peers() {
    need curl "asks our HTTP servers" has curl
    need openssl "asks our servers over TLS" has openssl
    need g++ "compiles the peers in C++" has g++
    need pkg-config "says how they are linked" has pkg-config
    need protobuf-compiler "compiles .proto files for the peers" has protoc
    need protobuf-compiler-grpc "gRPC's stubs in C++, Ruby and Python" has grpc_cpp_plugin
    need libgrpc++-dev "gRPC in C++" test -e /usr/include/grpcpp/grpcpp.h
    need libprotobuf-dev "the stubs of gRPC in C++" test -e /usr/include/google/protobuf/port_def.inc
    need libxmlrpc-core-c3-dev "XML-RPC in C" test -e /usr/include/xmlrpc-c/base.h
    need libxmlrpc-c++8-dev "XML-RPC in C++" test -e /usr/include/xmlrpc-c/client.hpp
    need libjsonrpccpp-dev "JSON-RPC in C++" test -e /usr/include/jsonrpccpp/server.h
    need ruby "runs the peers in Ruby" test -x /usr/bin/ruby
    need ruby-grpc "gRPC in Ruby" ruby_has grpc
    need ruby-xmlrpc "XML-RPC in Ruby" ruby_has xmlrpc/client
    need ruby-webrick "HTTP server in Ruby" ruby_has webrick
    need python3-pip "finds reflection for gRPC in Python, which Debian has not" test -d /usr/lib/python3/dist-packages/pip
    need python3-grpcio "gRPC in Python" test -d /usr/lib/python3/dist-packages/grpc
    need default-jdk-headless "compiles and runs the peers in Java" has javac
    need maven "finds the libraries of the peers in Java" has mvn
    need python3-protobuf "Protocol Buffers in Python" test -d /usr/lib/python3/dist-packages/google/protobuf
}

# What speaks SOAP, with compilers of WSDL, and what validates by schemas.
need_soap_peers() {
    need gsoap "SOAP in C++: wsdl2h and soapcpp2" has wsdl2h
    need libgsoap-dev "that library" test -e /usr/include/stdsoap2.h
    need python3-zeep "SOAP clients in Python" test -d /usr/lib/python3/dist-packages/zeep
    need python3-spyne "SOAP servers in Python" test -d /usr/lib/python3/dist-packages/spyne
    need libsoap-lite-perl "SOAP in Perl, in the encoding of SOAP's section 5" test -e /usr/share/perl5/SOAP/Lite.pm
    need python3-lxml "validates messages by schemas" test -d /usr/lib/python3/dist-packages/lxml
    need maven "finds CXF, SOAP in Java" has mvn
    need default-jdk-headless "compiles and runs that" has javac
}

# What examines the documents that describe services.
need_examiners() {
    need nodejs "runs the examiner of OpenRPC documents, and npm" has node
    need python3-pip "finds upb, which examines Protocol Buffers" test -d /usr/lib/python3/dist-packages/pip
    need npm "finds what that is made of, and the conformance runner of Protocol Buffers" has npm
}

# ruby_has LIBRARY: Debian's Ruby finds it.
ruby_has() { /usr/bin/ruby -e 'require ARGV.first' "$1"; }

# What speaks HTTP/2 and nothing above it.
need_http2_peers() {
    need golang-go "compiles gRPC's peer and examiner in Go, and h2spec, which examines HTTP/2 servers" has go
    need nghttp2-client "nghttp, an HTTP/2 client" has nghttp
    need nghttp2-server "nghttpd, an HTTP/2 server" has nghttpd
}

need_lint() {
    local from=rustup
    need shellcheck "checks the scripts" has shellcheck
    case $(cargo_directory || echo /usr/bin) in
    /usr/bin) from=debian ;;
    esac
    if [ "$from" = debian ]; then
        need rustfmt-web "cargo fmt" has cargo-fmt
        need rust-web-clippy "cargo clippy" has cargo-clippy
    fi
}

# as_root COMMAND...: as root, or through sudo, or a clear word that neither works.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        die "neither root nor sudo here; ask an administrator for: apt-get install ${packages[*]}"
    fi
}

apt_install() { as_root apt-get install -y -q --no-install-recommends "$@"; }

install_packages() {
    [ ${#packages[@]} -gt 0 ] || return 0
    say "missing here:"
    printf '  %s\n' "${reasons[@]}" >&2
    command -v apt-get >/dev/null || die "no apt-get on this system: please install the above by its own means"

    if ! lists_suffice || ! apt_install "${packages[@]}" >&2; then
        as_root apt-get update -q >&2 || say "apt-get update failed; trying with the lists that are there"
        apt_install "${packages[@]}" >&2 || install_one_by_one
    fi
}

# Debian's package lists may be absent or stale; asking for new ones takes a while,
# so it is done only when those that are there do not have what we need.
lists_suffice() {
    local candidate
    apt-cache show "${packages[@]}" >/dev/null 2>&1 || return 1
    [[ " ${packages[*]} " == *" rustc-web "* ]] || return 0
    candidate=$(apt-cache policy rustc-web | awk '/Candidate:/ {print $2}')
    dpkg --compare-versions "$candidate" ge "$minimum"
}

# Something failed: install what can be, then name the rest with apt's own reason.
install_one_by_one() {
    local package output failed=0
    for package in "${packages[@]}"; do
        if ! output=$(apt_install "$package" 2>&1); then
            failed=1
            say "cannot install $package: $(grep -m1 '^E:' <<<"$output" || tail -n1 <<<"$output")"
        fi
    done
    [ "$failed" -eq 0 ] || die "the packages named above could not be installed"
}

# Tests need the programs of rpcbind, Samba and Kerberos, not servers open to the
# network: those that we bring neither start while they are installed nor at boot.
services_of() {
    case $1 in
    rpcbind) echo rpcbind.socket rpcbind.service ;;
    samba) echo smbd.service nmbd.service samba-ad-dc.service ;;
    krb5-kdc) echo krb5-kdc.service ;;
    krb5-admin-server) echo krb5-admin-server.service ;;
    esac
}

policy=/usr/sbin/policy-rc.d # Debian's own question to the administrator: may a service start?

forbid_starts() {
    [[ -d /run/systemd/system && ! -e $policy && ${#packages[@]} -gt 0 ]] || return 0
    trap 'as_root rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
}

switch_off_services() {
    local package services
    [ -d /run/systemd/system ] || return 0
    for package in ${packages[@]+"${packages[@]}"}; do
        read -ra services < <(services_of "$package") || continue
        [ ${#services[@]} -gt 0 ] || continue
        as_root systemctl disable --now "${services[@]}" >&2 || say "could not switch off ${services[*]}"
        say "$package is installed but switched off (systemctl enable --now ${services[*]} turns it on)"
    done
}

check_rust() {
    cargo_directory >/dev/null && return
    die "no Rust $minimum or newer here: Debian 12 has it as rustc-web in bookworm-security (is that among apt's sources?);" \
        "elsewhere https://rustup.rs installs it"
}

# With rustup's toolchain, formatter and linter are components of it.
add_components() {
    local directory
    directory=$(cargo_directory)
    if ! "$directory/cargo" fmt --version >/dev/null 2>&1 || ! "$directory/cargo" clippy --version >/dev/null 2>&1; then
        "$directory/rustup" component add rustfmt clippy >&2 ||
            die "cargo in $directory lacks rustfmt or clippy, and rustup cannot add them"
    fi
}

install_cargo_deny() {
    local directory
    directory=$(cargo_directory)
    PATH="$directory:${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    if ! command -v cargo-deny >/dev/null; then
        say "cargo-deny is missing; compiling it takes some minutes"
        "$directory/cargo" install cargo-deny --locked >&2
    fi
}

main() {
    case ${1:-} in
    --path) check_rust && cargo_directory && return ;;
    run) need_run ;;
    test) need_run && need_test ;;
    lint | ci) need_run && need_test && need_lint ;;
    *) die "usage: scripts/setup.sh run|test|lint|ci|--path" ;;
    esac
    forbid_starts
    install_packages
    switch_off_services
    check_rust
    case $1 in
    lint) add_components ;;
    ci) add_components && install_cargo_deny ;;
    esac
}

main "$@"
