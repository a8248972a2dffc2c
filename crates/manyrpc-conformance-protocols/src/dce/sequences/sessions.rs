//! The client's side of a connection's security contexts, and the normalisation of a peer's answers, which
//! removes what differs between conversations.

use std::collections::BTreeMap;

use manyrpc::security::mechanisms::{Credentials, Provider, initiator};
use manyrpc::security::{AuthType, Initiator, Level, Pdu};

use super::pdus::{HEADER, TRAILER, Trailer, Value, kind};
use crate::dce::server;

/// By `auth_context_id`.
#[derive(Default)]
pub(super) struct Sessions(BTreeMap<u32, Session>);

struct Session {
    by: Box<dyn Initiator>,
    level: Level,
    /// What it says next.
    token: Vec<u8>,
}

/// Bytes of a signature that nobody can make.
const NOBODYS: usize = 16;

impl Sessions {
    /// The value of a trailer, a signature's bytes still to be filled in; nothing where there is none to
    /// send.
    pub(super) fn value(&mut self, trailer: &Trailer) -> Option<Vec<u8>> {
        Some(match &trailer.value {
            Value::Bytes(bytes) => bytes.clone(),
            Value::Token => {
                let session = self.session(trailer);
                let token = std::mem::take(&mut session.token);
                return (!token.is_empty()).then_some(token);
            }
            Value::Signature { .. } => {
                let session = self.0.get(&trailer.context);
                let n = session.map_or(0, |s| s.by.auth_value_bytes(s.level));
                vec![0; if n == 0 { NOBODYS } else { n }]
            }
        })
    }

    fn session(&mut self, trailer: &Trailer) -> &mut Session {
        let context = trailer.context;
        self.0.entry(context).or_insert_with(|| {
            let (user, password) = server::USER;
            let credentials = Credentials::password(user, password).by(Provider::Own);
            let level = Level::from_wire(trailer.level).unwrap_or(Level::Integrity);
            let mut by = initiator(AuthType(trailer.auth_type), &credentials, "host/peer");
            by.set_level(level);
            let mut token = Vec::new();
            // A type that there is not has no token.
            let _ = by.step(&[], &mut token);
            Session { by, level, token }
        })
    }

    /// Signs, and seals where the level says so; nothing where no such security context stands.
    pub(super) fn protect(
        &mut self,
        trailer: &Trailer,
        signed: &mut [u8],
        head: usize,
        at: usize,
        value: &mut [u8],
    ) {
        if let Some(Session { by, level, .. }) = self.0.get_mut(&trailer.context) {
            // Before it stands it has no keys; then it is a signature of nobody.
            let _ = by.protect(*level, parts(signed, head, at), value);
        }
    }

    /// Takes an answer of the peer's. Gives it without what no two conversations share: tokens, the group's
    /// number, and what protects a response.
    pub(super) fn hear(&mut self, mut pdu: Vec<u8>) -> Vec<u8> {
        let of = pdu[2];
        let value = usize::from(u16::from_le_bytes([pdu[10], pdu[11]]));
        let at = pdu.len().checked_sub(value + TRAILER);
        let at = at.filter(|at| value > 0 && *at >= HEADER);
        if matches!(of, kind::BIND_ACK | kind::ALTER_RESPONSE) {
            let known = pdu[20..24] != [0; 4];
            pdu[20..24].copy_from_slice(&[known.into(), 0, 0, 0]);
        }
        let Some(at) = at else {
            return pdu;
        };
        let context = u32::from_le_bytes([pdu[at + 4], pdu[at + 5], pdu[at + 6], pdu[at + 7]]);
        let session = self.0.get_mut(&context);
        match (of, session) {
            (kind::BIND_ACK | kind::ALTER_RESPONSE, Some(session)) => {
                session.token.clear();
                let input = &pdu[at + TRAILER..];
                if session.by.step(input, &mut session.token).is_err() {
                    session.token.clear();
                }
                // How long a token is depends on the peer's name.
                pdu.truncate(at + TRAILER);
                pdu[8..12].copy_from_slice(&[0, 0, 1, 0]);
            }
            (kind::RESPONSE, Some(Session { by, level, .. })) => {
                let (signed, value) = pdu.split_at_mut(at + TRAILER);
                let checked = by.unprotect(*level, parts(signed, RESPONSE_HEAD, at), value);
                value.fill(if checked.is_ok() { 0x11 } else { 0xee });
            }
            _ => {}
        }
        pdu
    }
}

/// Bytes of a response before its stub data.
const RESPONSE_HEAD: usize = 24;

/// A fragment without its value, whose body starts at `head` and whose trailer starts at `at`.
fn parts(signed: &mut [u8], head: usize, at: usize) -> Pdu<'_> {
    let (front, trailer) = signed.split_at_mut(at);
    let (header, body) = front.split_at_mut(head);
    Pdu {
        header,
        body,
        trailer,
    }
}
