//! TLS failures are reported, and do not affect other connections.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use manyrpc::dynamic::DynamicClient;
use manyrpc::server::{Caps, Running};
use manyrpc::tls::{self, Identity, Reason, Roots};
use manyrpc::{Binding, CallError, ClientOptions, Closed, Error};

use crate::certificates::{Authority, Files, Valid};
use crate::party::{builder, connect, connect_to, serve, server, trusting, whoami};

fn refused(result: Result<DynamicClient, Error>, reason: Reason, words: &str) {
    let error = result.err().expect("the handshake must fail");
    let text = error.to_string();
    assert_eq!(error.tls().map(|e| e.reason()), Some(reason), "{text}");
    assert!(text.contains(words), "{text:?} without {words:?}");
}

#[test]
fn certificates_that_do_not_prove_who_the_server_is_are_refused() {
    let (authority, stranger) = (
        Authority::new("the authority"),
        Authority::new("a stranger"),
    );
    for (issued, trusted, reason, words) in [
        (
            authority.server(&["other.example", "more.example"], Valid::Now),
            &authority,
            Reason::WrongName,
            "not for `localhost` but for `other.example`, `more.example`",
        ),
        (
            stranger.server(&["localhost"], Valid::Now),
            &authority,
            Reason::UnknownIssuer,
            "trust the authority",
        ),
        (
            authority.server(&["localhost"], Valid::Past),
            &authority,
            Reason::Expired,
            "has expired",
        ),
        (
            authority.server(&["localhost"], Valid::Future),
            &authority,
            Reason::Expired,
            "is not valid yet",
        ),
        (
            authority.client("localhost", None),
            &authority,
            Reason::WrongName,
            "nor for any other name",
        ),
    ] {
        let server = serve("grpcs://localhost:0", tls::Server::new(issued.identity()));
        refused(connect(&server, trusting(trusted)), reason, words);
    }
}

/// A client learns with its first call that its certificate is missing or rejected: the handshake
/// is already complete on its side.
fn call_refused(server: &Running, tls: tls::Client, words: &str) {
    let error = match connect(server, tls) {
        Ok(mut client) => whoami(&mut client).expect_err("it must not be served"),
        Err(error) => error,
    };
    assert!(error.to_string().contains(words), "{error}");
    let insecure = matches!(
        error,
        Error::Call(CallError::Closed(Closed::Insecure(_))) | Error::Io { .. }
    );
    assert!(insecure, "{error:?}");
}

#[test]
fn servers_refuse_clients_that_do_not_prove_who_they_are() {
    let (authority, stranger) = (
        Authority::new("the authority"),
        Authority::new("a stranger"),
    );
    let issued = authority.server(&["localhost"], Valid::Now);
    let server = serve(
        "grpcs://localhost:0",
        tls::Server::new(issued.identity()).demand_clients(authority.roots()),
    );
    let alice = authority.client("alice", None).identity();
    let mut known = connect(&server, trusting(&authority).identity(alice)).unwrap();
    for _ in 0..3 {
        call_refused(
            &server,
            trusting(&authority),
            "wants to see a certificate and got none",
        );
        let mallory = stranger.client("alice", None).identity();
        let mallory = trusting(&authority).identity(mallory);
        call_refused(
            &server,
            mallory,
            "does not trust whoever signed our certificate",
        );
        assert_eq!(whoami(&mut known).unwrap().0, "CN=alice,O=Example");
    }
}

#[test]
fn a_client_without_tls_at_a_secured_port_is_told() {
    let authority = Authority::new("the authority");
    for (secure, plain) in [
        ("grpcs://localhost:0", "grpc"),
        ("jsonrpc+https://localhost:0", "jsonrpc+http"),
        ("xmlrpc+https://localhost:0", "xmlrpc+http"),
        ("jsonrpc+tls://localhost:0", "jsonrpc+tcp"),
    ] {
        let server = server(secure, &authority);
        let mut good = connect(&server, trusting(&authority)).unwrap();
        let port = server.bindings()[0].port().unwrap();
        let at: Binding = format!("{plain}://localhost:{port}").parse().unwrap();
        let mut client = connect_to(&at, tls::Client::new()).unwrap();
        let error = whoami(&mut client).unwrap_err();
        match plain {
            // Without HTTP an alert can be the beginning of a message.
            "jsonrpc+tcp" => assert!(matches!(error, Error::Call(CallError::Closed(_)))),
            _ => assert!(error.to_string().contains("speaks TLS"), "{plain}: {error}"),
        }
        whoami(&mut good).unwrap();
    }
}

