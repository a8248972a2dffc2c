//! Our clients and our servers.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use manyrpc::corba::reference_to;
use manyrpc::server::{Builder, Caps};
use manyrpc::{Reference, Server, tls};
use manyrpc_engine::ObjectKey;
use manyrpc_model::Value;

use crate::certificates::{Authority, Valid};
use crate::party::{
    SECURE, builder, connect, connect_to, echo, serve, server, service, trusting, whoami,
};

#[test]
fn every_binding_that_is_secured_carries_calls() {
    let authority = Authority::new("the authority");
    for binding in SECURE {
        let server = server(binding, &authority);
        let mut client = connect(&server, trusting(&authority)).unwrap();
        let nobody = ("nobody".to_owned(), String::new());
        // Enough calls in a row for the connection to get a thread of its own.
        for _ in 0..200 {
            assert_eq!(whoami(&mut client).unwrap(), nobody, "{binding}");
        }
        // Below, at and above the size of a record, and of what a receive or send handles.
        for bytes in [0, 1, 16_383, 16_384, 16_385, 65_536, 300_001, 5 << 20] {
            echo(&mut client, bytes);
        }
        assert_eq!(client.client().counters().calls, 208);
        server.stop();
    }
}

#[test]
fn clients_with_certificates_are_known_by_them() {
    let authority = Authority::new("the authority");
    let identity = authority.server(&["localhost"], Valid::Now).identity();
    for binding in SECURE {
        let demanding = tls::Server::new(identity.clone()).demand_clients(authority.roots());
        let server = serve(binding, demanding);
        for (uri, principal) in [
            (None, "CN=alice,O=Example"),
            (
                Some("spiffe://example.org/alice"),
                "spiffe://example.org/alice",
            ),
        ] {
            let alice = authority.client("alice", uri).identity();
            let mut client = connect(&server, trusting(&authority).identity(alice)).unwrap();
            let known = (principal.to_owned(), "CN=alice,O=Example".to_owned());
            assert_eq!(whoami(&mut client).unwrap(), known, "{binding}");
        }
    }
}

#[test]
fn certificates_of_clients_may_be_optional() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["localhost"], Valid::Now);
    let asking = tls::Server::new(issued.identity()).ask_clients(authority.roots());
    let server = serve("grpcs://localhost:0", asking);
    let mut without = connect(&server, trusting(&authority)).unwrap();
    assert_eq!(whoami(&mut without).unwrap().0, "nobody");
    let bob = authority.client("bob", None).identity();
    let mut with = connect(&server, trusting(&authority).identity(bob)).unwrap();
    assert_eq!(whoami(&mut with).unwrap().0, "CN=bob,O=Example");
}

/// A server with another identity is treated as unreachable, and the next endpoint is checked
/// against its own name.
#[test]
fn every_endpoint_proves_its_own_name() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["db.example.org"], Valid::Now);
    let stranger = serve("grpcs://127.0.0.1:0", tls::Server::new(issued.identity()));
    let server = server("grpcs://localhost:0", &authority);
    let mut both = stranger.bindings()[0].clone();
    both.alternatives.push(server.bindings()[0].address.clone());
    whoami(&mut connect_to(&both, trusting(&authority)).unwrap()).unwrap();
    both.alternatives = vec![both.address.clone()];
    let error = connect_to(&both, trusting(&authority)).err();
    let error = error.expect("it has another name");
    let reason = error.tls().expect("its certificate is why").reason();
    assert_eq!(reason, tls::Reason::WrongName, "{error}");
}

/// A call that CORBA forwards goes to another server, whose certificate is to be for its own host.
#[test]
fn where_a_call_is_forwarded_to_proves_its_own_name() {
    let authority = Authority::new("the authority");
    for (name, reached) in [("127.0.0.1", true), ("localhost", false)] {
        let issued = authority.server(&[name], Valid::Now);
        let second = Server::builder()
            .object(ObjectKey::new(b"moved"), service())
            .tls(tls::Server::new(issued.identity()))
            .listen("iiops://127.0.0.1:0")
            .and_then(Builder::start)
            .unwrap();
        let first = server("iiops://localhost:0", &authority);
        let there = format!("{}/moved", second.bindings()[0]);
        let there = reference_to(&there.parse().unwrap(), "").unwrap();
        let there = Reference::from(there.to_string());
        first.adapter().forward("moved", &there, false);
        let at = format!("{}/moved", first.bindings()[0]);
        let mut client = connect_to(&at.parse().unwrap(), trusting(&authority)).unwrap();
        let told = whoami(&mut client);
        assert_eq!(told.is_ok(), reached, "{name}: {told:?}");
    }
}

