//! The foreign peers of `Database.Request` among themselves: every client of a system calls every
//! server of it, with and without the photo, and checks every field of every reply
//! (`peers/database.md` has the values). What fails here is not ours to repair, but must be known
//! before we are blamed for it.

mod support;

use std::thread;

use support::Peer;

/// The calls of one command; the ids that go with them have every name.
const CALLS: usize = 12;

/// Every pair of a client and a server of this system.
fn matrix(system: &str, languages: &[&str]) {
    let mut servers: Vec<Peer> = languages
        .iter()
        .map(|language| Peer::start(&format!("{language}/{system}_server"), &["tcp"]))
        .collect();
    let ports: Vec<String> = servers.iter_mut().map(|s| s.port().to_string()).collect();
    let mut failed = Vec::new();
    for client in languages {
        thread::scope(|scope| {
            // One client at each server at a time.
            let calling = ports
                .iter()
                .map(|port| scope.spawn(|| calls(client, system, port)));
            let calling: Vec<_> = calling.collect();
            for (server, outcome) in languages.iter().zip(calling) {
                if let Err(why) = outcome.join().expect("a peer's fault is no panic") {
                    failed.push(format!("{client} calls {server}: {why}"));
                }
            }
        });
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn calls(language: &str, system: &str, port: &str) -> Result<(), String> {
    let program = format!("{language}/{system}_client");
    let mut client = Peer::start(&program, &["tcp", "127.0.0.1", port]);
    for workload in ["info", "info-photo"] {
        let timed = client.run(&format!("run {workload} {CALLS}"))?;
        if timed != CALLS {
            return Err(format!("{timed} calls"));
        }
    }
    Ok(())
}

#[test]
fn grpc_libraries_understand_each_other() {
    matrix("grpc", &["cpp", "ruby", "python", "go", "java", "rust"]);
}

#[test]
fn xml_rpc_libraries_understand_each_other() {
    matrix("xmlrpc", &["cpp", "ruby", "python", "java"]);
}

#[test]
fn json_rpc_libraries_understand_each_other() {
    matrix("jsonrpc", &["cpp", "ruby", "java"]);
}
