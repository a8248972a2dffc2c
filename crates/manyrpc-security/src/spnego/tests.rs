//! SPNEGO: foreign tokens, and two of our sides with manipulation in between.

use std::sync::Arc;

use manyrpc_engine::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use super::{SpnegoAcceptor, SpnegoInitiator};
use crate::negotiation::token::{self, Init, Kind, Response, State};
use crate::negotiation::{InnerInitiator, Signs};
use crate::ntlm::{NtlmInitiator, Users};
use crate::{Acceptors, Credentials};

/// A mechanism that no server here has: it only begins.
struct Lonely;

impl Initiator for Lonely {
    fn auth_type(&self) -> AuthType {
        AuthType::KERBEROS
    }

    fn step(&mut self, _: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        out.extend(b"a ticket");
        Ok(Step::Continue)
    }
}

impl Protection for Lonely {
    fn sign_headers(&mut self, _: bool) {}

    fn auth_value_bytes(&self, _: Level) -> usize {
        0
    }

    fn protect(&mut self, _: Level, _: Pdu<'_>, _: &mut [u8]) -> Result<(), Denied> {
        unreachable!("it never stands")
    }

    fn unprotect(&mut self, _: Level, _: Pdu<'_>, _: &[u8]) -> Result<(), Denied> {
        unreachable!("it never stands")
    }
}

impl Signs for Lonely {
    fn sign(&mut self, _: &[u8]) -> Result<Vec<u8>, Denied> {
        unreachable!("it never stands")
    }

    fn verify(&mut self, _: &[u8], _: &[u8]) -> Result<(), Denied> {
        unreachable!("it never stands")
    }
}

fn ntlm() -> Box<dyn InnerInitiator> {
    let credentials = Credentials::password("ann", "sesame");
    Box::new(NtlmInitiator::new(&credentials).expect("a password suffices"))
}

/// A client that prefers Kerberos, and a server without it.
fn unlike() -> (SpnegoInitiator, SpnegoAcceptor) {
    let lonely: Box<dyn InnerInitiator> = Box::new(Lonely);
    let offers = [(Kind::Kerberos, lonely), (Kind::Ntlm, ntlm())];
    (SpnegoInitiator::offering(offers), acceptor())
}

fn alike() -> (SpnegoInitiator, SpnegoAcceptor) {
    let offers = [(Kind::Ntlm, ntlm())];
    (SpnegoInitiator::offering(offers), acceptor())
}

fn acceptor() -> SpnegoAcceptor {
    let users = Users::new().with("ann", "sesame");
    SpnegoAcceptor::new(Acceptors::new("server").with_users(Arc::new(users)))
}

/// Passes tokens until both are done; `change` sees each with its number, the client's first.
/// Returns how many there were.
fn talk(
    (client, server): &mut (SpnegoInitiator, SpnegoAcceptor),
    mut change: impl FnMut(usize, &mut Vec<u8>),
) -> Result<usize, Denied> {
    let mut answer = Vec::new();
    for number in (0..20).step_by(2) {
        let mut token = Vec::new();
        if client.step(&answer, &mut token)? == Step::Done {
            assert!(token.is_empty() && server.principal().is_some());
            return Ok(number);
        }
        change(number, &mut token);
        answer.clear();
        server.step(&token, &mut answer)?;
        change(number + 1, &mut answer);
    }
    panic!("they never end");
}

fn pdu(body: &mut [u8]) -> Pdu<'_> {
    Pdu {
        header: b"header",
        body,
        trailer: b"trailer",
    }
}

fn exchange(pair: &mut (SpnegoInitiator, SpnegoAcceptor)) {
    let (client, server) = pair;
    for number in 0..3 {
        let mut body = *b"sixteen bytes !!";
        let mut value = [0; 16];
        client
            .protect(Level::Privacy, pdu(&mut body), &mut value)
            .expect("protects");
        assert_ne!(&body, b"sixteen bytes !!");
        server
            .unprotect(Level::Privacy, pdu(&mut body), &value)
            .unwrap_or_else(|e| panic!("PDU {number}: {e}"));
        assert_eq!(&body, b"sixteen bytes !!");
    }
}

#[test]
fn a_favourite_takes_two_tokens_each_and_another_one_three() {
    for (mut pair, tokens) in [(alike(), 4), (unlike(), 6)] {
        assert_eq!(talk(&mut pair, |_, _| ()), Ok(tokens));
        assert_eq!(pair.1.principal().as_deref(), Some("ann"));
        exchange(&mut pair);
    }
}

