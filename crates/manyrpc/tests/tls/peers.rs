//! Connections over TLS on which both ends call: our own on both sides, failures, and OpenSSL as a witness of the handshake.

use std::io::Read;
use std::net::TcpStream;
use std::process::{Command, Stdio};

use manyrpc::dynamic::{AsyncDynamicClient, DynamicClient};
use manyrpc::peer::Builder;
use manyrpc::tls::{self, Reason};
use manyrpc::{AsyncPeer, CallError, Error, Peer};
use manyrpc_model::Value;
use tokio::task::spawn_blocking;

use crate::certificates::{Authority, Files, Valid};
use crate::party::{echo, interface, names, service, trusting, whoami};
use crate::world::World;

/// All kinds of TLS bindings over which both ends call.
const BOTH_CALL: [&str; 3] = [
    "jsonrpc+tls://localhost:0",
    "jsonrpc+tls://localhost:0?framing=content-length",
    "iiops://localhost:0",
];

/// More than a record, a window of TCP or a receive.
const LARGE: usize = 3_000_000;

fn builder() -> Builder {
    Peer::builder().service(service())
}

fn identified(authority: &Authority) -> tls::Server {
    tls::Server::new(authority.server(&["localhost"], Valid::Now).identity())
}

/// The end that listens demands a certificate.
fn ends(authority: &Authority) -> [Builder; 2] {
    let alice = authority.client("alice", None).identity();
    let accepts = identified(authority).demand_clients(authority.roots());
    [
        builder().tls_client(trusting(authority).identity(alice)),
        builder().tls(accepts),
    ]
}

/// Who calls the end that has accepted, and who calls the other, which sees the server's certificate.
const ALICE: (&str, &str) = ("CN=alice,O=Example", "CN=alice,O=Example");
const SERVER: (&str, &str) = ("localhost", "");

fn owned((principal, subject): (&str, &str)) -> (String, String) {
    (principal.to_owned(), subject.to_owned())
}

#[test]
fn both_ends_call_over_tls_and_know_each_other() {
    let authority = Authority::new("the authority");
    for binding in BOTH_CALL {
        let [opens, listens] = ends(&authority);
        let listener = listens.listen(binding).unwrap();
        let at = listener.binding().to_string();
        let (opened, accepted) = std::thread::scope(|scope| {
            let opened = scope.spawn(|| opens.connect(&at).unwrap());
            let accepted = listener.accept().unwrap();
            (opened.join().unwrap(), accepted)
        });
        let mut client = DynamicClient::new(opened.client().unwrap(), interface());
        assert_eq!(whoami(&mut client).unwrap(), owned(ALICE), "{binding}");
        let mut back = DynamicClient::new(accepted.client().unwrap(), interface());
        assert_eq!(whoami(&mut back).unwrap(), owned(SERVER), "{binding}");
        // Both at once.
        std::thread::scope(|scope| {
            scope.spawn(|| (0..3).for_each(|_| echo(&mut client, LARGE)));
            scope.spawn(|| (0..3).for_each(|_| echo(&mut back, LARGE)));
        });
        accepted.close();
        opened.wait();
        assert!(client.call("whoami", &[]).is_err());
    }
}

#[test]
fn both_ends_call_over_tls_on_a_runtime() {
    let authority = Authority::new("the authority");
    for binding in BOTH_CALL {
        let [opens, listens] = ends(&authority);
        World::wait(async {
            let listener = listens.listen_on_runtime(binding).await.unwrap();
            let at = listener.binding().to_string();
            let (opened, accepted) = tokio::join!(opens.connect_on_runtime(&at), listener.accept());
            let (opened, accepted): (AsyncPeer, AsyncPeer) = (opened.unwrap(), accepted.unwrap());
            let client = AsyncDynamicClient::new(opened.client().unwrap(), interface());
            let back = AsyncDynamicClient::new(accepted.client().unwrap(), interface());
            let told = client.call("whoami", &[]).await.unwrap();
            assert_eq!(names(&told), owned(ALICE), "{binding}");
            let told = back.call("whoami", &[]).await.unwrap();
            assert_eq!(names(&told), owned(SERVER), "{binding}");
            let calls = [&client, &back].map(|client| {
                let client = client.clone();
                tokio::spawn(async move {
                    for _ in 0..3 {
                        let data = Value::Bytes(vec![7; LARGE]);
                        let echoed = client.call("echo", std::slice::from_ref(&data)).await;
                        assert!(echoed.unwrap() == [data]);
                    }
                })
            });
            for call in calls {
                call.await.unwrap();
            }
            accepted.close();
            opened.ended().await;
        });
    }
}

/// What a connection came to at the end that has accepted it: a failure of TLS with these words.
fn insecure(ended: &CallError, words: &str) {
    let CallError::Insecure(why) = ended else {
        panic!("{ended:?}");
    };
    assert!(why.contains(words), "{why}");
}

