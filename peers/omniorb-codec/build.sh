#!/usr/bin/env bash
# Builds omniorb_codec, which marshals values of described types by omniORB, into peers/build/omniorb-codec. Needs: g++,
# pkg-config, libomniorb4-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/omniorb-codec
mkdir -p "$out"
# shellcheck disable=SC2046 # several words
g++ -std=c++14 -O1 -Wall -Wextra -Wno-deprecated-declarations -pthread -o "$out/omniorb_codec" "$here/omniorb_codec.cpp" \
    $(pkg-config --cflags --libs omniDynamic4) -lomniCodeSets4
