#!/usr/bin/env bash
# Builds {cxf,cxf_rpc,cxf_features}_{server,client} and, for Database.Request, soap_{server,client} into peers/build/soap-cxf, from what
# CXF's compiler makes of interfaces/soap. Needs: default-jdk-headless, maven, and the libraries of pom.xml from Maven's registry or its
# local repository.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/soap-cxf
mkdir -p "$out"
cd "$out"
rm -rf libraries classes stubs
mkdir classes stubs
libraries() {
    mvn -q -B -ntp -f "$here/pom.xml" "$@" dependency:copy-dependencies -DoutputDirectory="$out/libraries"
}
# Without the network when what is wanted was fetched before; what Maven says matters only when both fail.
libraries -o >/dev/null 2>&1 || said=$(libraries 2>&1) || {
    echo "$said" >&2
    exit 1
}

# stubs PACKAGE DEFINITION; -exsh: with headers that are in the binding only.
stubs() {
    java -cp 'libraries/*' org.apache.cxf.tools.wsdlto.WSDLToJava -encoding UTF-8 -exsh true -d stubs -p "$1" \
        "$here/../../interfaces/soap/$2.wsdl"
}
stubs bench.document bench
stubs bench.rpc bench-rpc
stubs features features
stubs database database
mapfile -t sources < <(find "$here/src" "$here"/../java/src/{Commands,Record}.java stubs -name '*.java')
javac -nowarn -Xlint:-options --release 17 -d classes -cp 'libraries/*' "${sources[@]}"

program() {
    cat >"$1" <<END
#!/usr/bin/env bash
here=\$(dirname "\$(readlink -f "\$0")")
exec java -XX:+UseSerialGC -Xshare:auto -cp "\$here/classes:\$here/libraries/*" $2 $3 "\$@"
END
    chmod 755 "$1"
}
for role in server client; do
    program "cxf_$role" "Cxf${role^}" document
    program "cxf_rpc_$role" "Cxf${role^}" rpc
    program "cxf_features_$role" "Cxf${role^}" features
    program "soap_$role" "Database${role^}" ""
done