#[test]
fn who_is_not_trusted_gets_no_connection() {
    let (authority, other) = (Authority::new("the authority"), Authority::new("another"));
    let at = "jsonrpc+tls://localhost:0";
    for world in World::ALL {
        // The end that connects does not trust the other, which is told.
        let [_, listens] = ends(&authority);
        let stranger = builder().tls_client(trusting(&other));
        // It trusts it, and has no certificate. In TLS 1.3 it learns that behind its own handshake.
        let unknown = builder().tls_client(trusting(&authority));
        let (refused, first, second) = match world {
            World::Blocking => {
                let listener = listens.listen(at).unwrap();
                let at = listener.binding().to_string();
                std::thread::scope(|scope| {
                    let refused = scope.spawn(|| stranger.connect(&at).unwrap_err());
                    let first = listener.accept().unwrap().wait();
                    let unknown = scope.spawn(|| unknown.connect(&at).map(|peer| peer.wait()));
                    let second = listener.accept().unwrap().wait();
                    unknown.join().unwrap().unwrap();
                    (refused.join().unwrap(), first, second)
                })
            }
            World::Futures => World::wait(async {
                let listener = listens.listen_on_runtime(at).await.unwrap();
                let at = listener.binding().to_string();
                let (refused, first) =
                    tokio::join!(stranger.connect_on_runtime(&at), listener.accept());
                let first = first.unwrap().ended().await;
                let (unknown, second) =
                    tokio::join!(unknown.connect_on_runtime(&at), listener.accept());
                let second = second.unwrap().ended().await;
                unknown.unwrap().ended().await;
                (refused.unwrap_err(), first, second)
            }),
        };
        let reason = Error::tls(&refused).map(tls::TlsError::reason);
        assert_eq!(reason, Some(Reason::UnknownIssuer), "{refused}");
        insecure(&first, "");
        insecure(&second, "certificate");
    }
}

#[test]
fn a_handshake_that_does_not_end_ends_the_peer() {
    let authority = Authority::new("the authority");
    let patience = std::time::Duration::from_millis(50);
    let tls = || identified(&authority).handshake_within(patience);
    for world in World::ALL {
        let (at, builder) = ("iiops://127.0.0.1:0", builder().tls(tls()));
        // Who says nothing keeps the connection no longer than that.
        let ended = match world {
            World::Blocking => {
                let listener = builder.listen(at).unwrap();
                let to = ("127.0.0.1", listener.binding().port().unwrap());
                let mut silent = TcpStream::connect(to).unwrap();
                let ended = listener.accept().unwrap().wait();
                silent.read_to_end(&mut Vec::new()).unwrap();
                ended
            }
            World::Futures => World::wait(async {
                let listener = builder.listen_on_runtime(at).await.unwrap();
                let to = ("127.0.0.1", listener.binding().port().unwrap());
                let silent = TcpStream::connect(to).unwrap();
                let ended = listener.accept().await.unwrap().ended().await;
                drop(silent);
                ended
            }),
        };
        insecure(&ended, "");
    }
}

/// OpenSSL's client finds the handshake whole and the certificate good, in each version of TLS that we have.
#[test]
fn openssl_finds_the_handshake_of_a_peer() {
    let authority = Authority::new("the authority");
    let (files, issued) = (Files::new(), authority.client("alice", None));
    let roots = files.put("ca.pem", &authority.pem);
    let own = files.put("client.pem", &(issued.certificate + &issued.key));
    let openssl = move |port: u16, version: &str| {
        let output = Command::new("openssl")
            .args([
                "s_client",
                "-verify_return_error",
                "-brief",
                "-CAfile",
                &roots,
            ])
            .args(["-cert", &own, version, "-servername", "localhost"])
            .args(["-connect", &format!("localhost:{port}")])
            .stdin(Stdio::null())
            .output()
            .expect("openssl runs");
        let said = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&said).into_owned()
    };
    for world in World::ALL {
        for (version, shown) in [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")] {
            let (at, [_, listens], openssl) =
                ("iiops://localhost:0", ends(&authority), openssl.clone());
            let said = match world {
                World::Blocking => {
                    let listener = listens.listen(at).unwrap();
                    let port = listener.binding().port().unwrap();
                    let said = std::thread::spawn(move || openssl(port, version));
                    let peer = listener.accept().unwrap();
                    peer.wait();
                    said.join().unwrap()
                }
                World::Futures => World::wait(async {
                    let listener = listens.listen_on_runtime(at).await.unwrap();
                    let port = listener.binding().port().unwrap();
                    let said = spawn_blocking(move || openssl(port, version));
                    let peer = listener.accept().await.unwrap();
                    peer.ended().await;
                    said.await.unwrap()
                }),
            };
            assert!(said.contains("Verification: OK"), "{world}: {said}");
            assert!(said.contains(shown), "{world}: {said}");
        }
    }
}