#[test]
fn another_name_may_be_expected_and_anyone_trusted() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["db.example.org"], Valid::Now);
    let server = serve("grpcs://127.0.0.1:0", tls::Server::new(issued.identity()));
    let expecting = trusting(&authority).server_name("db.example.org");
    whoami(&mut connect(&server, expecting).unwrap()).unwrap();
    let careless = tls::Client::new().dangerously_trust_anyone();
    whoami(&mut connect(&server, careless).unwrap()).unwrap();
}

#[test]
fn an_address_may_be_what_a_certificate_is_for() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["127.0.0.1"], Valid::Now);
    let server = serve(
        "xmlrpc+https://127.0.0.1:0",
        tls::Server::new(issued.identity()),
    );
    whoami(&mut connect(&server, trusting(&authority)).unwrap()).unwrap();
}

#[test]
fn workers_and_reactors_alone_serve_secured_connections_too() {
    let authority = Authority::new("the authority");
    let identity = authority.server(&["localhost"], Valid::Now).identity();
    for (workers, dedicated) in [(2, 0), (0, 0)] {
        let caps = Caps {
            workers,
            dedicated,
            ..Caps::default()
        };
        let server = builder()
            .caps(caps)
            .tls(tls::Server::new(identity.clone()))
            .listen("grpcs://localhost:0")
            .and_then(|s| s.start())
            .unwrap();
        let mut client = connect(&server, trusting(&authority)).unwrap();
        for _ in 0..20 {
            whoami(&mut client).unwrap();
        }
        echo(&mut client, 3 << 20);
    }
}

#[test]
fn large_calls_both_ways_at_once_do_not_wait_for_each_other() {
    const CALLS: usize = 24;
    let authority = Authority::new("the authority");
    // Also without TLS: what is waited for must not be missed while a send blocks.
    for binding in [
        "grpcs://localhost:0",
        "jsonrpc+tls://localhost:0",
        "grpc://localhost:0",
    ] {
        let server = server(binding, &authority);
        let mut client = connect(&server, trusting(&authority)).unwrap();
        let data = Value::Bytes(vec![7; 1 << 20]);
        let begun: Vec<_> = (0..CALLS)
            .map(|_| client.send("echo", std::slice::from_ref(&data)).unwrap())
            .collect();
        for call in begun {
            assert!(
                client.wait(call).unwrap() == std::slice::from_ref(&data),
                "{binding}"
            );
        }
    }
}

/// Forwards bytes between a connecting client and `to`, a few at a time.
fn trickle(to: SocketAddr, bytes: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (near, _) = listener.accept().unwrap();
        let far = TcpStream::connect(to).unwrap();
        for (mut from, mut to) in [
            (near.try_clone().unwrap(), far.try_clone().unwrap()),
            (far, near),
        ] {
            to.set_nodelay(true).unwrap();
            std::thread::spawn(move || {
                let mut piece = vec![0; bytes];
                while let Ok(n @ 1..) = from.read(&mut piece) {
                    if to.write_all(&piece[..n]).is_err() {
                        break;
                    }
                }
                let _ = to.shutdown(std::net::Shutdown::Write);
            });
        }
    });
    at
}

#[test]
fn records_may_come_in_any_pieces() {
    let authority = Authority::new("the authority");
    let identity = authority.server(&["localhost"], Valid::Now).identity();
    let demanding = tls::Server::new(identity).demand_clients(authority.roots());
    let server = serve("grpcs://127.0.0.1:0", demanding);
    let to = SocketAddr::from(([127, 0, 0, 1], server.bindings()[0].port().unwrap()));
    for (bytes, echoed) in [(1, 3000), (7, 20_000), (1399, 400_000)] {
        let mut at = server.bindings()[0].clone();
        at.set_port(trickle(to, bytes).port());
        let carol = authority.client("carol", None).identity();
        let client = connect_to(
            &at,
            trusting(&authority)
                .server_name("localhost")
                .identity(carol),
        );
        let mut client = client.unwrap();
        assert_eq!(whoami(&mut client).unwrap().0, "CN=carol,O=Example");
        echo(&mut client, echoed);
    }
}

#[test]
fn a_connection_that_ended_is_opened_and_secured_again() {
    let authority = Authority::new("the authority");
    let caps = Caps {
        idle_for: Some(Duration::from_millis(20)),
        ..Caps::default()
    };
    let issued = authority.server(&["localhost"], Valid::Now);
    let server = builder()
        .caps(caps)
        .tls(tls::Server::new(issued.identity()))
        .listen("jsonrpc+https://localhost:0")
        .and_then(|s| s.start())
        .unwrap();
    let mut client = connect(&server, trusting(&authority)).unwrap();
    whoami(&mut client).unwrap();
    while server.status().connections > 0 {
        std::thread::yield_now();
    }
    // The client probes the connection once it has been idle for long enough.
    while server.status().accepted < 2 {
        let _ = whoami(&mut client);
    }
    whoami(&mut client).unwrap();
}
