//! What the headers of messages and of HTTP say: users (HTTP Basic, UsernameToken with a timestamp) and addresses
//! (WS-Addressing), with Apache CXF and zeep. A foreign program is started once for all of it.

use std::collections::BTreeSet;
use std::time::Duration;

use base64_simd::STANDARD as BASE64;
use manyrpc::async_client::LastMetadata;
use manyrpc::dynamic::{AsyncDynamicClient, DynamicClient};
use manyrpc::{AsyncClient, Binding, CallError, ClientOptions, Domain, Error, Fault};
use manyrpc::{ReplyMetadata, Server, User};
use manyrpc_engine::soap;
use serde_json::json;

use crate::support::dynamic::Dynamic;
use crate::support::world::{Served, Stub, World};
use crate::support::{Peer, judge};
use crate::{KNOWN, Results, client, features, forms, interface, relay, started};

/// The user of every server here.
const NAME: &str = "ann";
const PASSWORD: &str = "secret";

/// Who calls, and whether the servers take it.
const CALLERS: [(&str, &str, bool); 3] = [
    (NAME, PASSWORD, true),
    (NAME, "Secret", false),
    ("bob", PASSWORD, false),
];

/// How users are stated: the paths of the foreign servers.
const STATED: [&str; 3] = ["basic", "text", "digest"];

const VERSIONS: [&str; 2] = ["1.1", "1.2"];

/// What our client is told to state of a user.
fn options(stated: &str, name: &str, password: &str) -> ClientOptions {
    let mut options = ClientOptions::default();
    let user = User::new(name, password).lifetime(Duration::from_secs(60));
    match stated {
        "basic" => {
            let coded = BASE64.encode_to_string(format!("{name}:{password}"));
            let field = format!("Basic {coded}");
            options.metadata.push("authorization", field.as_str());
        }
        "text" => options.user = Some(user),
        _ => options.user = Some(user.digest()),
    }
    options
}

/// Our server of `features`, of that user only.
fn serve_user(world: World) -> Served {
    let server = Server::builder().users(|name| (name == NAME).then(|| PASSWORD.to_owned()));
    started(world, features::added(world, server, "features"))
}

/// Every user at each path of a foreign server.
fn we_state_users(world: World, port: u16) -> Results {
    let mut results = Results::new();
    for (stated, version) in pairs() {
        for (name, password, is_right) in CALLERS {
            let at = format!("soap+http://127.0.0.1:{port}/{stated}?version={version}");
            let binding: Binding = at.parse().expect("it is a binding");
            let options = options(stated, name, password);
            let by = interface("features.wsdl");
            let mut ours = Dynamic::connect(world, &binding, by, &options).expect("it listens");
            let result = match (
                ours.call_json("divide", &json!({"a": 42, "b": 5})),
                is_right,
            ) {
                (Ok(got), true) if got == json!(8) => Ok(()),
                (Err(Error::Call(CallError::Fault(fault))), false) if is_denial(&fault) => Ok(()),
                (other, _) => Err(format!("{other:?}")),
            };
            results.push((format!("{stated} {version} {name}:{password}"), result));
        }
    }
    results
}

/// HTTP says it without a fault.
fn is_denial(fault: &Fault) -> bool {
    let denied = soap::fault::DENIED as u32;
    match fault.plain() {
        Fault::Denied(_) | Fault::Status(Domain::Http, 401) => true,
        Fault::Status(Domain::Soap, code) => code == denied,
        _ => false,
    }
}

fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |stated| VERSIONS.map(|version| (stated, version));
    STATED.into_iter().flat_map(of)
}

/// Every user of a foreign client at our server.
fn they_state_users(peer: &mut Peer, port: u16) -> Results {
    let mut results = Results::new();
    for (stated, version) in pairs() {
        for (name, password, is_right) in CALLERS {
            let token = match stated {
                "basic" => String::new(),
                _ => format!(" token={stated}"),
            };
            let with = format!("with port={port} version={version} user={name}:{password}{token}");
            assert_eq!(peer.ask(&with), "ok");
            let result = match (&*peer.ask("case divide"), is_right) {
                ("ok", true) => Ok(()),
                // The status of HTTP, or the words of the fault.
                (why, false) if why.contains("401") || why.contains("denied") => Ok(()),
                (other, _) => Err(other.to_owned()),
            };
            results.push((format!("{stated} {version} {name}:{password}"), result));
        }
    }
    results
}

/// Every case of a foreign client with addresses, at our server. What it answers must relate to what it is asked.
fn they_state_addresses(peer: &mut Peer, world: World) -> Results {
    let served = features::serve(world, "features");
    let between = relay::Relay::to(served.port());
    let mut results = Results::new();
    for version in VERSIONS {
        let with = format!("with port={} version={version} wsa=on", between.port());
        assert_eq!(peer.ask(&with), "ok");
        for case in peer.ask("cases").split(' ') {
            let result = match &*peer.ask(&format!("case {case}")) {
                "ok" => Ok(()),
                wrong => Err(wrong.to_owned()),
            };
            results.push((format!("wsa {version} {case}"), result));
        }
    }
    served.stop();
    let said: Vec<String> = between.bodies().iter().map(|body| text(body)).collect();
    let stated = |name: &str| -> Vec<&str> {
        let found = said.iter().filter_map(|body| element(body, name));
        found.collect()
    };
    let (mut asked, answered) = (stated("MessageID"), stated("RelatesTo"));
    let distinct: BTreeSet<&str> = answered.iter().copied().collect();
    assert_eq!(distinct.len(), answered.len(), "{answered:?}");
    assert!(answered.len() > 20, "{answered:?}");
    // The two one-way calls of each version.
    asked.retain(|id| !distinct.contains(id));
    assert_eq!(asked.len(), 2 * VERSIONS.len(), "{asked:?}");
    results
}

