//! Security of connection-oriented DCE RPC, with a mechanism that is only good for tests: whose
//! every byte is known, and that takes as many legs as one likes.
//!
//! Clauses: MS-RPCE 2.2.2.11 (sec_trailer), 3.3.1.5.2 (tokens), 3.3.1.5.2.2 (header signing).

mod support;

use std::sync::{Arc, Mutex};

use manyrpc_engine::dce::co::{Client, Server};
use manyrpc_engine::dce::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};
use manyrpc_engine::{CallError, ClientEvent, Fault, Limits, Rx, ServerEngine, WireError, dce};
use support::{ECHO, Kind, Seen, at, call, events, output, serve, server_output};

/// Adds numbers instead of signing, adds one instead of encrypting.
#[derive(Default)]
struct Toy {
    legs: u8,
    seen: u8,
    signs_headers: bool,
    sent: u32,
    received: u32,
    refuses_at: Option<u8>,
}

const VALUE: usize = 12;

impl Toy {
    fn checksum(&self, number: u32, pdu: &Pdu<'_>) -> [u8; VALUE] {
        let signed = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(7_u32, |sum, b| sum.rotate_left(5) ^ u32::from(*b))
        };
        let mut value = [0; VALUE];
        value[..4].copy_from_slice(&number.to_le_bytes());
        value[4..8].copy_from_slice(&signed(pdu.body).to_le_bytes());
        if self.signs_headers {
            let both = [pdu.header, pdu.trailer].concat();
            value[8..].copy_from_slice(&signed(&both).to_le_bytes());
        }
        value
    }

    fn token(&mut self, input: &[u8], out: &mut Vec<u8>, client: bool) -> Result<Step, Denied> {
        if !(client && self.seen == 0) && input != [b't', self.seen - 1] {
            return Err(Denied::new(DeniedReason::BadToken, "not my token"));
        }
        if self.refuses_at == Some(self.seen) {
            return Err(Denied::new(DeniedReason::BadCredentials, "do say the word"));
        }
        let last = self.seen >= self.legs;
        if self.seen < self.legs {
            out.extend([b't', self.seen]);
        }
        self.seen += 2;
        Ok(if last || self.seen > self.legs {
            Step::Done
        } else {
            Step::Continue
        })
    }
}

impl Protection for Toy {
    fn sign_headers(&mut self, agreed: bool) {
        self.signs_headers = agreed;
    }

    fn auth_value_bytes(&self, level: Level) -> usize {
        if level.protects_pdus() { VALUE } else { 0 }
    }

    fn protect(&mut self, level: Level, pdu: Pdu<'_>, value: &mut [u8]) -> Result<(), Denied> {
        assert_eq!(pdu.body.len() % dce::security::BODY_ALIGN, 0);
        value.copy_from_slice(&self.checksum(self.sent, &pdu));
        self.sent += 1;
        if level.seals() {
            pdu.body.iter_mut().for_each(|b| *b = b.wrapping_add(1));
        }
        Ok(())
    }

    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, value: &[u8]) -> Result<(), Denied> {
        if level.seals() {
            pdu.body.iter_mut().for_each(|b| *b = b.wrapping_sub(1));
        }
        let number = self.received;
        self.received += 1;
        match value == self.checksum(number, &pdu) {
            true => Ok(()),
            false => Err(Denied::new(DeniedReason::BadSignature, "changed")),
        }
    }
}

impl Initiator for Toy {
    fn auth_type(&self) -> AuthType {
        AuthType::NTLM
    }

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        self.token(input, out, true)
    }
}

impl Acceptor for Toy {
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        self.token(input, out, false)
    }

    fn principal(&self) -> Option<Arc<str>> {
        Some("ann".into())
    }
}

/// A process that authenticates with one toy.
struct Host {
    toy: Mutex<Option<Toy>>,
    least: Level,
}

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
        let mut toys = self.toy.lock().expect("no test panics with it");
        let toy = toys.take().filter(|_| auth_type == AuthType::NTLM)?;
        Some(Box::new(toy))
    }

    fn least_level(&self, _: &[u8; 16]) -> Level {
        self.least
    }
}

/// Two engines and the bytes between them.
struct Pair {
    client: Client,
    server: Server,
    to_client: Rx,
    to_server: Rx,
    /// What both sent, PDU by PDU as far as they are small.
    sent: Vec<Vec<u8>>,
}

