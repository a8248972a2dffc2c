//! The command against Debian's rpcbind and rpcinfo, each test in network and mount namespaces
//! of its own: nothing of it touches the host's registry.

use std::collections::BTreeSet;

#[path = "support/namespace.rs"]
mod namespace;

use namespace::in_namespace;

#[test]
fn lists_and_describes_what_rpcbind_knows() {
    let out = in_namespace(
        r#"
start_rpcbind
"$MANYRPC" list onc+udp://127.0.0.1
"$MANYRPC" describe onc+udp://127.0.0.1 portmapper
echo JSON
"$MANYRPC" list onc+tcp://127.0.0.1:111 --format json
"#,
    );
    let (out, json) = out.split_once("JSON\n").expect("the marker is printed");
    let rows: Vec<serde_json::Value> = serde_json::from_str(json).expect("a list in JSON");
    let versions: BTreeSet<_> = rows.iter().map(|r| r["version"].as_u64()).collect();
    assert_eq!(
        versions,
        BTreeSet::from([Some(2), Some(3), Some(4)]),
        "{json}"
    );
    assert!(rows.iter().all(|r| r["program"] == 100_000), "{json}");
    for netid in ["tcp", "udp", "local"] {
        assert!(rows.iter().any(|r| r["netid"] == netid), "{json}");
    }
    assert!(out.contains("100000"), "{out}");
    assert!(out.contains("0.0.0.0.0.111"), "{out}");
    assert!(out.contains("answers versions 2 to 4"), "{out}");
}

#[test]
fn calls_rpcbind_by_its_definition() {
    let out = in_namespace(
        r#"
start_rpcbind
call() { "$MANYRPC" call "$@" --idl "$INTERFACES/rpcbind.x" --compact; }
for transport in udp tcp; do
    call onc+$transport://127.0.0.1:111 PMAP_VERS.PMAPPROC_GETPORT \
        '{"entry": {"prog": 100000, "vers": 2, "prot": 17, "port": 0}}'
    call onc+$transport://127.0.0.1 RPCBVERS4.RPCBPROC_GETADDR \
        '[{"r_prog": 100000, "r_vers": 4, "r_netid": "tcp", "r_addr": "", "r_owner": ""}]'
    call onc+$transport://127.0.0.1:111 RPCBVERS.RPCBPROC_DUMP
done
call onc+unix:///run/rpcbind.sock RPCBPROC_GETTIME
"#,
    );
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "111", "{out}");
    assert!(lines[1].ends_with(".0.111\""), "{out}");
    let dump: Vec<serde_json::Value> = serde_json::from_str(lines[2]).expect("a list in JSON");
    assert!(dump.len() > 5, "{out}");
    assert_eq!(dump[0]["rpcb_map"]["r_prog"], 100_000, "{out}");
    assert_eq!(lines[3..6], lines[0..3], "{out}");
    assert!(
        lines[6].parse::<u32>().is_ok_and(|t| t > 1_700_000_000),
        "{out}"
    );
}

#[test]
fn refusals_have_their_own_exit_status() {
    let out = in_namespace(
        r#"
start_rpcbind
status() { set +e; "$@" >/dev/null 2>/run/err; echo "$? $(cat /run/err)"; set -e; }
cat >/run/other.x <<'X'
program OTHER { version V9 { int f(int) = 1; } = 9; } = 100000;
program NONE { version N1 { int g(int) = 1; } = 1; } = 0x20000099;
X
status "$MANYRPC" call onc+udp://127.0.0.1:111 --idl /run/other.x f '[1]'
status "$MANYRPC" call onc+tcp://127.0.0.1:111 --idl /run/other.x g '[1]'
status "$MANYRPC" call onc+tcp://127.0.0.1 --idl /run/other.x g '[1]'
status "$MANYRPC" call onc+tcp://127.0.0.1:111 --idl /run/other.x g '["x"]'
status "$MANYRPC" call onc+tcp://127.0.0.1:9 --idl /run/other.x g '[1]'
status "$MANYRPC" call onc+tcp://127.0.0.1:111 --idl /run/other.x h '[1]'
"#,
    );
    let starts = ["65 ", "65 ", "69 ", "2 ", "68 ", "2 "];
    for (line, start) in out.lines().zip(starts) {
        assert!(line.starts_with(start), "wanted {start}: {out}");
    }
    assert!(out.contains("versions 2 to 4"), "{out}");
    assert_eq!(out.lines().count(), starts.len(), "{out}");
}

