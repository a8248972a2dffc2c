#!/usr/bin/env bash
# Builds glassfish_server and glassfish_client into peers/build/glassfish, of what JacORB's compiler made of interfaces/corba
# and of the sources in ../jacorb that name no ORB. Needs: ../jacorb/build.sh, default-jdk-headless, maven, and the libraries of
# pom.xml from Maven's registry or its local repository.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/glassfish
mkdir -p "$out"
cd "$out"
rm -rf libraries classes stubs
mkdir classes
libraries() {
    mvn -q -B -ntp -f "$here/pom.xml" "$@" dependency:copy-dependencies -DoutputDirectory="$PWD/libraries"
}
# Without the network when what is wanted was fetched before; what Maven says matters only when both fail.
libraries -o >/dev/null 2>&1 || said=$(libraries 2>&1) || {
    echo "$said" >&2
    exit 1
}

# JacORB's streams are told the digits of a decimal number, these are not.
cp -r ../jacorb/stubs stubs
sed -i -E 's/(write_fixed\(_s), \(short\)[0-9]+, \(short\)[0-9]+\)/\1)/; s/read_fixed\(\(short\)[0-9]+, \(short\)([0-9]+)\)/read_fixed().movePointLeft(\1)/' stubs/features/*.java
mapfile -t sources < <(find "$here/src" stubs -name '*.java')
sources+=("$here"/../jacorb/src/{Cases,Client,Objects,Values,Workloads}.java)
javac -nowarn -Xlint:-options -XDignore.symbol.file --release 17 -d classes -cp 'libraries/*' "${sources[@]}"

for role in server client; do
    cat >"glassfish_$role" <<END
#!/usr/bin/env bash
here=\$(dirname "\$(readlink -f "\$0")")
exec java -XX:+UseSerialGC -Xshare:auto -cp "\$here/classes:\$here/libraries/*" Glassfish $role "\$@"
END
    chmod 755 "glassfish_$role"
done
