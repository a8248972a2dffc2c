#!/usr/bin/env bash
# Puts Samba's pidl into peers/build/pidl, and pidl_codec, which compiles definitions by it and asks libndr about
# messages. No package of Debian 12 has pidl, so it is taken out of the source package of Samba, of the version whose
# libndr is installed. Needs: samba-dev, libtalloc-dev, libparse-yapp-perl, perl, xz-utils, gcc, pkg-config and tcc; apt from the
# mirrors that the machine is set up with.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/pidl
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)

# sources: a line for each of the machine's own sources of packages, as one of sources of programs. Who signed is known by
# the keys that the machine trusts; apt checks it as ever.
sources() {
    local keys=/usr/share/keyrings/debian-archive-keyring.gpg options=""
    [ ! -e "$keys" ] || options="[signed-by=$keys] "
    # shellcheck disable=SC2016 # apt fills these in
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v options="$options" '$1 == "Debian" { print "deb-src " options $2, $3, $4 }' | sort -u
}

# fetch: the source package, by an apt that knows nothing of what is installed here.
fetch() {
    local state=$out/apt version
    mkdir -p "$state"/{lists/partial,cache/archives/partial,parts}
    touch "$state/status"
    sources >"$state/sources.list"
    [ -s "$state/sources.list" ] || return 1
    # shellcheck disable=SC2016 # dpkg fills it in
    version=$(dpkg-query --show --showformat '${source:Version}' samba-dev)
    local apt=(apt-get -q
        -o "Dir::State=$state" -o "Dir::State::status=$state/status" -o "Dir::State::lists=$state/lists"
        -o "Dir::Cache=$state/cache" -o "Dir::Etc::sourcelist=$state/sources.list"
        -o "Dir::Etc::sourceparts=$state/parts" -o "Dir::Etc::preferencesparts=$state/parts"
        -o APT::Sandbox::User= -o Acquire::Languages=none)
    "${apt[@]}" update
    (cd "$state" && "${apt[@]}" source --download-only --only-source "samba=$version")
    tar --extract --directory "$out" --strip-components 2 --wildcards --file "$state"/samba_*.orig.tar.* 'samba-*/pidl/lib'
    rm -rf "$state"
}

fetch >"$out/fetch.log" 2>&1 || {
    cat "$out/fetch.log" >&2
    echo "pidl: the source package of Samba is not to be had" >&2
    exit 1
}
rm "$out/fetch.log"
cp "$here/pidl_all" "$out/"
# shellcheck disable=SC2046 # several words
gcc -O1 -Wall -Wextra -o "$out/pidl_codec" "$here/pidl_codec.c" $(pkg-config --cflags --libs ndr) -ldl
mkdir "$out/nothing"
"$out/pidl_codec" "$out/nothing" </dev/null
rmdir "$out/nothing"
