//! The command against Samba's daemons, which `peers/samba/serve.sh` starts in namespaces of their
//! own: their endpoint mapper, its management interface, and a server that the mapper knows.

#[path = "../../manyrpc-lab/tests/support/known.rs"]
mod known;
#[expect(dead_code, reason = "the other tests use the rest")]
#[path = "support/program.rs"]
mod program;

use std::path::Path;
use std::process::Command;

use known::judge;
use program::{Scratch, interfaces};
use serde_json::{Value, json};

const KNOWN: &str = include_str!("samba_known_failures.txt");

/// Runs a script beside Samba's daemons; gives what it printed.
fn beside_samba(script: &str, directory: &Scratch) -> String {
    let serve = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/samba/serve.sh");
    let output = Command::new(serve)
        .args(["bash", "-euc", script])
        .env("MANYRPC", env!("CARGO_BIN_EXE_manyrpc"))
        .env("INTERFACES", interfaces())
        .env("TMPDIR", directory.path(""))
        .output()
        .expect("bash is there");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}\n{stdout}\n{stderr}",
        output.status
    );
    let said = stdout.strip_prefix("READY\n").expect("it is ready first");
    said.to_owned()
}

/// One line for each command: what it printed, in one line.
fn script(commands: &[&str]) -> String {
    let line = |command: &&str| format!("echo \"$({command} 2>&1 | tr '\\n' ' ')\"\n");
    commands.iter().map(line).collect()
}

/// Part of Samba's `dssetup` (MS-DSSP), which needs no login.
const DSSETUP: &str = r#"
[uuid(3919286a-b10c-11d0-9ba8-00c04fd92ef5), version(0.0), pointer_default(unique)]
interface dssetup
{
    typedef struct {
        unsigned short role;
        unsigned long flags;
        [string, unique] unsigned short *domain;
        [string, unique] unsigned short *dns_domain;
        [string, unique] unsigned short *forest;
        byte domain_guid[16];
    } basic;
    typedef [switch_type(unsigned short)] union { [case(1)] basic basic; } info;
    unsigned long get_primary_domain([in] unsigned short level, [out, switch_is(level)] info **info);
}
"#;

/// A tower that asks for `samr` 1.0 over TCP (C706, appendix L).
const SAMR_TOWER: &str = "050013000d785734123412cdabef000123456789ac010002000000\
    13000d045d888aeb1cc9119fe808002b104860020002000000\
    01000b020000000100070200008701000904000000\
    0000";

const NO_HANDLE: &str = r#""entry_handle": {"attributes":0,"time_low":0,"time_mid":0,"time_hi":0,"rest":{"hex":"0000000000000000"}}"#;

/// Whether what comes back is right.
type Right = fn(&Value) -> bool;

