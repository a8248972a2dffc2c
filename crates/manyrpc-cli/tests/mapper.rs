//! The command with DCE's endpoint mapper and NCS's location broker at their well-known port, each test
//! in a namespace of its own.

#[path = "support/namespace.rs"]
mod namespace;

use namespace::in_namespace;

/// The UUID of `bench.idl`.
const BENCH: &str = "a29076d0-e666-58ca-92ca-6b8e3d1ea3fa";

#[test]
fn servers_are_found_without_a_port() {
    let out = in_namespace(
        r#"
serve dce+tcp://127.0.0.1:0 dce+udp://127.0.0.1:0 ncs+udp://127.0.0.1:0 \
    --idl "$INTERFACES/bench.idl" --register --reply add=5
for binding in dce+tcp://127.0.0.1 dce+udp://127.0.0.1 ncs+udp://127.0.0.1 \
    ncacn_ip_tcp:127.0.0.1 ncadg_ip_udp:127.0.0.1; do
    "$MANYRPC" call "$binding" --idl "$INTERFACES/bench.idl" add '{"a": 2, "b": 3}'
done
"$MANYRPC" list dce+udp://127.0.0.1
"$MANYRPC" list ncs+udp://127.0.0.1
# A broker passes calls on.
"$MANYRPC" call ncs+udp://127.0.0.1:135 --idl "$INTERFACES/bench.idl" add '[2, 3]'
echo JSON
"$MANYRPC" list ncs+udp://127.0.0.1 --format json
"#,
    );
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..5], ["5"; 5], "{out}");
    for (line, sequence) in [(6, "ncacn_ip_tcp"), (7, "ncadg_ip_udp")] {
        assert!(lines[line].starts_with(BENCH), "{out}");
        let place = format!("1.0      {sequence}:127.0.0.1[");
        assert!(lines[line].contains(&place), "{out}");
    }
    assert!(lines[9].starts_with(BENCH), "{out}");
    assert!(lines[9].contains("  ncs+udp://127.0.0.1:"), "{out}");
    assert_eq!(lines[10], "5", "{out}");
    let (_, json) = out.split_once("JSON\n").unwrap();
    let rows: Vec<serde_json::Value> = serde_json::from_str(json).unwrap();
    assert_eq!(rows.len(), 1, "{out}");
    assert_eq!(rows[0]["interface"], BENCH, "{out}");
    assert_eq!(rows[0]["annotation"], "bench", "{out}");
    assert_eq!(rows[0]["object"], "-", "{out}");
}