/// A client's toy of so many legs, at a level, and a server's.
fn pair(level: Level, client: Toy, server: Option<Toy>, least: Level) -> Pair {
    let host = Host {
        toy: Mutex::new(server),
        least,
    };
    let mut pair = Pair {
        client: Client::new(Limits::default(), 1),
        server: Server::new(Limits::default(), Arc::new(host)),
        to_client: Rx::default(),
        to_server: Rx::default(),
        sent: Vec::new(),
    };
    pair.client.secure(Box::new(client), level);
    pair
}

fn legs(legs: u8) -> Toy {
    Toy {
        // The client's tokens have even numbers, the server's odd ones.
        legs,
        ..Toy::default()
    }
}

fn acceptor(legs: u8) -> Toy {
    Toy {
        seen: 1,
        ..self::legs(legs)
    }
}

impl Pair {
    /// Carries bytes until nobody has any left. `change` sees each PDU first.
    fn run(&mut self, mut change: impl FnMut(&mut Vec<u8>)) -> Vec<Seen> {
        let mut seen = Vec::new();
        loop {
            let requests = output(&mut self.client);
            for mut bytes in requests.iter().cloned() {
                self.sent.push(bytes.clone());
                change(&mut bytes);
                self.to_server.buf.put(&bytes);
            }
            serve(&mut self.server, &mut self.to_server, at(0));
            let replies = server_output(&mut self.server);
            for (_, mut bytes) in replies.iter().cloned() {
                self.sent.push(bytes.clone());
                change(&mut bytes);
                self.to_client.buf.put(&bytes);
            }
            seen.extend(events(&mut self.client, &mut self.to_client, at(0)));
            if requests.is_empty() && replies.is_empty() {
                return seen;
            }
        }
    }

    fn kinds(&self) -> Vec<u8> {
        let mut kinds = Vec::new();
        for mut bytes in self.sent.iter().map(Vec::as_slice) {
            while !bytes.is_empty() {
                kinds.push(bytes[2]);
                bytes = &bytes[usize::from(u16::from_le_bytes([bytes[8], bytes[9]]))..];
            }
        }
        kinds
    }
}

fn echo(pair: &mut Pair, bytes: usize) -> Vec<Seen> {
    let body: Vec<u8> = (0..bytes).map(|i| (i % 251) as u8).collect();
    let id = call(&mut pair.client, Kind::DceCo, ECHO, &body, at(0));
    let seen = pair.run(|_| ());
    assert!(
        seen == [Seen::Reply(id, body)] || bytes == 0 || !matches!(seen[..], [Seen::Reply(..)])
    );
    seen
}

const BIND: u8 = 0x0b;
const BIND_ACK: u8 = 0x0c;
const ALTER: u8 = 0x0e;
const ALTER_RESPONSE: u8 = 0x0f;
const AUTH3: u8 = 0x10;

/// MS-RPCE 3.3.1.5.2: which PDU carries which token, by the number of legs.
#[test]
fn tokens_travel_in_the_pdus_that_negotiate() {
    for (count, expected) in [
        (2, &[BIND, BIND_ACK, 0, 2][..]),
        (3, &[BIND, BIND_ACK, AUTH3, 0, 2]),
        (4, &[BIND, BIND_ACK, ALTER, ALTER_RESPONSE, 0, 2]),
        (5, &[BIND, BIND_ACK, ALTER, ALTER_RESPONSE, AUTH3, 0, 2]),
    ] {
        for level in [
            Level::Connect,
            Level::Packet,
            Level::Integrity,
            Level::Privacy,
        ] {
            let mut pair = pair(level, legs(count), Some(acceptor(count)), level);
            let seen = echo(&mut pair, 100);
            assert!(matches!(seen[..], [Seen::Reply(..)]), "{seen:?}");
            assert_eq!(pair.kinds(), expected, "{count} legs at {level}");
        }
    }
}

#[test]
fn messages_of_every_size_pass_at_every_level() {
    for level in [
        Level::Connect,
        Level::Packet,
        Level::Integrity,
        Level::Privacy,
    ] {
        let mut pair = pair(level, legs(3), Some(acceptor(3)), Level::None);
        for bytes in [0, 1, 15, 16, 17, 1400, 4096, 5840, 70_000, 300_001] {
            let seen = echo(&mut pair, bytes);
            assert!(
                matches!(seen[..], [Seen::Reply(..)]),
                "{bytes} at {level}: {seen:?}"
            );
        }
        let plain = pair
            .sent
            .iter()
            .any(|pdu| pdu.windows(8).any(|w| w == [1, 2, 3, 4, 5, 6, 7, 8]));
        // 2, 3, 4 … stand there at privacy, too: of a body that was one less.
        let sealed = pair
            .sent
            .iter()
            .any(|pdu| pdu.windows(8).any(|w| w == [251, 1, 2, 3, 4, 5, 6, 7]));
        assert!(plain && (sealed == level.seals()), "at {level}");
    }
}

