//! Tokens of NTLM and SPNEGO, read by our own mechanisms: all messages of both, in both roles. (The
//! system's libraries are not fuzzed.)

use std::sync::{Arc, LazyLock};

use manyrpc_engine::security::{AuthType, Level, Pdu, Protection, Step};
use manyrpc_security::ntlm::Users;
use manyrpc_security::{Acceptors, Credentials, Provider, initiator};

use crate::Target;

/// Two tokens to a server, or to a client that has begun; then a PDU.
///
/// The first byte selects the mechanism and role, the next two are the length of the first token.
pub const TARGET: Target = Target {
    name: "security",
    run,
    seeds,
    allocation_per_byte: 64,
};

static ACCEPTORS: LazyLock<Acceptors> = LazyLock::new(|| {
    let users = Users::new().with("ann", "sesame");
    Acceptors::new("server")
        .with_users(Arc::new(users))
        .by(Provider::Own)
});

const SERVER: u8 = 0;
const CLIENT: u8 = 1;
const WITHIN_SPNEGO: u8 = 2;

fn auth_type(kind: u8) -> AuthType {
    match kind & WITHIN_SPNEGO {
        0 => AuthType::NTLM,
        _ => AuthType::SPNEGO,
    }
}

fn run(input: &[u8]) {
    let [kind, low, high, tokens @ ..] = input else {
        return;
    };
    let first_bytes = usize::from(u16::from_le_bytes([*low, *high]));
    let (first, second) = tokens.split_at(first_bytes.min(tokens.len()));
    match kind & CLIENT {
        SERVER => serve(auth_type(*kind), first, second),
        _ => call(auth_type(*kind), first, second),
    }
}

/// Only a token made for this server's challenge proves anything.
fn serve(auth_type: AuthType, first: &[u8], second: &[u8]) {
    let mut server = ACCEPTORS.acceptor(auth_type).expect("it is set up");
    let mut out = Vec::new();
    for token in [first, second] {
        let step = server.step(token, &mut out);
        assert_ne!(step, Ok(Step::Done), "a stranger was believed");
    }
    assert_eq!(server.principal(), None);
    refuses(&mut *server, second);
}

fn call(auth_type: AuthType, first: &[u8], second: &[u8]) {
    let mut client = initiator(auth_type, &ann(), "");
    let mut out = Vec::new();
    client.step(&[], &mut out).expect("a password suffices");
    let mut step = Ok(Step::Continue);
    for token in [first, second] {
        if step == Ok(Step::Continue) {
            step = client.step(token, &mut out);
        }
    }
    refuses(&mut *client, second);
}

/// Nobody can sign without the session key.
fn refuses(protection: &mut dyn Protection, bytes: &[u8]) {
    let (token, body) = bytes.split_at(bytes.len().min(16));
    for level in [Level::Integrity, Level::Privacy] {
        let pdu = Pdu {
            header: &[],
            body: &mut body.to_vec(),
            trailer: &[],
        };
        assert!(
            protection.unprotect(level, pdu, token).is_err(),
            "a forgery"
        );
    }
}

fn ann() -> Credentials {
    Credentials::password("ann", "sesame").by(Provider::Own)
}

/// The tokens between the two sides, as each receives them.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for kind in [0, WITHIN_SPNEGO] {
        let mut client = initiator(auth_type(kind), &ann(), "");
        let mut server = ACCEPTORS.acceptor(auth_type(kind)).expect("it is set up");
        let (mut received, mut sent) = (vec![Vec::new()], Vec::new());
        loop {
            let mut out = Vec::new();
            let step = client.step(received.last().map_or(&[], |t| t), &mut out);
            if step.is_err() || out.is_empty() {
                break;
            }
            let mut answer = Vec::new();
            let step = server.step(&out, &mut answer).expect("it believes");
            sent.push(out);
            received.push(answer);
            if step == Step::Done {
                break;
            }
        }
        seeds.push(seed(kind | SERVER, &sent));
        seeds.push(seed(kind | CLIENT, &received[1..]));
    }
    seeds
}

fn seed(kind: u8, tokens: &[Vec<u8>]) -> Vec<u8> {
    let first = tokens.first().map_or(0, |token| token.len() as u16);
    let [low, high] = first.to_le_bytes();
    [&[kind, low, high], &*tokens.concat()].concat()
}
