//! Messages in other encodings than UTF-8, compressed ones, and messages with attachments that no schema speaks of (SOAP Messages with Attachments).

use manyrpc::Server;

use crate::support::world::World;
use crate::support::{Peer, judge};
use crate::{KNOWN, Results, client, features, interface, started_with, workloads};

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
