#!/usr/bin/env bash
# Builds jacorb_server and jacorb_client into peers/build/jacorb from what JacORB's compiler makes of interfaces/corba. Needs:
# default-jdk-headless, maven, and the libraries of pom.xml from Maven's registry or its local repository.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/jacorb
mkdir -p "$out"
cd "$out"
rm -rf libraries classes stubs
mkdir classes stubs
libraries() {
    mvn -q -B -ntp -f "$here/pom.xml" "$@" dependency:copy-dependencies -DoutputDirectory="$PWD/libraries"
}
# Without the network when what is wanted was fetched before; what Maven says matters only when both fail.
libraries -o >/dev/null 2>&1 || said=$(libraries 2>&1) || {
    echo "$said" >&2
    exit 1
}

for definition in bench features guarded; do
    java -cp 'libraries/*' org.jacorb.idl.parser -forceOverwrite -d stubs "$here/../../interfaces/corba/$definition.idl"
done
# What it makes of an attribute closes the stream before it reads the exception from it.
sed -i 's/_ax\.getInputStream()\.close();/if (false) throw new java.io.IOException();/' stubs/features/_GuardedStub.java
mapfile -t sources < <(find "$here/src" stubs -name '*.java')
javac -nowarn -Xlint:-options -XDignore.symbol.file --release 17 -d classes -cp 'libraries/*' "${sources[@]}"

for role in server client; do
    cat >"jacorb_$role" <<END
#!/usr/bin/env bash
here=\$(dirname "\$(readlink -f "\$0")")
exec java -XX:+UseSerialGC -Xshare:auto -cp "\$here/classes:\$here/libraries/*" Jacorb${role^} "\$@"
END
    chmod 755 "jacorb_$role"
done