#[test]
fn a_client_with_tls_at_a_plain_port_says_so() {
    let authority = Authority::new("the authority");
    for (plain, secure) in [
        ("grpc://localhost:0", "grpcs"),
        ("xmlrpc+http://localhost:0", "xmlrpc+https"),
        ("jsonrpc+tcp://localhost:0", "jsonrpc+tls"),
    ] {
        let server = builder().listen(plain).and_then(|s| s.start()).unwrap();
        let port = server.bindings()[0].port().unwrap();
        let at: Binding = format!("{secure}://localhost:{port}").parse().unwrap();
        refused(
            connect_to(&at, trusting(&authority)),
            Reason::NotTls,
            "not speak TLS on that port",
        );
    }
}

/// Everything until the end of the stream.
fn rest(mut stream: &TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    // A reset also counts as the end.
    let _ = stream.read_to_end(&mut all);
    all
}

fn address(server: &Running) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], server.bindings()[0].port().unwrap()))
}

#[test]
fn garbage_instead_of_a_handshake_ends_that_connection() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["127.0.0.1"], Valid::Now);
    let server = serve("grpcs://127.0.0.1:0", tls::Server::new(issued.identity()));
    let mut good = connect(&server, trusting(&authority)).unwrap();
    let hello_too_long = [&[22, 3, 1, 0x40, 0, 1, 0xff, 0xff, 0xff][..], &[0; 20_000]].concat();
    for garbage in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        &[0; 100],
        &[22, 3, 1, 0xff, 0xff, 1],
        &hello_too_long,
        // A change of cipher and an alert, without any context.
        &[20, 3, 3, 0, 1, 1, 21, 3, 3, 0, 2, 2, 80],
    ] {
        let mut stream = TcpStream::connect(address(&server)).unwrap();
        stream.write_all(garbage).unwrap();
        let said = rest(&stream);
        assert!(
            said.is_empty() || said[0] == 21,
            "an alert or nothing: {said:?}"
        );
        whoami(&mut good).unwrap();
    }
}

#[test]
fn a_handshake_that_is_not_finished_in_time_is_given_up() {
    const WITHIN: Duration = Duration::from_millis(200);
    let authority = Authority::new("the authority");
    let issued = authority.server(&["127.0.0.1"], Valid::Now);
    let settings = tls::Server::new(issued.identity()).handshake_within(WITHIN);
    let server = serve("grpcs://127.0.0.1:0", settings);
    let mut good = connect(&server, trusting(&authority)).unwrap();
    let begun = Instant::now();
    let silent = TcpStream::connect(address(&server)).unwrap();
    let mut slow = TcpStream::connect(address(&server)).unwrap();
    slow.write_all(&[22, 3, 1]).unwrap();
    whoami(&mut good).unwrap();
    for stream in [silent, slow] {
        rest(&stream);
        assert!(begun.elapsed() >= WITHIN);
    }
    whoami(&mut good).unwrap();
}

#[test]
fn the_oldest_unfinished_handshakes_make_room_for_others() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["127.0.0.1"], Valid::Now);
    let caps = Caps {
        handshakes: 3,
        reactors: 1,
        ..Caps::default()
    };
    let server = builder()
        .caps(caps)
        .tls(tls::Server::new(issued.identity()).handshake_within(Duration::from_secs(3600)))
        .listen("grpcs://127.0.0.1:0")
        .and_then(|s| s.start())
        .unwrap();
    let mut good = connect(&server, trusting(&authority)).unwrap();
    let idle: Vec<TcpStream> = (0..5)
        .map(|_| TcpStream::connect(address(&server)).unwrap())
        .collect();
    for stream in &idle[..2] {
        assert!(rest(stream).is_empty());
    }
    // A client that completes the handshake is not counted.
    let mut late = connect(&server, trusting(&authority)).unwrap();
    whoami(&mut late).unwrap();
    whoami(&mut good).unwrap();
    assert!(server.status().connections >= 4);
}

