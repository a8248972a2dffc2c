//! Debian's rpcbind passes broadcasts on to a server on libtirpc, which answers clients that block and clients of tasks.
//! RFC 1833, section 3.2 (PMAPPROC_CALLIT).
//!
//! In namespaces, where rpcbind can have its port. It is its own child there, so it has no harness.

mod support;

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use manyrpc::dynamic::{Definition, DynamicInterface};
use manyrpc::registry::rpcbind::{Entry, RegistryClient};
use manyrpc::{Binding, ClientOptions, Error, Wanted};
use manyrpc_model::Value;
use support::dynamic::Dynamic;
use support::world::{Stub, World};
use support::{Peer, root};

/// What the child is told.
const INSIDE: &str = "inside";

/// With `-r`, rpcbind passes calls on.
const SCRIPT: &str = r#"
set -euo pipefail
ip link set lo up
mount -t tmpfs none /run
rpcbind -f -r &
trap 'kill $!; wait' EXIT
timeout 60 bash -c 'until rpcinfo -p 127.0.0.1 >/dev/null 2>&1; do :; done'
"$PROGRAM" inside
"#;

/// Longer than an answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to listen where nobody will answer.
const SHORT: Duration = Duration::from_millis(200);

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some(INSIDE) => rpcbind_passes_broadcasts_on(),
        _ => {
            in_namespaces();
            println!("broadcast: ok");
        }
    }
}

fn in_namespaces() {
    let namespaces = match rustix::process::geteuid().is_root() {
        true => &["-n", "-m"][..],
        false => &["-r", "-n", "-m"][..],
    };
    let own = std::env::current_exe().expect("a path of our own");
    let path = std::env::var("PATH").unwrap_or_default();
    let status = Command::new("unshare")
        .args(namespaces)
        .args(["bash", "-c", SCRIPT])
        .env("PROGRAM", own)
        .env("PATH", format!("{path}:/usr/sbin:/sbin"))
        .status()
        .expect("unshare is installed (package util-linux)");
    assert!(status.success(), "{status}");
}

fn bench() -> DynamicInterface {
    let path = root().join("interfaces/bench.x");
    let (module, told) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{told:?}")));
    DynamicInterface::find(&definition.expect("it can be lowered"), None).expect("it is there")
}

fn rpcbind_passes_broadcasts_on() {
    let mut server = Peer::start("libtirpc/tirpc_server", &["udp"]);
    let port = server.port();
    let bench = bench();
    let id = bench.id();
    let entry = Entry {
        program: id.program,
        version: id.version,
        netid: "udp".to_owned(),
        address: format!("127.0.0.1.{}.{}", port >> 8, port & 0xff),
        owner: String::new(),
    };
    let rpcbind = "onc+udp://127.0.0.1:111".parse().expect("a binding");
    let mut rpcbind = RegistryClient::open(&rpcbind).expect("it runs");
    assert!(rpcbind.set(&entry).expect("it answers"));
    let from = SocketAddr::from(([127, 0, 0, 1], port));
    for world in World::ALL {
        let answers = broadcast(world, Wanted::First(1), PATIENCE);
        let answers = answers.unwrap_or_else(|e| panic!("{world}: {e}"));
        assert_eq!(answers, [(from, vec![Value::I32(5)])], "{world}");
    }
    // Of a program that is not registered nobody says anything.
    assert!(rpcbind.unset(&entry).expect("it answers"));
    for world in World::ALL {
        let silence = broadcast(world, Wanted::UntilTimeout, SHORT);
        let silence = silence.unwrap_or_else(|e| panic!("{world}: {e}"));
        assert_eq!(silence, [], "{world}");
    }
}

/// Adds 2 and 3 wherever that is done: who answers, and with what.
fn broadcast(
    world: World,
    wanted: Wanted,
    timeout: Duration,
) -> Result<Vec<(SocketAddr, Vec<Value>)>, Error> {
    let options = ClientOptions {
        broadcast: true,
        timeout: Some(timeout),
        ..ClientOptions::default()
    };
    let everybody: Binding = "onc+udp://127.255.255.255".parse().expect("a binding");
    let terms = [Value::I32(2), Value::I32(3)];
    let mut answers = Vec::new();
    match Dynamic::connect(world, &everybody, bench(), &options)? {
        Stub::Blocking(mut client) => {
            client.gather("add", &terms, wanted, |answer| {
                answers.push((answer.from, answer.results));
                true
            })?;
        }
        Stub::Futures(client) => World::wait(async {
            let mut given = client.gather("add", &terms, wanted).await?;
            while let Some(answer) = given.next().await? {
                answers.push((answer.from, answer.results));
            }
            Ok::<_, Error>(())
        })?,
    }
    let answered = answers
        .into_iter()
        .map(|(from, results)| Ok((from, results?)));
    answered.collect()
}