#[test]
fn a_server_of_either_system_brings_the_registries_of_both() {
    let out = in_namespace(
        r#"
serve ncs+udp://127.0.0.1:0 --idl "$INTERFACES/bench.idl" --register
coproc SECOND { exec "$MANYRPC" serve dce+tcp://127.0.0.1:0 dce+udp://127.0.0.1:0 \
    ncs+udp://127.0.0.1:0 --idl "$INTERFACES/rpcecho.idl" --register 2>/dev/null; }
second=$SECOND_PID
read -r -t 10 -u "${SECOND[0]}" binding
"$MANYRPC" list dce+tcp://127.0.0.1 | grep -c rpcecho
"$MANYRPC" list ncs+udp://127.0.0.1 | awk 'NR > 1 {print $5}'
# What stops is registered no more.
kill -TERM "$second"; wait "$second"
"$MANYRPC" list dce+udp://127.0.0.1 | grep -c rpcecho || true
"$MANYRPC" list ncs+udp://127.0.0.1 | awk 'NR > 1 {print $5}'
"#,
    );
    assert_eq!(out, "2\nbench\nrpcecho\n0\nbench\n");
}

/// Asked from an address that is another host's for all they know.
#[test]
fn registries_listen_where_the_server_does() {
    let out = in_namespace(
        r#"
ip address add 10.9.8.7/32 dev lo
ask() {
    for system in "$@"; do
        "$MANYRPC" call "$system://10.9.8.7" --idl "$INTERFACES/bench.idl" add '[2, 3]' 2>&1 || true
    done
}
for host in 127.0.0.1 10.9.8.7 0.0.0.0 '[::]'; do
    echo "- $host"
    systems=(dce+tcp dce+udp ncs+udp)
    # Location brokers know no other addresses than those of IP version 4.
    if [[ $host == '[::]' ]]; then unset 'systems[2]'; fi
    serve "${systems[@]/%/://$host:0}" --idl "$INTERFACES/bench.idl" --register --reply add=5
    ask "${systems[@]}"
    "$MANYRPC" list dce+tcp://127.0.0.1 | grep -c bench
    kill -TERM "$server"; wait "$server"
done
"#,
    );
    let parts: Vec<&str> = out.split("- ").skip(1).collect();
    let (loopback, others) = parts.split_first().expect("what was asked");
    for registry in ["endpoint mapper", "location broker"] {
        let said = format!("the {registry} at 10.9.8.7:135 could not be asked");
        assert!(loopback.contains(&said), "{out}");
    }
    let found = [
        "10.9.8.7\n5\n5\n5\n2\n",
        "0.0.0.0\n5\n5\n5\n2\n",
        "[::]\n5\n5\n2\n",
    ];
    assert_eq!(others, found, "{out}");
}

#[test]
fn what_is_not_registered_is_said_so() {
    let out = in_namespace(
        r#"
status() { set +e; "$@" 2>&1; echo "exit $?"; set -e; }
serve dce+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.idl" --register
for system in dce+tcp dce+udp ncs+udp; do
    status "$MANYRPC" call $system://127.0.0.1 --idl "$INTERFACES/rpcecho.idl" AddOne '[1]'
done
# Registered, but not over that.
status "$MANYRPC" call dce+udp://127.0.0.1 --idl "$INTERFACES/bench.idl" add '[1, 2]'
kill -TERM "$server"; wait "$server"
# Nobody is at port 135 any more.
for system in dce+tcp dce+udp ncs+udp; do
    status "$MANYRPC" call $system://127.0.0.1 --idl "$INTERFACES/bench.idl" add '[1, 2]'
done
"#,
    );
    let lines: Vec<&str> = out.lines().collect();
    for (line, registry) in [
        (0, "dce+tcp://127.0.0.1:135"),
        (2, "dce+udp://127.0.0.1:135"),
        (4, "ncs+udp://127.0.0.1:135"),
        (6, "dce+udp://127.0.0.1:135"),
    ] {
        let said = format!("is not registered with {registry}; give the port in the binding");
        assert!(lines[line].contains(&said), "{out}");
        assert_eq!(lines[line + 1], "exit 69", "{out}");
    }
    for (line, registry) in [
        (8, "endpoint mapper"),
        (10, "endpoint mapper"),
        (12, "location broker"),
    ] {
        let said = format!("the {registry} at 127.0.0.1:135 could not be asked");
        assert!(lines[line].contains(&said), "{out}");
        assert_eq!(lines[line + 1], "exit 68", "{out}");
    }
}

/// impacket's client of the endpoint mapper (`peers/impacket/client.py`).
#[test]
fn impacket_asks_our_mapper() {
    let out = in_namespace(&format!(
        r#"
serve dce+tcp://127.0.0.1:0 --idl "$INTERFACES/bench.idl" --register
port=${{binding##*:}}
ask() {{ /usr/bin/python3 "$INTERFACES/../peers/impacket/client.py" 127.0.0.1 135 <<<"epm $1"; }}
ask {BENCH}
echo "{{\"ok\": \"ncacn_ip_tcp:127.0.0.1[$port]\"}}"
ask 12345678-0000-0000-0000-000000000000
"#
    ));
    let lines: Vec<&str> = out.lines().collect();
    let [found, expected, unknown] = lines.as_slice() else {
        panic!("{out}");
    };
    assert_eq!(found, expected);
    assert!(
        unknown.starts_with(r#"{"error": "DCERPCException"#),
        "{out}"
    );
}

#[test]
fn servers_describe_themselves() {
    let out = in_namespace(
        r#"
serve dce+tcp://127.0.0.1:0 dce+udp://127.0.0.1:0 ncs+udp://127.0.0.1:0 \
    --idl "$INTERFACES/bench.idl" --register
"$MANYRPC" describe dce+tcp://127.0.0.1 | sed 's/:[0-9]*$//; s/[0-9]* in, [0-9]* out/…/'
"$MANYRPC" describe ncs+udp://127.0.0.1 a29076d0-e666-58ca-92ca-6b8e3d1ea3fa \
    | sed 's/:[0-9]*$//; s/[0-9]* in, [0-9]* out/…/'
"$MANYRPC" describe dce+udp://127.0.0.1:135 | grep -c interface
"$MANYRPC" describe dce+tcp://127.0.0.1 12345678-0000-0000-0000-000000000000 2>&1 || echo "exit $?"
"$MANYRPC" describe dce+tcp://127.0.0.1 bench 2>&1 || echo "exit $?"
"$MANYRPC" describe "$binding" --format json
"#,
    );
    let of = |binding: &str| {
        format!("{binding}\n  interface  {BENCH} v1.0\n  calls      …\n  packets    …\n")
    };
    let three = ["dce+udp", "dce+tcp", "ncs+udp"].map(|s| of(&format!("{s}://127.0.0.1")));
    let rest = out.strip_prefix(&three.concat());
    let rest = rest.unwrap_or_else(|| panic!("{out}"));
    // Mapper and location broker.
    let lines: Vec<&str> = rest.lines().take(5).collect();
    assert_eq!(lines[0], "2", "{out}");
    assert!(lines[1].contains("no interface 12345678-"), "{out}");
    assert!(lines[1].contains("`manyrpc list`"), "{out}");
    assert!(lines[3].contains("`bench` names no interface"), "{out}");
    assert_eq!((lines[2], lines[4]), ("exit 2", "exit 2"), "{out}");
    let json = &rest[rest.find("[\n").unwrap()..];
    let rows: Vec<serde_json::Value> = serde_json::from_str(json).unwrap();
    assert_eq!(rows[0]["listening"], true, "{out}");
    assert_eq!(
        rows[0]["interfaces"],
        serde_json::json!([format!("{BENCH} v1.0")])
    );
    assert!(
        rows[0]["counters"]["packets_in"].as_u64() > Some(0),
        "{out}"
    );
}
