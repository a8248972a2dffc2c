#!/usr/bin/env bash
# Builds {grpc,xmlrpc,jsonrpc}_{server,client} into peers/build/java. Needs: default-jdk-headless, maven,
# protobuf-compiler, and the libraries of pom.xml from Maven's registry or its local repository.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/java
mkdir -p "$out"
cd "$out"
rm -rf libraries classes stubs
mkdir classes stubs

case $(uname -m) in
aarch64) platform=linux-aarch_64 ;;
*) platform=linux-$(uname -m) ;;
esac
libraries() {
    mvn -q -B -ntp -f "$here/pom.xml" -Dplatform="$platform" "$@" \
        dependency:copy-dependencies -DoutputDirectory="$PWD/libraries"
}
# Without the network when what is wanted was fetched before; what Maven says matters only when both fail.
libraries -o >/dev/null 2>&1 || said=$(libraries 2>&1) || {
    echo "$said" >&2
    exit 1
}

plugin=$(echo libraries/protoc-gen-grpc-java-*.exe)
chmod +x "$plugin"
# The Java files of the definition are one class with the records and one with the stubs.
protoc -I "$here/../../interfaces" --java_out=stubs --plugin=protoc-gen-grpc="$PWD/$plugin" --grpc_out=@generated=omit:stubs \
    database.proto
mapfile -t sources < <(find "$here/src" stubs -name '*.java')
javac -nowarn -Xlint:-options --release 17 -d classes -cp 'libraries/*' "${sources[@]}"

for system in Grpc Xmlrpc Jsonrpc; do
    for role in Server Client; do
        program=${system,,}_${role,,}
        cat >"$program" <<END
#!/usr/bin/env bash
here=\$(dirname "\$(readlink -f "\$0")")
exec java -XX:+UseSerialGC -Xshare:auto -cp "\$here/classes:\$here/libraries/*" $system$role "\$@"
END
        chmod 755 "$program"
    done
done
