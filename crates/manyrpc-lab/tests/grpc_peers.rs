//! `Database.Request` over gRPC, ours and theirs, both directions, every language
//! (`peers/database.md` has the values); of two also over TLS, with certificates of clients and
//! without. What does not work is listed in `grpc_known_failures.txt`, which only shrinks.

mod support;

use manyrpc::dynamic::DynamicClient;
use manyrpc::{Client, ClientOptions};
use support::database::{Results, called_by, calls, database, serve};
use support::papers::Papers;
use support::{Peer, judge};

const KNOWN: &str = include_str!("grpc_known_failures.txt");

const LANGUAGES: [&str; 6] = ["cpp", "ruby", "python", "go", "java", "rust"];

/// Those whose peers take certificates.
const SECURED: [&str; 2] = ["go", "rust"];

#[test]
fn every_language_calls_us() {
    let (server, port) = serve("grpc://127.0.0.1:0", |builder| builder);
    let results: Results = LANGUAGES
        .iter()
        .flat_map(|language| {
            let program = format!("{language}/grpc_client");
            called_by(language, &program, &["tcp", "127.0.0.1", &port])
        })
        .collect();
    judge(KNOWN, "calls-us", results);
    server.stop();
}

#[test]
fn we_call_every_language() {
    let mut results = Results::new();
    for language in LANGUAGES {
        let mut server = Peer::start(&format!("{language}/grpc_server"), &["tcp"]);
        let binding = format!("grpc://127.0.0.1:{}", server.port());
        let client = Client::open(&binding).expect("it listens");
        let mut client = DynamicClient::new(client, database());
        results.extend(calls(language, &mut client));
    }
    judge(KNOWN, "we-call", results);
}

#[test]
fn they_call_us_over_tls() {
    let papers = Papers::new("they-call");
    let mut results = Results::new();
    for mutual in [false, true] {
        let (server, port) = serve("grpcs://127.0.0.1:0", |builder| {
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
    judge(KNOWN, "calls-us", results);
}

/// A client without a certificate is refused where one is demanded.
#[test]
fn they_do_not_call_us_without_a_certificate() {
    let papers = Papers::new("without");
    let (server, port) = serve("grpcs://127.0.0.1:0", |builder| {
        builder.tls(papers.server(true))
    });
    for language in SECURED {
        let program = format!("{language}/grpc_client");
        let files = papers.client_files(false);
        let arguments = [&["tcp", "127.0.0.1", &port][..], &files].concat();
        let results = called_by(language, &program, &arguments);
        assert!(results.iter().all(|(_, r)| r.is_err()), "{results:?}");
    }
    server.stop();
}

#[test]
fn we_call_them_over_tls() {
    let papers = Papers::new("we-call");
    let mut results = Results::new();
    for language in SECURED {
        for mutual in [false, true] {
            let files = papers.server_files(mutual);
            let arguments = [&["tcp", "0"][..], &files].concat();
            let mut server = Peer::start(&format!("{language}/grpc_server"), &arguments);
            let binding = format!("grpcs://127.0.0.1:{}", server.port());
            let options = ClientOptions {
                tls: papers.client(mutual),
                ..ClientOptions::default()
            };
            let binding = binding.parse().expect("a binding");
            let id = database();
            let client = Client::connect(&binding, Some(id.id()), &options).expect("it listens");
            let mut client = DynamicClient::new(client, id);
            let case = format!("{language} {}", kind(mutual));
            results.extend(calls(&case, &mut client));
        }
    }
    judge(KNOWN, "we-call", results);
}

fn kind(mutual: bool) -> &'static str {
    match mutual {
        true => "mutual-tls",
        false => "tls",
    }
}
