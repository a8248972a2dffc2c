#!/usr/bin/env bash
# Puts soap_check, wsdl_check and the W3C's schemas of SOAP's envelopes and of WSDL into peers/build/soap-schemas. Those of envelopes are in
# Debian's package of Yaws, a web server, which is taken apart, not installed; those of WSDL are in a library of CXF. Needs: apt's lists,
# python3-lxml, maven, and that library from Maven's registry or its local repository.
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
library() {
    mvn -q -B -ntp -f "$here/../soap-cxf/pom.xml" "$@" dependency:copy-dependencies -DincludeArtifactIds=cxf-core \
        -DoutputDirectory="$out/package"
}
# Without the network when it was fetched before; what Maven says matters only when both fail.
library -o >/dev/null 2>&1 || said=$(library 2>&1) || {
    echo "$said" >&2
    exit 1
}
python3 -m zipfile -e package/cxf-core-*.jar package
for schema in wsdl soap-binding soap12-binding soap-encoding; do
    cp "package/schemas/wsdl/$schema.xsd" .
done
rm -rf package
cp "$here"/../../interfaces/soap/*.wsdl .
for program in soap_check wsdl_check; do
    install -m 755 "$here/$program.py" "$program"
    "./$program" </dev/null
done