/// Nothing of a protected PDU may change: the call fails, the connection ends.
#[test]
fn a_changed_pdu_ends_the_connection() {
    for kind in [0, 2] {
        // A byte of the opnum or the cancel count, of stub data, of the trailer, of the value.
        for (place, from_end) in [(22, false), (30, false), (VALUE + 6, true), (1, true)] {
            let mut pair = pair(Level::Integrity, legs(3), Some(acceptor(3)), Level::None);
            echo(&mut pair, 20);
            let id = call(
                &mut pair.client,
                Kind::DceCo,
                ECHO,
                b"0123456789abcdef",
                at(0),
            );
            let seen = pair.run(|pdu| {
                if pdu[2] == kind {
                    let place = if from_end { pdu.len() - place } else { place };
                    pdu[place] ^= 1;
                }
            });
            let what = format!("kind {kind}, byte {place}: {seen:?}");
            match kind {
                0 => {
                    assert!(pair.server.broken().is_some(), "{what}");
                    let failed = |event: &Seen| matches!(event, Seen::Other(ClientEvent::Failed { id: of, .. }) if *of == id);
                    assert!(seen.iter().any(failed), "{what}");
                }
                _ => {
                    let broken =
                        |event: &Seen| matches!(event, Seen::Other(ClientEvent::Broken(_)));
                    assert!(seen.iter().any(broken), "{what}");
                }
            }
        }
    }
}

/// A signature that does not fit is told by the status that Windows and Samba use.
#[test]
fn a_bad_signature_has_a_status_of_its_own() {
    let mut pair = pair(Level::Integrity, legs(3), Some(acceptor(3)), Level::None);
    echo(&mut pair, 20);
    let id = call(&mut pair.client, Kind::DceCo, ECHO, b"x", at(0));
    let seen = pair.run(|pdu| {
        if pdu[2] == 0 {
            pdu[24] ^= 1;
        }
    });
    assert_eq!(pair.server.broken(), Some(WireError::BadSignature));
    let error = CallError::Fault(dce::fault::from_wire(dce::fault::SEC_PKG_ERROR));
    assert_eq!(seen, [Seen::Other(ClientEvent::Failed { id, error })]);
}

/// Whoever leaves the trailer out of a request has not proved who he is.
#[test]
fn a_request_without_its_trailer_is_not_carried_out() {
    for level in [Level::Packet, Level::Integrity, Level::Privacy] {
        let mut pair = pair(level, legs(3), Some(acceptor(3)), Level::None);
        echo(&mut pair, 20);
        call(
            &mut pair.client,
            Kind::DceCo,
            ECHO,
            b"0123456789abcdef",
            at(0),
        );
        pair.run(|pdu| {
            if pdu[2] == 0 {
                pdu.truncate(pdu.len() - VALUE - 8);
                let bytes = (pdu.len() as u16).to_le_bytes();
                pdu[8..10].copy_from_slice(&bytes);
                pdu[10..12].fill(0);
            }
        });
        assert!(pair.server.broken().is_some(), "at {level}");
    }
}

fn failure(seen: &[Seen]) -> &CallError {
    match seen {
        [Seen::Other(ClientEvent::Failed { error, .. })] => error,
        other => panic!("one failure was due: {other:?}"),
    }
}

