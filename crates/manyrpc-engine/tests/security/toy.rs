//! A mechanism of which every byte is known, and two engines that use it.

use std::sync::{Arc, Mutex};

use manyrpc_engine::dce::co::{Client, Server};
use manyrpc_engine::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};
use manyrpc_engine::{Limits, Rx, dce};

use crate::support::{ECHO, Kind, Seen, at, call, events, output, serve, server_output};

/// Adds numbers instead of signing, and adds one instead of encrypting.
#[derive(Default)]
pub(crate) struct Toy {
    pub(crate) legs: u8,
    pub(crate) seen: u8,
    pub(crate) signs_headers: bool,
    pub(crate) sent: u32,
    pub(crate) received: u32,
    pub(crate) refuses_at: Option<u8>,
    /// Whether the client has not asked for encryption.
    pub(crate) only_signs: bool,
    /// The user that a server takes the client for.
    pub(crate) user: &'static str,
}

/// Bytes of its auth_value.
pub(crate) const VALUE: usize = 12;

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
        assert_eq!(pdu.body.len() % manyrpc_engine::security::BODY_ALIGN, 0);
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
        Some(self.user.into())
    }

    fn can_seal(&self) -> bool {
        !self.only_signs
    }
}

/// A process that authenticates with these mechanisms, one after the other.
struct Host {
    toys: Mutex<Vec<Toy>>,
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
        let mut toys = self.toys.lock().expect("no test panics with it");
        match auth_type {
            AuthType::NTLM if !toys.is_empty() => Some(Box::new(toys.remove(0))),
            _ => None,
        }
    }

    fn least_level(&self, _: &[u8; 16]) -> Level {
        self.least
    }
}

/// Two engines and the bytes between them.
pub(crate) struct Pair {
    pub(crate) client: Client,
    pub(crate) server: Server,
    pub(crate) to_client: Rx,
    pub(crate) to_server: Rx,
    /// What both sent, PDU by PDU if they are small.
    pub(crate) sent: Vec<Vec<u8>>,
}

/// A client's mechanism with this many legs, at a level, and a server's.
pub(crate) fn pair(level: Level, client: Toy, server: Option<Toy>, least: Level) -> Pair {
    pair_of(level, client, server.into_iter().collect(), least)
}

/// The same with several mechanisms of a server.
pub(crate) fn pair_of(level: Level, client: Toy, server: Vec<Toy>, least: Level) -> Pair {
    let host = Host {
        toys: Mutex::new(server),
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

pub(crate) fn legs(legs: u8) -> Toy {
    Toy {
        // The client's tokens have even numbers, the server's odd ones.
        legs,
        ..Toy::default()
    }
}

pub(crate) fn acceptor(legs: u8) -> Toy {
    Toy {
        seen: 1,
        user: "ann",
        ..self::legs(legs)
    }
}

impl Pair {
    /// Transfers bytes until there are none. `change` sees each PDU first.
    pub(crate) fn run(&mut self, mut change: impl FnMut(&mut Vec<u8>)) -> Vec<Seen> {
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

    pub(crate) fn kinds(&self) -> Vec<u8> {
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

pub(crate) fn echo(pair: &mut Pair, bytes: usize) -> Vec<Seen> {
    let body: Vec<u8> = (0..bytes).map(|i| (i % 251) as u8).collect();
    let id = call(&mut pair.client, Kind::DCE_CO, ECHO, &body, at(0));
    let seen = pair.run(|_| ());
    assert!(
        seen == [Seen::Reply(id, body)] || bytes == 0 || !matches!(seen[..], [Seen::Reply(..)])
    );
    seen
}
