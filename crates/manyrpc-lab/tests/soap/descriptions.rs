//! What our servers answer to `?wsdl`, byte for byte, by the schemas of WSDL and of its bindings, with libxml2; and what we
//! gather from what foreign servers answer.

use manyrpc::dynamic::{DynamicInterface, DynamicService};
use manyrpc::{Binding, ClientOptions, Server, systems};
use serde_json::json;

use crate::relay::Relay;
use crate::scratch::Scratch;
use crate::support::dynamic::Dynamic;
use crate::support::world::World;
use crate::support::{Peer, judge, root};
use crate::{KNOWN, Results, http, read, started_with};

/// Definitions of several languages, with exceptions and unions, and what only WSDL has.
const DEFINITIONS: [&str; 11] = [
    "interfaces/bench.x",
    "interfaces/bench.idl",
    "interfaces/database.x",
    "interfaces/database.idl",
    "interfaces/database.proto",
    "interfaces/rpcecho.idl",
    "interfaces/soap/bench-encoded.wsdl",
    "interfaces/soap/bench-rpc.wsdl",
    "interfaces/soap/features.wsdl",
    "interfaces/soap/graphs.wsdl",
    "crates/manyrpc-gen/tests/corpus/exceptions.proto",
];

#[test]
fn served_descriptions_are_valid() {
    let mut examiner = Peer::start("soap-schemas/wsdl_check", &[]);
    for world in World::ALL {
        for settings in ["mtom=on", "version=1.2"] {
            let mut examine = |definition: &&str| {
                let result = examine(&mut examiner, world, definition, settings);
                (format!("{settings} {definition}"), result)
            };
            let results: Results = DEFINITIONS.iter().map(&mut examine).collect();
            judge(KNOWN, "our-descriptions", world.told(results));
        }
    }
}

fn examine(
    examiner: &mut Peer,
    world: World,
    definition: &str,
    settings: &str,
) -> Result<(), String> {
    let served = served(world, read(&root().join(definition)), settings)?;
    let file = Scratch::with("served", &served);
    match &*examiner.ask(&file.path().to_string_lossy()) {
        "ok" => Ok(()),
        wrong => Err(format!("{wrong}: {}", String::from_utf8_lossy(&served))),
    }
}

/// CXF's endpoints are of SOAP 1.2, as they say themselves, and compress their descriptions for who accepts it.
#[test]
fn we_speak_the_version_that_a_server_describes() {
    let mut server = Peer::start("soap-cxf/cxf_features_server", &["tcp", "0", "more=on"]);
    let port = server.port();
    for world in World::ALL {
        for (path, settings, is_new) in [
            ("", "", true),
            ("", "?version=1.1", false),
            ("packed", "", true),
        ] {
            let between = Relay::to(port);
            let at = format!("soap+http://127.0.0.1:{}/{path}{settings}", between.port());
            let binding: Binding = at.parse().expect("it is a binding");
            let describer = systems::describer_of(&binding).expect("SOAP has descriptions");
            let options = ClientOptions::default();
            let found = describer.find(&binding, &options, "divide");
            let (by, operation) = found.expect("it describes itself");
            let binding = describer.binding_for(&binding, &by);
            let mut ours = Dynamic::connect(world, &binding, by, &options).expect("it listens");
            let got = ours.call_json(&operation, &json!({"a": 42, "b": 5}));
            assert_eq!(got.expect("it answers"), json!(8), "{world} {at}");
            let [asked, _] = between.count("content-type: application/soap+xml");
            assert_eq!(asked, usize::from(is_new), "{world} {at}");
            let [_, packed] = between.count("content-encoding: gzip");
            assert_eq!(packed > 0, path == "packed", "{world} {at}");
        }
    }
}

/// The body of the answer to `?wsdl`, of a server of that interface.
fn served(world: World, interface: DynamicInterface, settings: &str) -> Result<Vec<u8>, String> {
    let service = DynamicService::new(interface, |_, _, values| Ok(values));
    let server = started_with(world, world.service(Server::builder(), service), settings);
    let asked = "GET /?wsdl HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    let answer = http::answer(server.port(), asked);
    server.stop();
    let (head, body) = answer.map_err(|e| e.to_string())?;
    let head = head.to_lowercase();
    let is_right = head.starts_with("http/1.1 200 ")
        && head.contains("\r\ncontent-type: text/xml")
        && head.contains(&format!("\r\ncontent-length: {}\r\n", body.len()));
    match is_right {
        true => Ok(body),
        false => Err(head),
    }
}