#[test]
fn refusals_say_where_they_come_from() {
    // The server has no such mechanism: bind_nak.
    let mut none = pair(Level::Integrity, legs(3), None, Level::None);
    let seen = echo(&mut none, 0);
    assert!(
        matches!(failure(&seen), CallError::Fault(Fault::Denied(_))),
        "{seen:?}"
    );

    // It does not like the first token: bind_nak.
    let refusing = |at| Toy {
        refuses_at: Some(at),
        ..acceptor(5)
    };
    let mut first = pair(Level::Integrity, legs(5), Some(refusing(1)), Level::None);
    let seen = echo(&mut first, 0);
    assert!(
        matches!(failure(&seen), CallError::Fault(Fault::Denied(_))),
        "{seen:?}"
    );

    // Nor the second, in an alter_context: a fault.
    let mut second = pair(Level::Integrity, legs(5), Some(refusing(3)), Level::None);
    let seen = echo(&mut second, 0);
    let denied = dce::fault::from_wire(dce::fault::ACCESS_DENIED);
    assert_eq!(failure(&seen), &CallError::Fault(denied));

    // Nor the third, in an rpc_auth_3, which has no answer: the call is refused.
    let mut third = pair(Level::Integrity, legs(5), Some(refusing(5)), Level::None);
    let seen = echo(&mut third, 0);
    assert_eq!(failure(&seen), &CallError::Fault(denied));

    // The client does not believe the server: in its own words.
    let doubting = Toy {
        refuses_at: Some(2),
        ..legs(3)
    };
    let mut doubts = pair(Level::Integrity, doubting, Some(acceptor(3)), Level::None);
    let seen = echo(&mut doubts, 0);
    assert_eq!(
        failure(&seen),
        &CallError::Insecure("do say the word".into())
    );
}

/// What an application demands is checked for each interface.
#[test]
fn calls_below_the_least_level_are_refused() {
    let denied = CallError::Fault(dce::fault::from_wire(dce::fault::ACCESS_DENIED));
    for (level, least, allowed) in [
        (Level::Connect, Level::Connect, true),
        (Level::Connect, Level::Integrity, false),
        (Level::Integrity, Level::Privacy, false),
        (Level::Privacy, Level::Integrity, true),
        (Level::None, Level::Connect, false),
    ] {
        let mut pair = pair(level, legs(3), Some(acceptor(3)), least);
        let seen = echo(&mut pair, 1);
        match allowed {
            true => assert!(matches!(seen[..], [Seen::Reply(..)]), "{level}, {least}"),
            false => assert_eq!(failure(&seen), &denied, "{level}, {least}"),
        }
    }
}

/// MS-RPCE 3.3.1.5.2.2: headers are signed where both sides say that they can.
#[test]
fn header_signing_needs_both() {
    for stripped in [BIND, BIND_ACK] {
        let mut pair = pair(Level::Integrity, legs(2), Some(acceptor(2)), Level::None);
        let body = b"0123456789abcdef".to_vec();
        let id = call(&mut pair.client, Kind::DceCo, ECHO, &body, at(0));
        let mut opnum_changed = false;
        let seen = pair.run(|pdu| {
            if pdu[2] == stripped {
                pdu[3] &= !0x04;
            } else if stripped == BIND && pdu[2] == 2 {
                // The cancel count of the response: not signed, so not noticed.
                pdu[22] ^= 1;
                opnum_changed = true;
            }
        });
        if stripped == BIND {
            // Both know it from the server's answer.
            assert!(opnum_changed);
            assert_eq!(seen, [Seen::Reply(id, body)]);
        } else {
            // Who strips the flag on the way has two sides that sign differently.
            assert!(!matches!(seen[..], [Seen::Reply(..)]), "{seen:?}");
        }
    }
}

#[test]
fn lies_about_trailers_break_nothing() {
    for at_byte in 8..12 {
        for value in [0, 1, 7, 8, 0x7f, 0xff] {
            for kind in [BIND, BIND_ACK, AUTH3, 0, 2] {
                let mut pair = pair(Level::Privacy, legs(3), Some(acceptor(3)), Level::None);
                call(
                    &mut pair.client,
                    Kind::DceCo,
                    ECHO,
                    b"0123456789abcdef",
                    at(0),
                );
                pair.run(|pdu| {
                    if pdu[2] == kind {
                        pdu[at_byte] = value;
                    }
                });
            }
        }
    }
    for kind in [BIND, BIND_ACK, AUTH3, 0, 2] {
        for from_end in 1..40 {
            let mut pair = pair(Level::Privacy, legs(3), Some(acceptor(3)), Level::None);
            call(
                &mut pair.client,
                Kind::DceCo,
                ECHO,
                b"0123456789abcdef",
                at(0),
            );
            let mut changed = false;
            let seen = pair.run(|pdu| {
                if pdu[2] == kind && pdu.len() > from_end + 16 {
                    let place = pdu.len() - from_end;
                    pdu[place] ^= 0x81;
                    changed = true;
                }
            });
            let protected = matches!(kind, 0 | 2) && changed;
            assert!(
                !protected || !matches!(seen[..], [Seen::Reply(..)]),
                "{kind} {from_end}"
            );
        }
    }
}
