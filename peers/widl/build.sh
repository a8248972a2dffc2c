#!/usr/bin/env bash
# Builds ndr_peer into peers/build/widl: servers of any definition by Wine's IDL compiler, answered by Wine's rpcrt4.
# Needs: wine64, wine64-tools, libwine-dev and gcc. `ndr_peer.py` says how it is called.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/widl
wine=/usr/lib/wine
dlls=/usr/lib/x86_64-linux-gnu/wine/x86_64-windows
mkdir -p "$out"
cd "$out"

# What winegcc tells gcc, so that what stubs include can be compiled once, beforehand.
: >empty.c
"$wine/winegcc" -v -m64 -c -o empty.o empty.c 2>&1 |
    grep '^/usr/bin/gcc' | tr ' ' '\n' | grep '^-[DfimI]' | sed 's/.*/"&"/' >flags
echo '-w -O0 -DCOM_NO_WINDOWS_H' >>flags
printf '#include <string.h>\n#include <rpc.h>\n#include <rpcndr.h>\n' >prefix.h
gcc @flags -x c-header -o prefix.h.gch prefix.h
gcc @flags -c -o answer.o "$here/answer.c"

# No more of Windows than rpcrt4 needs: nothing is set up and no service is started.
system=$out/prefix/drive_c/windows/system32
mkdir -p "$system"
echo disable >"$out/prefix/.update-timestamp"
for dll in kernel32 kernelbase ntdll rpcrt4 msvcrt ucrtbase advapi32 sechost ws2_32 iphlpapi; do
    ln -sf "$dlls/$dll.dll" "$system/"
done
install -m 755 "$here/ndr_peer.py" "$out/ndr_peer"
