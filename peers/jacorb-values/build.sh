#!/usr/bin/env bash
# Builds jacorb_values, valuetypes on JacORB, into peers/build/jacorb-values from what its compiler makes of
# interfaces/corba/values.idl, and glassfish_drawn, valuetypes that are declared to the ORB of GlassFish. Needs:
# default-jdk-headless, and the libraries that peers/build.sh jacorb glassfish fetches.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/jacorb-values
libraries=$(cd "$here/../build" && pwd)/jacorb/libraries
mkdir -p "$out"
cd "$out"
rm -rf classes stubs drawn
mkdir classes stubs
java -cp "$libraries/*" org.jacorb.idl.parser -forceOverwrite -d stubs "$here/../../interfaces/corba/values.idl"
# It makes no helper of an abstract valuetype, which those of the interface want.
javac -nowarn -Xlint:-options -XDignore.symbol.file --release 17 -d classes -cp "$libraries/*" "$here/JacorbValues.java" \
    stubs/values/{Point,Node,Shape,Circle,Ring,Square,Nothing,Drawing,Name}*.java
mkdir drawn
javac -nowarn -Xlint:-options -XDignore.symbol.file --release 17 -d drawn -cp '../glassfish/libraries/*' \
    "$here"/{Drawn,GlassfishDrawn}.java
program() {
    cat >"$1" <<END
#!/usr/bin/env bash
here=\$(dirname "\$(readlink -f "\$0")")
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "\$here/$2:\$here/../$3/libraries/*" $4 "\$@"
END
    chmod 755 "$1"
}
program jacorb_values classes jacorb JacorbValues
program glassfish_drawn drawn glassfish GlassfishDrawn
