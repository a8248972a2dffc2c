//! The mechanisms in two of our engines: no part of a protected PDU may change unnoticed, and
//! fragmented messages arrive complete or not at all.

use std::sync::Arc;

use manyrpc_engine::dce::co::{Client, Server};
use manyrpc_engine::security::{Acceptor, AuthType, Level};
use manyrpc_engine::{
    CallHead, ClientEngine, ClientEvent, Clock, Instant, InterfaceId, Limits, Outcome, Rx,
    ServerEngine, dce,
};
use manyrpc_security::ntlm::Users;
use manyrpc_security::{Acceptors, Credentials, Provider, initiator};

use crate::kdc::with_kdc;

const LEVELS: [Level; 3] = [Level::Packet, Level::Integrity, Level::Privacy];
const SERVICE: &str = "host/server.test";

struct Host(Acceptors);

impl dce::Host for Host {
    fn serves(&self, _: &[u8; 16], _: u16, _: u16) -> bool {
        true
    }

    fn join_group(&self, _: u32) -> Option<u32> {
        Some(1)
    }

    fn leave_group(&self, _: u32) -> bool {
        false
    }

    fn acceptor(&self, auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        self.0.acceptor(auth_type)
    }
}

/// The configuration of both sides.
struct Setting {
    auth_type: AuthType,
    credentials: Credentials,
    acceptors: Acceptors,
}

/// Two engines, and the bytes between them.
struct Pair {
    client: Client,
    server: Server,
    to_client: Rx,
    to_server: Rx,
}

/// A manipulation of the bytes on the way.
type Meddle<'a> = &'a mut dyn FnMut(Way, &mut Vec<u8>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Request,
    Response,
}

impl Pair {
    /// With an association between them.
    fn new(setting: &Setting, level: Level, fragment_bytes: usize) -> Pair {
        let limits = Limits {
            fragment_bytes,
            ..Limits::default()
        };
        let mut client = Client::new(limits.clone(), 1);
        let mechanism = initiator(setting.auth_type, &setting.credentials, SERVICE);
        client.secure(mechanism, level);
        let host = Host(setting.acceptors.clone());
        let mut pair = Pair {
            client,
            server: Server::new(limits, Arc::new(host)),
            to_client: Rx::default(),
            to_server: Rx::default(),
        };
        let said = pair.call(b"hello", &mut |_, _| ());
        assert_eq!(
            said.as_deref(),
            Some(&b"hello"[..]),
            "they understand each other"
        );
        pair
    }

    /// Calls an operation that returns its argument; `None` if the call failed. No call may reach
    /// the server's application, and no reply the client's, unless it was sent unchanged.
    fn call(&mut self, body: &[u8], meddle: Meddle<'_>) -> Option<Vec<u8>> {
        let now = Instant::default();
        let interface = InterfaceId::of_uuid([1; 16], 1, 0);
        let begun = self.client.begin_call(&CallHead::new(interface, 0)).ok();
        begun.expect("a connection in order");
        self.client.body().put(body);
        self.client.finish_call(now).expect("a call of some bytes");
        loop {
            let mut requests = Vec::new();
            while let Some(bytes) = self.client.poll_transmit().map(|t| t.bytes.to_vec()) {
                self.client.sent(bytes.len());
                requests.extend(bytes);
            }
            meddle(Way::Request, &mut requests);
            self.to_server.buf.put(&requests);
            self.serve(body, now);
            let mut replies = Vec::new();
            while let Some(bytes) = self.server.poll_transmit().map(|t| t.bytes.to_vec()) {
                self.server.sent(bytes.len());
                replies.extend(bytes);
            }
            meddle(Way::Response, &mut replies);
            self.to_client.buf.put(&replies);
            if let Some(event) = self.client.next_event(&mut self.to_client, &Clock::at(now)) {
                return match event {
                    ClientEvent::Reply { body, .. } => {
                        Some(self.to_client.buf.data()[body].to_vec())
                    }
                    _ => None,
                };
            }
            if requests.is_empty() && replies.is_empty() {
                return None;
            }
        }
    }

    fn serve(&mut self, body: &[u8], now: Instant) {
        while let Some(call) = self.server.next_call(&mut self.to_server, &Clock::at(now)) {
            let arguments = self.to_server.buf.data()[call.arguments.clone()].to_vec();
            assert_eq!(arguments, body, "a changed call was carried out");
            assert!(call.principal.is_some());
            self.server.begin_reply(call.id);
            self.server.body().put(&arguments);
            self.server.finish_reply(Outcome::Done, &Clock::at(now));
        }
    }
}