/// The metadata of the results of a call to a server of `features` there.
fn metadata_of_results(world: World, port: u16, version: &str) -> ReplyMetadata {
    let at = format!("soap+http://127.0.0.1:{port}/?version={version}");
    let binding: Binding = at.parse().expect("it is a binding");
    let (by, last) = (interface("features.wsdl"), LastMetadata::new());
    let stubs = (
        |client| DynamicClient::new(client, by.clone()),
        |client: AsyncClient| AsyncDynamicClient::new(client.with_last_metadata(&last), by.clone()),
    );
    let options = ClientOptions::default();
    let client = world.connect(&binding, Some(by.id()), &options, stubs);
    let mut client: Dynamic = client.expect("it listens");
    let got = client.call_json("divide", &json!({"a": 42, "b": 5}));
    assert_eq!(got.expect("it answers"), json!(8));
    match &mut client {
        Stub::Blocking(client) => client.client().reply_metadata().clone(),
        Stub::Futures(_) => last.get(),
    }
}

/// They are fields of HTTP: gSOAP's and ours are read, and ours are between us and zeep, which does not mind them.
#[test]
fn results_have_metadata() {
    let mut server = Peer::start("soap-gsoap/gsoap_features_server", &["tcp", "0"]);
    let port = server.port();
    let mut peer = None;
    for (world, version) in World::ALL
        .into_iter()
        .flat_map(|w| VERSIONS.map(|v| (w, v)))
    {
        let theirs = metadata_of_results(world, port, version).initial;
        let name = theirs.get("server").expect("gSOAP says what it is");
        assert!(name.starts_with(b"gSOAP/2.8"), "{theirs:?}");

        let served = features::serve(world, "features");
        let ours = metadata_of_results(world, served.port(), version).initial;
        assert_eq!(ours.get(features::SERVED), Some(&b"divide"[..]));
        assert_eq!(ours.get(features::ENDED), Some(&b"yes"[..]));

        let between = relay::Relay::to(served.port());
        let peer =
            peer.get_or_insert_with(|| client("soap-python/zeep_features_client", &served, &[]));
        let with = format!("with port={} version={version}", between.port());
        assert_eq!(peer.ask(&with), "ok");
        for case in ["divide", "failed"] {
            assert_eq!(peer.ask(&format!("case {case}")), "ok", "{world} {version}");
        }
        // A fault has them, too.
        assert_eq!(between.count("x-served: divide\r\n"), [0, 2]);
        assert_eq!(between.count("x-ended: yes\r\n"), [0, 2]);
        served.stop();
    }
}

fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}

/// The text of the first element with that name, whatever its prefix.
fn element<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let at = [":", "<"].iter().find_map(|before| {
        let (_, rest) = document.split_once(&format!("{before}{name}"))?;
        rest.split_once('>')
    });
    at.and_then(|(_, rest)| rest.split('<').next())
}

#[test]
fn we_state_users_and_addresses_to_cxf_and_compress() {
    let mut server = Peer::start("soap-cxf/cxf_features_server", &["tcp", "0", "more=on"]);
    let port = server.port();
    for world in World::ALL {
        let mut results = we_state_users(world, port);
        for version in VERSIONS {
            let at = format!("soap+http://127.0.0.1:{port}/addressed?version={version}&wsa=on");
            let manner = format!("wsa {version}");
            results.extend(features::cases(world, &at, "features", &manner));
        }
        let between = relay::Relay::to(port);
        let at = format!(
            "soap+http://127.0.0.1:{}/packed?compress=gzip",
            between.port()
        );
        results.extend(features::cases(world, &at, "features", "gzip"));
        let [ours, theirs] = between.count("content-encoding: gzip");
        assert!(ours > 5 && theirs > 5, "{ours} {theirs}");
        judge(KNOWN, "our-cases-at-cxf", world.told(results));
    }
}

/// What a client says besides what it is asked: its users, its addresses, its encodings.
fn they_say_more(library: &str, forms: fn(&mut Peer, World) -> Results) {
    let program = match library {
        "cxf" => "soap-cxf/cxf_features_client",
        _ => "soap-python/zeep_features_client",
    };
    let mut peer = None;
    for world in World::ALL {
        let served = serve_user(world);
        let peer = peer.get_or_insert_with(|| client(program, &served, &[]));
        let mut results = they_state_users(peer, served.port());
        served.stop();
        results.extend(they_state_addresses(peer, world));
        results.extend(forms(peer, world));
        judge(KNOWN, &format!("cases-of-{library}"), world.told(results));
    }
}

#[test]
fn cxf_says_more() {
    they_say_more("cxf", forms::of_cxf);
}

#[test]
fn zeep_says_more() {
    they_say_more("zeep", forms::of_zeep);
}
