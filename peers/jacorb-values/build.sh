#!/usr/bin/env bash
# Builds jacorb_values, valuetypes on JacORB, into peers/build/jacorb-values from what its compiler makes of
# interfaces/corba/values.idl. Needs: default-jdk-headless, and the libraries that peers/build.sh jacorb fetches.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/jacorb-values
libraries=$(cd "$here/../build" && pwd)/jacorb/libraries
mkdir -p "$out"
cd "$out"
rm -rf classes stubs
mkdir classes stubs
java -cp "$libraries/*" org.jacorb.idl.parser -forceOverwrite -d stubs "$here/../../interfaces/corba/values.idl"
# It makes no helper of an abstract valuetype, which those of the interface want.
javac -nowarn -Xlint:-options -XDignore.symbol.file --release 17 -d classes -cp "$libraries/*" "$here/JacorbValues.java" \
    stubs/values/{Point,Node,Shape,Circle,Ring,Square,Nothing,Drawing,Name}*.java
cat >jacorb_values <<END
#!/usr/bin/env bash
here=\$(dirname "\$(readlink -f "\$0")")
exec java -XX:+UseSerialGC -cp "\$here/classes:\$here/../jacorb/libraries/*" JacorbValues "\$@"
END
chmod 755 jacorb_values
