#!/usr/bin/env bash
# Builds omniorb_values, valuetypes on omniORB, into peers/build/omniorb-values from what omniidl makes of
# interfaces/corba/values.idl. Needs: g++, pkg-config, omniidl, libomniorb4-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/omniorb-values
mkdir -p "$out"
cd "$out"
omniidl -bcxx -Wba "$here/../../interfaces/corba/values.idl"
read -ra omniorb <<<"$(pkg-config --cflags omniDynamic4)"
read -ra libraries <<<"$(pkg-config --libs omniDynamic4)"
g++ -std=c++14 -O1 -w -pthread "${omniorb[@]}" -c valuesSK.cc valuesDynSK.cc
g++ -std=c++14 -O1 -Wall -Wextra -Werror -Wno-overloaded-virtual -pthread -isystem . "${omniorb[@]}" -o omniorb_values \
    "$here/values.cpp" valuesSK.o valuesDynSK.o "${libraries[@]}"