/// RFC 4178 section 5: the purpose of the signatures over the list.
#[test]
fn a_list_that_was_changed_is_noticed() {
    let ntlm_alone = token::list([Kind::Ntlm].into_iter());
    let mut pair = unlike();
    let denied = talk(&mut pair, |number, token| {
        if number == 0 {
            let init = Init {
                list: &ntlm_alone,
                token: None,
            };
            *token = init.emit();
        }
    });
    let denied = denied.expect_err("the server was lied to");
    assert_eq!(denied.reason, DeniedReason::BadSignature, "{denied}");
}

/// RFC 4178 section 5: an attacker who cannot forge a signature removes it.
#[test]
fn signatures_that_are_left_out_are_missed() {
    // The client's, then the server's.
    for which in [4, 5] {
        let mut pair = unlike();
        let denied = talk(&mut pair, |number, token| {
            if number == which {
                let cut = token.clone();
                let without = Response {
                    mic: None,
                    ..Response::parse(&cut).expect("ours")
                };
                *token = without.emit();
            }
        });
        assert!(denied.is_err(), "token {which} unsigned");
    }
}

/// No significant byte may change unnoticed, and no change leads to a panic.
#[test]
fn every_changed_byte_is_survived() {
    for number in 0..6 {
        for at in 0..300 {
            let mut pair = unlike();
            let mut original = Vec::new();
            let mut changed = Vec::new();
            let outcome = talk(&mut pair, |n, token| {
                if n == number && at < token.len() {
                    original = token.clone();
                    token[at] ^= 0x41;
                    changed = token.clone();
                }
            });
            if original.is_empty() {
                break;
            }
            // NTLM covers all of its own messages, and the list is signed.
            if outcome.is_ok() {
                exchange(&mut pair);
                assert!(
                    number < 2 || is_idle(&original, at),
                    "byte {at} of token {number}"
                );
            }
        }
    }
}

/// Whether a byte is not covered by signatures: negState.
fn is_idle(token: &[u8], at: usize) -> bool {
    let state = token
        .windows(4)
        .position(|w| w == [0x03, 0x0a, 0x01, token[at]]);
    state.is_some_and(|start| start + 3 == at)
}

#[test]
fn tokens_cut_short_and_garbage_are_refused() {
    let mut tokens = Vec::new();
    talk(&mut unlike(), |_, token| tokens.push(token.clone())).expect("all is well");
    for token in &tokens {
        for n in 0..token.len() {
            let refused =
                Init::parse(&token[..n]).is_err() && Response::parse(&token[..n]).is_err();
            assert!(refused, "{n} bytes of {token:02x?}");
        }
    }
    for garbage in [&b""[..], b"\x60", b"\x60\x84\xff\xff\xff\xff", b"NTLMSSP\0"] {
        let denied = acceptor()
            .step(garbage, &mut Vec::new())
            .expect_err("no token");
        assert_eq!(denied.reason, DeniedReason::BadToken);
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<_> = hex.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).expect("digits");
        u8::from_str_radix(pair, 16).expect("digits")
    };
    digits.chunks(2).map(byte).collect()
}

/// RFC 4178 sections 4.2.1 and 4.2.2, tokens of impacket 0.10 (module `impacket.spnego`).
#[test]
fn tokens_are_those_of_impacket() {
    let list = token::list([Kind::Kerberos, Kind::Ntlm].into_iter());
    let init = Init {
        list: &list,
        token: Some(b"x"),
    };
    let impacket =
        "603706062b0601050502a02d302ba024302206092a864882f71201020206092a864886f712010202
        060a2b06010401823702020aa203040178";
    assert_eq!(init.emit(), bytes(impacket));

    let list = token::list([Kind::Ntlm].into_iter());
    let names = Init {
        list: &list,
        ..init
    }
    .names()
    .expect("ours");
    let response = Response {
        state: Some(State::Completed),
        mechanism: Some(names[0]),
        token: Some(b"y"),
        mic: None,
    };
    let impacket = "a11a3018a0030a0100a10c060a2b06010401823702020aa203040179";
    assert_eq!(response.emit(), bytes(impacket));
}

/// The first token of Samba 4.17's client library for a user without Kerberos.
#[test]
fn a_token_of_samba_is_read() {
    let samba = bytes(
        "604806062b0601050502a03e303ca00e300c060a2b06010401823702020aa22a04284e544c4d535350000100
        00003582086200000000280000000000000028000000060100000000000f",
    );
    let init = Init::parse(&samba).expect("Samba's");
    assert_eq!(init.list, token::list([Kind::Ntlm].into_iter()));
    assert!(init.token.is_some_and(|t| t.starts_with(b"NTLMSSP\0")));
    assert_eq!(init.emit(), samba);
}
