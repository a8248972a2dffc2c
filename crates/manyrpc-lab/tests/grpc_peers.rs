//! `Database.Request` over gRPC, ours and theirs, both directions, every language
//! (`peers/database.md` has the values); of two also over TLS, with certificates of clients and
//! without. What does not work is listed in `grpc_known_failures.txt`, which only shrinks.

mod support;

use manyrpc::ClientOptions;
use support::database::{Results, called_by, calls, database, serve};
use support::dynamic::Dynamic;
use support::papers::Papers;
use support::world::World;
use support::{Peer, judge};

const KNOWN: &str = include_str!("grpc_known_failures.txt");

const LANGUAGES: [&str; 6] = ["cpp", "ruby", "python", "go", "java", "rust"];

/// Those whose peers take certificates.
const SECURED: [&str; 2] = ["go", "rust"];

#[test]
fn every_language_calls_us() {
    for world in World::ALL {
        let (server, port) = serve(world, "grpc://127.0.0.1:0", |builder| builder);
        let results: Results = LANGUAGES
            .iter()
            .flat_map(|language| {
                let program = format!("{language}/grpc_client");
                called_by(language, &program, &["tcp", "127.0.0.1", &port])
            })
            .collect();
        judge(KNOWN, "calls-us", world.told(results));
        server.stop();
    }
}

#[test]
fn we_call_every_language() {
    let mut results = World::ALL.map(|world| (world, Results::new()));
    for language in LANGUAGES {
        let mut server = Peer::start(&format!("{language}/grpc_server"), &["tcp"]);
        let binding = format!("grpc://127.0.0.1:{}", server.port());
        for (world, results) in &mut results {
            let mut client = Dynamic::open(*world, &binding, database()).expect("it listens");
            results.extend(calls(language, &mut client));
        }
    }
    for (world, results) in results {
        judge(KNOWN, "we-call", world.told(results));
    }
}

#[test]
fn they_call_us_over_tls() {
    let papers = Papers::new("they-call");
    for world in World::ALL {
        let mut results = Results::new();
        for mutual in [false, true] {
            let (server, port) = serve(world, "grpcs://127.0.0.1:0", |builder| {
                builder.tls(papers.server(mutual))
            });
            for language in SECURED {
                let program = format!("{language}/grpc_client");
                let files = papers.client_files(mutual);
                let arguments = [&["tcp", "127.0.0.1", &port][..], &files].concat();
                let case = format!("{language} {}", kind(mutual));
                results.extend(called_by(&case, &program, &arguments));
            }
            server.stop();
        }
        judge(KNOWN, "calls-us", world.told(results));
    }
}

/// A client without a certificate is refused where one is demanded.
#[test]
fn they_do_not_call_us_without_a_certificate() {
    let papers = Papers::new("without");
    for world in World::ALL {
        let (server, port) = serve(world, "grpcs://127.0.0.1:0", |builder| {
            builder.tls(papers.server(true))
        });
        for language in SECURED {
            let program = format!("{language}/grpc_client");
            let files = papers.client_files(false);
            let arguments = [&["tcp", "127.0.0.1", &port][..], &files].concat();
            let results = called_by(language, &program, &arguments);
            let refused = results.iter().all(|(_, r)| r.is_err());
            assert!(refused, "{world:?}: {results:?}");
        }
        server.stop();
    }
}

#[test]
fn we_call_them_over_tls() {
    let papers = Papers::new("we-call");
    let mut results = World::ALL.map(|world| (world, Results::new()));
    for language in SECURED {
        for mutual in [false, true] {
            let files = papers.server_files(mutual);
            let arguments = [&["tcp", "0"][..], &files].concat();
            let mut server = Peer::start(&format!("{language}/grpc_server"), &arguments);
            let binding = format!("grpcs://127.0.0.1:{}", server.port());
            let binding = binding.parse().expect("a binding");
            let options = ClientOptions {
                tls: papers.client(mutual),
                ..ClientOptions::default()
            };
            let case = format!("{language} {}", kind(mutual));
            for (world, results) in &mut results {
                let client = Dynamic::connect(*world, &binding, database(), &options);
                results.extend(calls(&case, &mut client.expect("it listens")));
            }
        }
    }
    for (world, results) in results {
        judge(KNOWN, "we-call", world.told(results));
    }
}

fn kind(mutual: bool) -> &'static str {
    match mutual {
        true => "mutual-tls",
        false => "tls",
    }
}
