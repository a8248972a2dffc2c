#!/usr/bin/env bash
# Puts soap_check and the W3C's schemas of SOAP's envelopes into peers/build/soap-schemas. The schemas are in Debian's package of Yaws, a web
# server, which is taken apart, not installed. Needs: apt's lists, python3-lxml.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/soap-schemas
mkdir -p "$out"
cd "$out"
rm -rf package
mkdir package
download() { (cd package && apt-get download -q erlang-yaws >&2); }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
# Debian's lists may be absent or stale.
download 2>/dev/null || { as_root apt-get update -q >&2 && download; }
dpkg-deb -x package/erlang-yaws_*.deb package
cp package/usr/lib/yaws-*/priv/envelope.xsd envelope-1.1.xsd
cp package/usr/lib/yaws-*/priv/soap-envelope.xsd envelope-1.2.xsd
cp package/usr/lib/yaws-*/priv/xml.xsd .
rm -rf package
cp "$here"/../../interfaces/soap/*.wsdl .
install -m 755 "$here/soap_check.py" soap_check
./soap_check </dev/null
