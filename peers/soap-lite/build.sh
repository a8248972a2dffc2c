#!/usr/bin/env bash
# Puts lite_{server,client} into peers/build/soap-lite; nothing is compiled, but the interpreter and its libraries must be there. Needs:
# libsoap-lite-perl, libhttp-daemon-perl, libmime-tools-perl.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/soap-lite
mkdir -p "$out"
/usr/bin/perl -MSOAP::Lite -MSOAP::Transport::HTTP -MHTTP::Daemon -MMIME::Entity -e 1
install -m 755 "$here/lite_server.pl" "$out/lite_server"
install -m 755 "$here/lite_client.pl" "$out/lite_client"