/// What is called, and how.
fn calls() -> Vec<(&'static str, String, Right)> {
    let of = |interface: &str, operation: &str, arguments: String| {
        format!(
            "\"$MANYRPC\" call 'ncacn_ip_tcp:127.0.0.1[135]' --compact \
             --idl \"$INTERFACES/{interface}.idl\" {operation} '{arguments}'"
        )
    };
    let lookup = format!(
        r#"{{"inquiry_type": 0, "object": null, "interface_id": null, "vers_option": 1, {NO_HANDLE}, "max_ents": 2}}"#
    );
    let map = format!(
        r#"{{"object": null, "map_tower": {{"tower_octet_string": {{"hex": "{SAMR_TOWER}"}}}}, {NO_HANDLE}, "max_towers": 4}}"#
    );
    let none = || "[]".to_owned();
    vec![
        ("ept_lookup", of("epm", "ept_lookup", lookup), |said| {
            said["status"] == 0 && said["entries"].as_array().is_some_and(|e| e.len() == 2)
        }),
        ("ept_map", of("epm", "ept_map", map), |said| {
            said["status"] == 0 && said["towers"].as_array().is_some_and(|t| t.len() == 1)
        }),
        (
            "ept_inq_object",
            of("epm", "ept_inq_object", none()),
            |said| said["status"] == 0,
        ),
        (
            "inq_if_ids",
            of("mgmt", "rpc__mgmt_inq_if_ids", none()),
            |said| {
                let ids = said["if_id_vector"]["value"]["if_id"].as_array();
                let mapper = |id: &Value| {
                    let id = &id["value"];
                    (&id["uuid"]["time_low"], &id["vers_major"])
                        == (&json!(0xe1af_8308_u32), &json!(3))
                };
                ids.is_some_and(|ids| ids.iter().any(mapper))
            },
        ),
        (
            "is_server_listening",
            of("mgmt", "rpc__mgmt_is_server_listening", none()),
            |said| *said == json!({"status": 0, "result": 1}),
        ),
        // Anybody might ask: access is denied.
        (
            "stop_server_listening",
            of("mgmt", "rpc__mgmt_stop_server_listening", none()),
            |said| *said == 5,
        ),
        (
            "inq_stats",
            of("mgmt", "rpc__mgmt_inq_stats", "[4]".to_owned()),
            |said| said["status"] == 0,
        ),
        (
            "inq_princ_name",
            of("mgmt", "rpc__mgmt_inq_princ_name", "[10, 100]".to_owned()),
            |said| said["status"] == 0,
        ),
        (
            "get_primary_domain by way of the mapper",
            "\"$MANYRPC\" call ncacn_ip_tcp:127.0.0.1 --compact --idl \"$TMPDIR/dssetup.idl\" \
             get_primary_domain '[1]'"
                .to_owned(),
            |said| said["result"] == 0 && said["info"]["basic"]["domain"] == "PEER",
        ),
    ]
}

#[test]
fn we_call_samba() {
    let directory = Scratch::new("samba-calls");
    directory.file("dssetup.idl", DSSETUP);
    let calls = calls();
    let commands: Vec<&str> = calls.iter().map(|(_, command, _)| &**command).collect();
    let out = beside_samba(&script(&commands), &directory);
    assert_eq!(out.lines().count(), calls.len(), "{out}");
    let judged = calls
        .iter()
        .zip(out.lines())
        .map(|((case, _, right), said)| {
            let result = match serde_json::from_str(said) {
                Ok(value) if right(&value) => Ok(()),
                _ => Err(said.to_owned()),
            };
            ((*case).to_owned(), result)
        });
    judge(KNOWN, "we-call-samba", judged.collect());
}

#[test]
fn lists_what_sambas_mapper_knows() {
    let directory = Scratch::new("samba-list");
    let out = beside_samba(
        r#"
"$MANYRPC" list ncacn_ip_tcp:127.0.0.1
echo JSON
"$MANYRPC" list dce+tcp://127.0.0.1 --format json
"#,
        &directory,
    );
    let (table, json) = out.split_once("JSON\n").expect("both were printed");
    let head: Vec<&str> = table
        .lines()
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    assert_eq!(
        head,
        ["interface", "version", "binding", "object", "annotation"]
    );
    for row in [
        [
            "e1af8308-5d1f-11c9-91a4-08002b14a0fa",
            "3.0",
            "ncacn_ip_tcp:127.0.0.1[135]",
            "-",
            "epmapper",
        ],
        [
            "e1af8308-5d1f-11c9-91a4-08002b14a0fa",
            "3.0",
            r"ncacn_np:[\pipe\epmapper]",
            "-",
            "epmapper",
        ],
        [
            "12345778-1234-abcd-ef00-0123456789ac",
            "1.0",
            "ncalrpc:[rpcd_lsad]",
            "-",
            "samr",
        ],
    ] {
        let found = table.lines().any(|l| l.split_whitespace().eq(row));
        assert!(found, "{row:?} is missing:\n{table}");
    }
    let elements: Vec<Value> = serde_json::from_str(json).expect("a list in JSON");
    assert_eq!(elements.len(), table.lines().count() - 1);
    let mut annotations: Vec<&str> = elements
        .iter()
        .filter_map(|e| e["annotation"].as_str())
        .collect();
    annotations.sort_unstable();
    annotations.dedup();
    for server in ["dssetup", "lsarpc", "samr", "srvsvc", "winreg", "wkssvc"] {
        assert!(annotations.contains(&server), "{server}: {annotations:?}");
    }
}
