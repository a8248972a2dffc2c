//! `soap+https` with zeep and spyne, which know an authority and, if they are asked to, have certificates.

use manyrpc::{Binding, ClientOptions, Server, systems};
use serde_json::json;

use crate::features;
use crate::support::Peer;
use crate::support::dynamic::Dynamic;
use crate::support::papers::Papers;
use crate::support::world::World;

#[test]
fn zeep_calls_us_over_tls() {
    let papers = Papers::new("zeep-calls-us");
    let mut peer = None;
    for (world, mutual) in World::in_all([false, true]) {
        let server = features::added(world, Server::builder(), "features");
        let server = server.tls(papers.server(mutual));
        let server = server.listen("soap+https://127.0.0.1:0").expect("loopback");
        let served = world.start(server).expect("it starts");
        let port = served.port().to_string();
        let program = "soap-python/zeep_features_client";
        let peer = peer.get_or_insert_with(|| Peer::start(program, &["tcp", "127.0.0.1", &port]));
        let with = |own: bool| {
            let names = ["authority", "certificate", "key"];
            let files = papers.client_files(own);
            let files = names
                .iter()
                .zip(files)
                .map(|(name, file)| format!(" {name}={file}"));
            format!("with port={port}{}", files.collect::<String>())
        };
        assert_eq!(peer.ask(&with(mutual)), "ok");
        for case in ["divide", "failed", "scalars"] {
            assert_eq!(peer.ask(&format!("case {case}")), "ok", "{world} {case}");
        }
        if mutual {
            assert_eq!(peer.ask(&with(false)), "ok");
            let said = peer.ask("case divide");
            assert!(
                said.contains("SSL") || said.contains("Connection"),
                "{world}: {said}"
            );
        }
        served.stop();
    }
}

#[test]
fn we_call_spyne_over_tls() {
    let papers = Papers::new("we-call-spyne");
    for mutual in [false, true] {
        let files = papers.server_files(mutual);
        let mut server = Peer::start(
            "soap-python/spyne_server",
            &[&["tcp", "0"][..], &files].concat(),
        );
        let at = format!("soap+https://127.0.0.1:{}/", server.port());
        let binding: Binding = at.parse().expect("it is a binding");
        let options = |own| ClientOptions {
            tls: papers.client(own),
            ..ClientOptions::default()
        };
        let describer = systems::describer_of(&binding).expect("SOAP has descriptions");
        let found = describer.find(&binding, &options(mutual), "divide");
        let (by, _) = found.expect("it describes itself");
        for world in World::ALL {
            let call = |own| {
                let mut ours = Dynamic::connect(world, &binding, by.clone(), &options(own))?;
                ours.call_json("divide", &json!({"a": 42, "b": 5}))
            };
            assert_eq!(call(mutual).expect("it is let in"), json!(8), "{world}");
            assert_eq!(call(false).is_ok(), !mutual, "{world}");
        }
        // Nobody's certificates.
        let unknown = describer.find(&binding, &ClientOptions::default(), "divide");
        assert!(unknown.is_err(), "{unknown:?}");
    }
}