#[test]
fn a_server_that_does_not_answer_the_handshake_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = format!("grpcs://{}", listener.local_addr().unwrap());
    let mut options = ClientOptions {
        tls: trusting(&Authority::new("the authority")),
        ..ClientOptions::default()
    };
    options.driver.connect_timeout = Duration::from_millis(100);
    let error = manyrpc::Client::connect(&at.parse().unwrap(), None, &options)
        .err()
        .unwrap();
    assert_eq!(
        error.tls().map(|e| e.reason()),
        Some(Reason::TooSlow),
        "{error}"
    );
    // One that closes immediately is a different case.
    let closing = std::thread::spawn(move || drop(listener.accept()));
    let error = manyrpc::Client::connect(&at.parse().unwrap(), None, &options)
        .err()
        .unwrap();
    // The first attempt may still be waiting to be accepted.
    let reason = error.tls().map(|e| e.reason());
    assert!(
        matches!(reason, Some(Reason::TooSlow | Reason::NotTls)),
        "{error}"
    );
    closing.join().unwrap();
}

#[test]
fn settings_that_will_not_do_are_said_before_anything_happens() {
    let authority = Authority::new("the authority");
    let (one, other) = (
        authority.client("one", None),
        authority.client("other", None),
    );
    let mixed = Identity::from_pem(one.certificate.as_bytes(), other.key.as_bytes()).unwrap();
    let error = builder()
        .tls(tls::Server::new(mixed))
        .listen("grpcs://127.0.0.1:0")
        .and_then(|s| s.start())
        .err()
        .unwrap();
    let text = error.to_string();
    assert_eq!(text, "the private key is not that of the certificate");
    let error = builder()
        .listen("grpcs://127.0.0.1:0")
        .and_then(|s| s.start());
    let text = error.err().unwrap().to_string();
    assert!(text.contains("neither certificate nor key"), "{text}");

    let files = Files::new();
    let key = files.put("key.pem", &one.key);
    let nothing = files.path("nothing.pem");
    for (result, words) in [
        (Roots::read(key.as_ref()).map(drop), "no certificate in"),
        (Roots::read(nothing.as_ref()).map(drop), "cannot read"),
        (Roots::from_pem(b"").map(drop), "no certificate in"),
        (
            Identity::from_pem(one.certificate.as_bytes(), b"").map(drop),
            "no private key",
        ),
        (
            Identity::read(key.as_ref(), key.as_ref()).map(drop),
            "no certificate in",
        ),
    ] {
        let text = result.unwrap_err().to_string();
        assert!(text.contains(words), "{text}");
    }
}

/// Ends a connection on either side without affecting others.
#[test]
fn bytes_that_were_changed_on_the_way_end_the_connection() {
    let authority = Authority::new("the authority");
    let issued = authority.server(&["localhost"], Valid::Now);
    let server = serve("grpcs://127.0.0.1:0", tls::Server::new(issued.identity()));
    let mut good = connect(&server, trusting(&authority).server_name("localhost")).unwrap();
    let damage = Arc::new(AtomicBool::new(false));
    let at = damaging(address(&server), damage.clone());
    let mut binding = server.bindings()[0].clone();
    binding.set_port(at.port());
    let client = connect_to(&binding, trusting(&authority).server_name("localhost"));
    let mut client = client.unwrap();
    whoami(&mut client).unwrap();
    damage.store(true, Relaxed);
    let error = whoami(&mut client).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::Closed(_))),
        "{error:?}"
    );
    whoami(&mut good).unwrap();
}

/// Forwards bytes, and modifies the last of the client's once requested.
fn damaging(to: SocketAddr, damage: Arc<AtomicBool>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (near, _) = listener.accept().unwrap();
        let far = TcpStream::connect(to).unwrap();
        let back = (far.try_clone().unwrap(), near.try_clone().unwrap());
        std::thread::spawn(move || {
            let (mut from, mut to) = back;
            let _ = std::io::copy(&mut from, &mut to);
            let _ = to.shutdown(std::net::Shutdown::Both);
        });
        let (mut from, mut to) = (near, far);
        let mut piece = [0; 4096];
        while let Ok(n @ 1..) = from.read(&mut piece) {
            if damage.load(Relaxed) {
                piece[n - 1] ^= 1;
            }
            if to.write_all(&piece[..n]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
    at
}