#[test]
fn rpcinfo_sees_and_pings_a_server_registered_with_rpcbind() {
    let out = in_namespace(
        r#"
start_rpcbind
serve onc+udp://127.0.0.1:0 onc+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register
rpcinfo -p 127.0.0.1 | grep 539365665 | awk '{print $2, $3}' | sort
rpcinfo -T udp 127.0.0.1 539365665
rpcinfo -T tcp 127.0.0.1 539365665 1
rpcinfo -s 127.0.0.1 | awk '$1 == 539365665 {print $3}'
"$MANYRPC" call onc+tcp://127.0.0.1 --idl "$INTERFACES/bench.x" add '{"a": 2, "b": 3}'
kill -TERM "$server"; wait "$server"
rpcinfo -p 127.0.0.1 | grep -c 539365665 || true
"#,
    );
    let expected = "1 tcp\n1 udp\n\
        program 539365665 version 1 ready and waiting\n\
        program 539365665 version 1 ready and waiting\n";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.contains("tcp,udp") || out.contains("udp,tcp"), "{out}");
    assert!(out.ends_with("0\n0\n"), "{out}");
}

#[test]
fn rpcinfo_understands_our_own_registry() {
    let out = in_namespace(
        r#"
serve onc+udp://127.0.0.1:0 onc+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register --echo
until_ok rpcinfo -p 127.0.0.1
rpcinfo -p 127.0.0.1 | awk 'NR > 1 {print $1, $2, $3}' | sort | uniq
rpcinfo -T tcp 127.0.0.1 539365665 1
rpcinfo -T udp 127.0.0.1 portmapper
rpcinfo -m 127.0.0.1 >/dev/null
rpcinfo -l 127.0.0.1 portmapper 4 | grep -cw inet
"$MANYRPC" list onc+udp://127.0.0.1 | grep -c 539365665
"$MANYRPC" call onc+udp://127.0.0.1 --idl "$INTERFACES/bench.x" concat '["a", "b"]'
"#,
    );
    for version in 2..=4 {
        for transport in ["tcp", "udp"] {
            assert!(
                out.contains(&format!("100000 {version} {transport}\n")),
                "{out}"
            );
        }
    }
    assert!(out.contains("539365665 1 tcp\n539365665 1 udp\n"), "{out}");
    assert!(
        out.contains("program 539365665 version 1 ready and waiting\n"),
        "{out}"
    );
    assert!(
        out.contains("program 100000 version 4 ready and waiting\n"),
        "{out}"
    );
    assert!(out.ends_with("2\n2\n\"a\"\n"), "{out}");
}

