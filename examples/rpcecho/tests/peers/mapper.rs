//! The example registered with our own endpoint mapper, which foreign clients ask for its port.
//!
//! The mapper's port is 135, so each test has a network namespace of its own.

use std::process::Command;

use crate::KNOWN;
use crate::known::judge;
use crate::programs::{Scratch, option};
use crate::world::World;

/// Starts in every namespace: loopback up, and the example with its mapper.
const PROLOGUE: &str = r#"
set -euo pipefail
ip link set lo up
coproc SERVER { exec "$RPCECHO" $OPTION --register --user ann:sesame 'ncacn_ip_tcp:127.0.0.1[0]'; }
IFS='[]' read -r -t 10 -u "${SERVER[0]}" _ port _
trap 'kill $SERVER_PID; wait' EXIT
"#;

/// Runs a script beside the example in a namespace of their own; gives what it printed.
fn beside_example(world: World, name: &str, script: &str) -> String {
    let scratch = Scratch::new(&format!("{name}-{world}"));
    let mut command = Command::new("unshare");
    command.arg("--net");
    if !rustix::process::geteuid().is_root() {
        command.arg("--map-root-user");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let output = command
        .args(["bash", "-c", &format!("{PROLOGUE}{script}")])
        .env("RPCECHO", env!("CARGO_BIN_EXE_rpcecho"))
        .env("OPTION", option(world).unwrap_or_default())
        .env("CONFIGURATION", scratch.samba_configuration())
        .env(
            "IMPACKET",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../peers/impacket"),
        )
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PATH", format!("{path}:/usr/sbin:/sbin"))
        .output()
        .expect("unshare is installed (package util-linux)");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}\n{stdout}\n{stderr}",
        output.status
    );
    stdout
}

/// What rpcclient is told to do, how and by whom, and what it prints; of calls it prints sums.
const RPCCLIENT: [(&str, &str, &str, &str); 10] = [
    ("echoaddone 5", "", "%", "5 + 1 = 6"),
    ("echodata 9000; echoaddone 1", "", "%", "1 + 1 = 2"),
    ("sinkdata 20000; echoaddone 2", "", "%", "2 + 1 = 3"),
    ("sourcedata 100000; echoaddone 3", "", "%", "3 + 1 = 4"),
    ("echodata 9000; echoaddone 4", "connect", ANN, "4 + 1 = 5"),
    ("echodata 9000; echoaddone 5", "sign", ANN, "5 + 1 = 6"),
    ("echodata 9000; echoaddone 6", "seal", ANN, "6 + 1 = 7"),
    (
        "echoaddone 7",
        "seal",
        "MANYRPC\\ann%wrong",
        "result was NT_STATUS_ACCESS_DENIED",
    ),
    (
        "epmmap rpcecho ncacn_ip_tcp",
        "",
        "%",
        "num_tower[1] tower[0] ncacn_ip_tcp:127.0.0.1[PORT,abstract_syntax=60a15ec5-4de8-11d7-a637-005056a20182/0x00000001]",
    ),
    (
        "epmlookup",
        "",
        "%",
        "00000000-0000-0000-0000-000000000000 ncacn_ip_tcp:127.0.0.1[PORT,abstract_syntax=60a15ec5-4de8-11d7-a637-005056a20182/0x00000001]: rpcecho epm_Lookup no more entries",
    ),
];

const ANN: &str = "MANYRPC\\ann%sesame";

#[test]
fn rpcclient_calls_us_by_way_of_the_mapper() {
    let mut script = "echo \"$port\"\n".to_owned();
    for (commands, options, user, _) in RPCCLIENT {
        script += &format!(
            "rpcclient --configfile=\"$CONFIGURATION\" --user='{user}' --command='{commands}' \
             'ncacn_ip_tcp:127.0.0.1[{options}]' 2>&1 | head -n 9 | tr '\\n' ' ' || true\necho\n"
        );
    }
    for world in World::ALL {
        let out = beside_example(world, "rpcclient", &script);
        let (port, said) = out.split_once('\n').expect("the port is said first");
        let mut results = Vec::new();
        for ((commands, options, _, right), said) in RPCCLIENT.into_iter().zip(said.lines()) {
            let result = match right.replace("PORT", port) == said.trim_end() {
                true => Ok(()),
                false => Err(said.to_owned()),
            };
            results.push((
                format!("{options} {commands}").trim_start().to_owned(),
                result,
            ));
        }
        assert_eq!(results.len(), RPCCLIENT.len(), "{out}");
        judge(KNOWN, "rpcclient-calls-us", world.told(results));
    }
}

/// Has impacket ask for two versions of the interface.
const ASK: &str = r#"
echo "$port"
for version in 1.0 2.0; do
    echo "epm 60a15ec5-4de8-11d7-a637-005056a20182 $version" |
        /usr/bin/python3 "$IMPACKET/client.py" 127.0.0.1 135
done
"#;

#[test]
fn impacket_asks_our_mapper() {
    for world in World::ALL {
        let out = beside_example(world, "impacket", ASK);
        let lines: Vec<&str> = out.lines().collect();
        let [port, found, newer] = lines.as_slice() else {
            panic!("{world}: {out}");
        };
        assert_eq!(
            *found,
            format!(r#"{{"ok": "ncacn_ip_tcp:127.0.0.1[{port}]"}}"#)
        );
        assert!(newer.contains("not_registered"), "{world}: {newer}");
    }
}
