//! Entries of headers that must be understood, by their roles (SOAP 1.1 sections 4.2.2 and 4.2.3; SOAP 1.2 part 1 sections 2.2 and 2.4):
//! ours at gSOAP and Apache CXF, and zeep's at our server. Nobody knows what the entry is.

use manyrpc::{Binding, CallError, ClientOptions, Domain, Error, Fault};
use manyrpc_engine::soap::fault::MUST_UNDERSTAND;
use serde_json::json;

use crate::support::dynamic::Dynamic;
use crate::support::world::World;
use crate::support::{Peer, judge};
use crate::{KNOWN, Results, client, features, interface};

/// What an entry says of SOAP, and whether its receiver has to refuse it.
struct Entry {
    version: &'static str,
    case: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    is_refused: bool,
}

const fn entry(
    version: &'static str,
    case: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    is_refused: bool,
) -> Entry {
    Entry {
        version,
        case,
        attributes,
        is_refused,
    }
}

const MUST: (&str, &str) = ("mustUnderstand", "1");
const NEXT_OF_1_1: (&str, &str) = ("actor", "http://schemas.xmlsoap.org/soap/actor/next");
const NEXT: (&str, &str) = ("role", "http://www.w3.org/2003/05/soap-envelope/role/next");
const NONE: (&str, &str) = ("role", "http://www.w3.org/2003/05/soap-envelope/role/none");
const LAST: (&str, &str) = (
    "role",
    "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver",
);

const ENTRIES: [Entry; 13] = [
    entry("1.1", "plain", &[], false),
    entry("1.1", "may", &[("mustUnderstand", "0")], false),
    entry("1.1", "must", &[MUST], true),
    entry("1.1", "next must", &[MUST, NEXT_OF_1_1], true),
    entry(
        "1.1",
        "another must",
        &[MUST, ("actor", "urn:another")],
        false,
    ),
    entry("1.2", "plain", &[], false),
    entry("1.2", "may", &[("mustUnderstand", "false")], false),
    entry("1.2", "must", &[("mustUnderstand", "true")], true),
    entry("1.2", "must by number", &[MUST], true),
    entry("1.2", "next must", &[MUST, NEXT], true),
    entry("1.2", "the last must", &[MUST, LAST], true),
    entry("1.2", "nobody must", &[MUST, NONE], false),
    entry(
        "1.2",
        "another must",
        &[MUST, ("role", "urn:another")],
        false,
    ),
];

/// A call with each of them, to a server of `features` there.
fn we_state(world: World, port: u16) -> Results {
    let results = ENTRIES.iter().map(|entry| {
        let attributes = entry.attributes.iter();
        let attributes = attributes.map(|(name, value)| format!(" soap:{name}=\"{value}\""));
        let attributes: String = attributes.collect();
        let mut options = ClientOptions::default();
        let text = format!("<t:T xmlns:t=\"urn:t\"{attributes}>5</t:T>");
        options.metadata.push("soap-header", text.as_str());
        let at = format!("soap+http://127.0.0.1:{port}/?version={}", entry.version);
        let binding: Binding = at.parse().expect("it is a binding");
        let by = interface("features.wsdl");
        let mut ours = Dynamic::connect(world, &binding, by, &options).expect("it listens");
        let got = ours.call_json("divide", &json!({"a": 42, "b": 5}));
        let result = match (got, entry.is_refused) {
            (Ok(got), false) if got == json!(8) => Ok(()),
            (Err(Error::Call(CallError::Fault(fault))), true) if is_misunderstood(&fault) => Ok(()),
            (other, _) => Err(format!("{other:?}")),
        };
        (format!("entry {} {}", entry.version, entry.case), result)
    });
    results.collect()
}

fn is_misunderstood(fault: &Fault) -> bool {
    fault.plain() == Fault::Status(Domain::Soap, MUST_UNDERSTAND as u32)
}

#[test]
fn servers_understand_what_they_must_or_refuse() {
    for (library, program) in [
        ("gsoap", "soap-gsoap/gsoap_features_server"),
        ("cxf", "soap-cxf/cxf_features_server"),
    ] {
        let mut server = Peer::start(program, &["tcp", "0"]);
        let port = server.port();
        for world in World::ALL {
            let results = we_state(world, port);
            judge(
                KNOWN,
                &format!("our-cases-at-{library}"),
                world.told(results),
            );
        }
    }
}

#[test]
fn our_server_understands_what_it_must_or_refuses() {
    let mut peer = None;
    for world in World::ALL {
        let served = features::serve(world, "features");
        let peer =
            peer.get_or_insert_with(|| client("soap-python/zeep_features_client", &served, &[]));
        let results = ENTRIES.iter().map(|entry| {
            let with = format!("with port={} version={}", served.port(), entry.version);
            assert_eq!(peer.ask(&with), "ok");
            let attributes = entry.attributes.iter();
            let attributes = attributes.map(|(name, value)| format!(" {name}={value}"));
            let said = peer.ask(&format!("entry{}", attributes.collect::<String>()));
            let result = match (&*said, entry.is_refused) {
                ("ok", false) => Ok(()),
                (fault, true)
                    if fault.starts_with("fault ") && fault.ends_with("MustUnderstand") =>
                {
                    Ok(())
                }
                (other, _) => Err(other.to_owned()),
            };
            (format!("entry {} {}", entry.version, entry.case), result)
        });
        judge(KNOWN, "cases-of-zeep", world.told(results.collect()));
        served.stop();
    }
}