/// libtirpc registers over the registry's Unix socket, and looks on IPv6 for what is there.
#[test]
fn libtirpc_finds_our_own_registry_where_it_looks_first() {
    let out = in_namespace(
        r#"
serve onc+tcp://127.0.0.1:0 'onc+tcp://[::1]:0' --idl "$INTERFACES/bench.x" --register --echo
until_ok rpcinfo
stat -c '%F %a' /run/rpcbind.sock
rpcinfo | awk '$1 == 100000 {print "registry", $2, $3}' | sort
rpcinfo | awk '$1 == 539365665 {print "served", $3}' | sort
rpcinfo -T tcp6 ::1 539365665 1
# Its main is rpcgen's: it goes where it would with rpcbind, or fails.
"$PEERS/void/void_server" &
void=$!
until_ok rpcinfo -T tcp localhost 539365666
"$PEERS/void/void_client" localhost && echo called
"$MANYRPC" call onc+tcp://127.0.0.1 --idl "$EXAMPLES/void/void.x" nothing && echo answered
kill "$void"; wait "$void" || true
rpcinfo -d 539365666 1
rpcinfo | grep -c 539365666 || true
kill -TERM "$server"; wait "$server" && echo ended
ls /run/rpcbind.sock 2>&1 || true
# One that was killed leaves its socket lying there, which is in nobody's way.
serve onc+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register
kill -KILL "$server"; wait "$server" || true
serve onc+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register
rpcinfo | awk '$1 == 539365665 {print "again", $3}'
"#,
    );
    let registry = "registry 2 tcp\nregistry 2 udp\nregistry 3 local\nregistry 3 tcp\n\
        registry 3 tcp6\nregistry 3 udp\nregistry 3 udp6\nregistry 4 local\n\
        registry 4 tcp\nregistry 4 tcp6\nregistry 4 udp\nregistry 4 udp6\n";
    let start = format!(
        "socket 666\n{registry}served tcp\nserved tcp6\n\
        program 539365665 version 1 ready and waiting\ncalled\n"
    );
    assert!(out.starts_with(&start), "{out}");
    assert!(out.contains("answered\n0\nended\n"), "{out}");
    assert!(out.contains("No such file"), "{out}");
    assert!(out.ends_with("again tcp\n"), "{out}");
}

#[test]
fn a_broadcast_goes_by_way_of_rpcbind() {
    let out = in_namespace(
        r#"
rpcbind -f -r &
until_ok rpcinfo -p 127.0.0.1
serve onc+udp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register --reply add=5
broadcast() {
    "$MANYRPC" call onc+udp://127.255.255.255 --idl "$INTERFACES/bench.x" --broadcast "$@"
}
broadcast add '[2, 3]' --timeout 0.5
echo "${binding#onc+udp://}"
# A program that is not there is answered by nobody.
kill -TERM "$server"; wait "$server"
broadcast add '[2, 3]' --timeout 0.5 2>&1 || echo "exit $?"
"#,
    );
    let lines: Vec<&str> = out.lines().collect();
    let [answer, server, silence, exit] = lines.as_slice() else {
        panic!("{out}");
    };
    assert_eq!(*answer, format!(r#"{{"from":"{server}","result":5}}"#));
    assert!(silence.contains("no server replied"), "{out}");
    assert_eq!(*exit, "exit 67");
}

#[test]
fn a_server_that_cannot_register_says_why_and_leaves_nothing_behind() {
    let out = in_namespace(
        r#"
start_rpcbind
serve onc+udp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register
# The same program on another port: TCP is free, UDP is taken.
"$MANYRPC" serve onc+tcp://127.0.0.1:0 onc+udp://127.0.0.1:0 --idl "$INTERFACES/bench.x" \
    --register 2>&1 || echo "exit $?"
rpcinfo -p 127.0.0.1 | awk '$1 == 539365665 {print "left:", $3}'
"#,
    );
    assert!(out.contains("program 539365665 version 1 on udp"), "{out}");
    assert!(out.contains("rpcinfo -d 539365665 1"), "{out}");
    assert!(out.contains("exit 1\n"), "{out}");
    assert!(out.ends_with("left: udp\n"), "{out}");
}

#[test]
fn a_registry_that_cannot_be_started_is_said_so() {
    let out = in_namespace(
        r#"
# Something that is no registry has the registry's port.
serve onc+tcp://127.0.0.1:111 --idl "$INTERFACES/bench.x"
"$MANYRPC" serve onc+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.x" --register 2>&1 || echo "exit $?"
"#,
    );
    assert!(out.contains("no rpcbind answers on this host"), "{out}");
    assert!(out.contains("start rpcbind"), "{out}");
    assert!(out.ends_with("exit 1\n"), "{out}");
}