/// In both directions, at every level: if a bit of any byte is changed, the call has no effect or
/// no result.
fn every_byte_counts(setting: &Setting) {
    let body = b"sixteen bytes ..twelve more.";
    // Level packet is implemented as integrity.
    for level in [Level::Integrity, Level::Privacy] {
        for way in [Way::Request, Way::Response] {
            let mut size = 0;
            let mut measured = |on: Way, bytes: &mut Vec<u8>| {
                if on == way && !bytes.is_empty() {
                    size = bytes.len();
                }
            };
            Pair::new(setting, level, 5840).call(body, &mut measured);
            for (at, bit) in (0..size).flat_map(|at| [1, 0x10].map(|bit| (at, bit))) {
                let said = Pair::new(setting, level, 5840).call(body, &mut |on, bytes| {
                    if on == way && !bytes.is_empty() {
                        bytes[at] ^= bit;
                    }
                });
                assert_eq!(
                    said, None,
                    "{way:?} at {level}: byte {at} of {size}, {bit:#x}"
                );
            }
        }
    }
}

/// A duplicated or missing PDU ends the connection.
fn order_counts(setting: &Setting) {
    for level in LEVELS {
        for way in [Way::Request, Way::Response] {
            // The first call's PDU again, before the second call's.
            let mut pair = Pair::new(setting, level, 5840);
            let mut first = Vec::new();
            let said = pair.call(b"1", &mut |on, bytes| {
                if on == way && !bytes.is_empty() {
                    first = bytes.clone();
                }
            });
            assert!(said.is_some());
            let said = pair.call(b"1", &mut |on, bytes| {
                if on == way && !bytes.is_empty() {
                    bytes.splice(..0, first.iter().copied());
                }
            });
            assert_eq!(said, None, "{way:?} at {level}: repeated");
        }
    }
}

/// Fragmented messages, each fragment protected; without the second fragment they are refused.
fn fragments_pass_whole_or_not_at_all(setting: &Setting) {
    let body: Vec<u8> = (0..20_001).map(|i| (i % 251) as u8).collect();
    for level in LEVELS {
        let mut pair = Pair::new(setting, level, 1432);
        for bytes in [0, 1, 1300, 1400, 2800, 20_001] {
            let said = pair.call(&body[..bytes], &mut |_, _| ());
            assert_eq!(said.as_deref(), Some(&body[..bytes]), "{bytes} at {level}");
        }
        for way in [Way::Request, Way::Response] {
            let said = Pair::new(setting, level, 1432).call(&body, &mut |on, bytes| {
                if on == way && !bytes.is_empty() {
                    let size =
                        |at: usize| usize::from(u16::from_le_bytes([bytes[at + 8], bytes[at + 9]]));
                    let first = size(0);
                    let second = first..first + size(first);
                    bytes.drain(second);
                }
            });
            assert_eq!(said, None, "{way:?} at {level}: a fragment is missing");
        }
    }
}

fn check(setting: &Setting) {
    every_byte_counts(setting);
    order_counts(setting);
    fragments_pass_whole_or_not_at_all(setting);
}

#[test]
fn ntlm_protects_every_byte() {
    let users = Arc::new(Users::new().with("ann", "sesame"));
    let (system, own) = (Provider::System, Provider::Own);
    for (auth_type, client, server) in [
        (AuthType::NTLM, system, own),
        (AuthType::NTLM, own, system),
        (AuthType::SPNEGO, system, own),
        (AuthType::SPNEGO, own, system),
    ] {
        // Only NTLM, whatever the system's Kerberos.
        let hash = manyrpc_security::ntlm::nt_hash("sesame");
        let setting = Setting {
            auth_type,
            credentials: Credentials::nt_hash("ann", hash).by(client),
            acceptors: Acceptors::new("server")
                .with_users(users.clone())
                .by(server),
        };
        check(&setting);
    }
}

#[test]
fn kerberos_protects_every_byte() {
    with_kdc("engines::kerberos_protects_every_byte", |realm| {
        realm.add_user("ann", "sesame");
        let keytab = realm.add_service(SERVICE, "service.keytab");
        let acceptors = Acceptors::new("server").with_keytab(&keytab, None);
        let setting = Setting {
            auth_type: AuthType::KERBEROS,
            credentials: Credentials::tickets(Some(&realm.kinit("ann", "sesame", "cache"))),
            acceptors: acceptors.expect("keys"),
        };
        check(&setting);
    });
}
