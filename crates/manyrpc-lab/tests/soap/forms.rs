//! Messages in other encodings than UTF-8, compressed ones, and messages with attachments that no schema speaks of (SOAP Messages with Attachments).

use manyrpc::Server;
use manyrpc_lab::workload::PHOTO_BYTES;
use serde_json::json;

use crate::relay::Relay;
use crate::support::dynamic::Dynamic;
use crate::support::world::World;
use crate::support::{Peer, bench, judge};
use crate::{KNOWN, Results, client, described, features, interface, started_with, workloads};

/// The libraries that know MTOM, with their servers and clients.
const PACKERS: [(&str, &str); 2] = [
    ("soap-gsoap/gsoap_server", "soap-gsoap/gsoap_client"),
    ("soap-cxf/cxf_server", "soap-cxf/cxf_client"),
];

/// What is around bytes in a package at most, and around an answer without any.
const AROUND: usize = 4096;

/// The bytes that are echoed.
const ECHOED: usize = 65_536;

/// What went through a relay was so much, in attachments, and little around it.
fn are_attached(between: &Relay, sent: [usize; 2], calls: &str) {
    let [asked, answered] = between.count("application/xop+xml");
    assert!(asked > 0 && answered > 0, "{calls}: {asked} {answered}");
    for (said, bytes) in between.bytes().into_iter().zip(sent) {
        assert!(
            (bytes..bytes + 3 * AROUND).contains(&said),
            "{calls}: {said}"
        );
    }
}

// XOP section 1: Base64 would take a third more.
#[test]
fn bytes_travel_as_they_are() {
    for (server, client) in PACKERS {
        let mut server = Peer::start(server, &["tcp", "0", "mtom=on"]);
        let port = server.port();
        for world in World::ALL {
            let between = Relay::to(port);
            let at = format!("soap+http://127.0.0.1:{}/?mtom=on", between.port());
            let mut ours = bench::open(world, &at).expect("it listens");
            for workload in ["info-photo", "echo:65536"] {
                let done = bench::call(&mut ours, workload);
                assert_eq!(done, Ok(()), "{world} {client} {workload}");
            }
            let sent = [ECHOED, ECHOED + PHOTO_BYTES];
            are_attached(&between, sent, &format!("{world}, as {client}"));

            let served = bench::serve(world, &["soap+http://127.0.0.1:0/?mtom=on"]);
            let between = Relay::to(served.port());
            let port = between.port().to_string();
            let mut peer = Peer::start(client, &["tcp", "127.0.0.1", &port, "mtom=on"]);
            // Who sends no package, as there is nothing to attach, is answered with none.
            assert_eq!(peer.run_all("echo:65536", 1), Ok(()), "{world} {client}");
            are_attached(&between, [ECHOED; 2], &format!("{world}, by {client}"));
            served.stop();
        }
    }
}

/// The encoding of messages, and where they say it, if not in the document.
type Encodings = &'static [&'static str];

const OF_ZEEP: Encodings = &[
    "coding=gzip",
    "encoding=utf-16",
    "encoding=iso-8859-1",
    "encoding=iso-8859-1 declared=type",
    "encoding=utf-16 declared=type",
];

const OF_CXF: Encodings = &["encoding=UTF-16", "encoding=ISO-8859-1"];

/// A client's cases with letters that need more than one byte in UTF-8.
fn they_write(peer: &mut Peer, world: World, encodings: Encodings) -> Results {
    let server = features::added(world, Server::builder(), "features");
    let served = started_with(world, server, "compress=gzip");
    let mut results = Results::new();
    for encoding in encodings {
        let with = format!("with port={} {encoding}", served.port());
        assert_eq!(peer.ask(&with), "ok");
        let result = match &*peer.ask("case scalars") {
            "ok" => Ok(()),
            wrong => Err(wrong.to_owned()),
        };
        results.push((format!("{encoding} scalars"), result));
    }
    served.stop();
    results
}

pub(crate) fn of_cxf(peer: &mut Peer, world: World) -> Results {
    they_write(peer, world, OF_CXF)
}

pub(crate) fn of_zeep(peer: &mut Peer, world: World) -> Results {
    they_write(peer, world, OF_ZEEP)
}

/// spyne says that its answers are of UTF-8 all the same, which their mark is before (RFC 7303 section 3.3).
#[test]
fn answers_in_utf_16_are_read() {
    let mut server = Peer::start("soap-python/spyne_server", &["tcp", "0", "encoding=utf-16"]);
    let between = Relay::to(server.port());
    let at = format!("soap+http://127.0.0.1:{}/", between.port());
    let by = described(&at, "concat");
    for world in World::ALL {
        let mut ours = Dynamic::open(world, &at, by.clone()).expect("it listens");
        let got = ours.call_json("concat", &json!({"left": "Király ", "right": "美🦀"}));
        assert_eq!(got.expect("it answers"), json!("Király 美🦀"), "{world}");
    }
    // The description is in UTF-8.
    let [_, plain] = between.count("<soap11env:Envelope");
    assert_eq!(plain, 0);
}

#[test]
fn soap_lite_attaches() {
    for world in World::ALL {
        let served = workloads::serve(world, interface("bench-encoded.wsdl"));
        let mut peer = client("soap-lite/lite_client", &served, &[]);
        let mut results = Results::new();
        for attached in [
            "attached 10 8bit",
            "attached 100000 binary",
            "attached 100000 base64",
        ] {
            let result = match &*peer.ask(attached) {
                "ok" => Ok(()),
                wrong => Err(wrong.to_owned()),
            };
            results.push((attached.to_owned(), result));
        }
        judge(KNOWN, "lite-calls-us", world.told(results));
        served.stop();
    }
}
