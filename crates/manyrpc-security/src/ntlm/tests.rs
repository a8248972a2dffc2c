//! Known answers: MS-NLMP 4.2.1 (inputs) and 4.2.4 (NTLM v2), with the values printed there.

use std::sync::Arc;

use manyrpc_engine::security::{Acceptor, DeniedReason, Initiator, Level, Pdu, Step};

use super::acceptor::{self, Asked};
use super::initiator::{self, Chance, Who};
use super::keys::{self, Direction};
use super::message::{Challenge, VERSION};
use super::session::Session;
use super::{NtlmAcceptor, NtlmInitiator, Users, nt_hash};
use crate::Credentials;

/// Hexadecimal digits with spaces.
fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("two digits"))
        .collect()
}

fn key(text: &str) -> [u8; 16] {
    hex(text).try_into().expect("16 bytes")
}

const CHALLENGE: &str = "4e 54 4c 4d 53 53 50 00 02 00 00 00 0c 00 0c 00 \
    38 00 00 00 33 82 8a e2 01 23 45 67 89 ab cd ef 00 00 00 00 00 00 00 00 24 00 24 00 44 00 00 00 \
    06 00 70 17 00 00 00 0f 53 00 65 00 72 00 76 00 65 00 72 00 02 00 0c 00 44 00 6f 00 6d 00 61 00 \
    69 00 6e 00 01 00 0c 00 53 00 65 00 72 00 76 00 65 00 72 00 00 00 00 00";

const AUTHENTICATE: &str = "4e 54 4c 4d 53 53 50 00 03 00 00 00 18 00 18 00 \
    6c 00 00 00 54 00 54 00 84 00 00 00 0c 00 0c 00 48 00 00 00 08 00 08 00 54 00 00 00 10 00 10 00 \
    5c 00 00 00 10 00 10 00 d8 00 00 00 35 82 88 e2 05 01 28 0a 00 00 00 0f 44 00 6f 00 6d 00 61 00 \
    69 00 6e 00 55 00 73 00 65 00 72 00 43 00 4f 00 4d 00 50 00 55 00 54 00 45 00 52 00 86 c3 50 97 \
    ac 9c ec 10 25 54 76 4a 57 cc cc 19 aa aa aa aa aa aa aa aa 68 cd 0a b8 51 e5 1c 96 aa bc 92 7b \
    eb ef 6a 1c 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 aa aa aa aa aa aa aa aa 00 00 00 00 \
    02 00 0c 00 44 00 6f 00 6d 00 61 00 69 00 6e 00 01 00 0c 00 53 00 65 00 72 00 76 00 65 00 72 00 \
    00 00 00 00 00 00 00 00 c5 da d2 54 4f c9 79 90 94 ce 1c e9 0b c9 d0 3e";

/// RandomSessionKey of 4.2.1.
const EXPORTED: [u8; 16] = [0x55; 16];

fn who() -> Who {
    Who {
        user: "User".into(),
        domain: "Domain".into(),
        workstation: "COMPUTER".into(),
        nt_hash: nt_hash("Password"),
    }
}

/// 4.2.2.1.2 and 4.2.4.1.1.
#[test]
fn keys_of_a_password() {
    let hash = nt_hash("Password");
    assert_eq!(hash, key("a4 f4 9c 40 65 10 bd ca b6 82 4e e7 c3 0f d8 52"));
    let response_key = keys::response_key(&hash, "User", "Domain");
    assert_eq!(
        response_key,
        key("0c 86 8a 40 3b fd 7a 93 a3 00 1e f2 2e f0 2e 3f")
    );
}

/// 4.2.4.2 and 4.2.4.3: the whole AUTHENTICATE_MESSAGE, except for the system version, which is 5.1
/// in the specification's example.
#[test]
fn a_client_answers_as_published() {
    let chance = Chance {
        client_challenge: [0xaa; 8],
        exported: EXPORTED,
        now: 0,
    };
    let answer = initiator::authenticate(&who(), &[], &hex(CHALLENGE), chance).expect("answers");
    let mut expected = hex(AUTHENTICATE);
    expected[64..72].copy_from_slice(&VERSION);
    assert_eq!(answer.message, expected);
    assert_eq!((answer.exported, answer.covered), (EXPORTED, true));
}

fn asked() -> Asked {
    Asked {
        negotiate: Vec::new(),
        challenge_message: hex(CHALLENGE),
        challenge: [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef],
    }
}

#[test]
fn a_server_accepts_the_published_answer_and_finds_its_key() {
    let users = Users::new().with("User", "Password");
    let client = acceptor::check(&users, &asked(), &hex(AUTHENTICATE)).expect("accepts");
    assert_eq!(client.principal.as_deref(), Some("Domain\\User"));
    assert_eq!((client.exported, client.covered), (EXPORTED, true));

    for users in [Users::new(), Users::new().with("User", "password")] {
        let denied = acceptor::check(&users, &asked(), &hex(AUTHENTICATE)).expect_err("refuses");
        assert_eq!(denied.reason, DeniedReason::BadCredentials);
    }
}

/// 4.2.4.4: keys, sealed text and signature.
#[test]
fn sealing_gives_the_published_bytes() {
    assert_eq!(
        keys::seal_key(&EXPORTED, Direction::ToServer),
        key("59 f6 00 97 3c c4 96 0a 25 48 0a 7c 19 6e 4c 58")
    );
    assert_eq!(
        keys::sign_key(&EXPORTED, Direction::ToServer),
        key("47 88 dc 86 1b 47 82 f3 5d 43 fd 98 fe 1a 2d 39")
    );
    let mut session = Session::default();
    session.start(&EXPORTED, Direction::ToServer, true);
    let mut body = keys::utf16("Plaintext");
    let mut token = [0; 16];
    let pdu = Pdu {
        header: &[],
        body: &mut body,
        trailer: &[],
    };
    session
        .protect(Level::Privacy, pdu, &mut token)
        .expect("seals");
    assert_eq!(
        body,
        hex("54 e5 01 65 bf 19 36 dc 99 60 20 c1 81 1b 0f 06 fb 5f")
    );
    assert_eq!(
        token,
        key("01 00 00 00 7f b3 8e c5 c5 5d 49 76 00 00 00 00")
    );
}

#[test]
fn a_challenge_is_read_and_written_alike() {
    let bytes = hex(CHALLENGE);
    let challenge = Challenge::parse(&bytes).expect("parses");
    let mut expected = bytes.clone();
    expected[48..56].copy_from_slice(&VERSION);
    assert_eq!(challenge.emit("Server"), expected);
}

fn pair() -> (NtlmInitiator, NtlmAcceptor) {
    let credentials = Credentials::password("TEST\\ann", "sesame");
    let users = Arc::new(Users::new().with("Ann", "sesame"));
    (
        NtlmInitiator::new(&credentials).expect("a password suffices"),
        NtlmAcceptor::new(users, "server".into()),
    )
}

/// The three messages, the last with a modification.
fn exchange(
    change: impl FnOnce(&mut Vec<u8>),
) -> (NtlmInitiator, Result<NtlmAcceptor, DeniedReason>) {
    let (mut client, mut server) = pair();
    let (mut negotiate, mut challenge, mut authenticate) = (Vec::new(), Vec::new(), Vec::new());
    assert_eq!(client.step(&[], &mut negotiate), Ok(Step::Continue));
    assert_eq!(server.step(&negotiate, &mut challenge), Ok(Step::Continue));
    assert_eq!(client.step(&challenge, &mut authenticate), Ok(Step::Done));
    change(&mut authenticate);
    let mut nothing = Vec::new();
    let server = match server.step(&authenticate, &mut nothing) {
        Ok(step) => {
            assert_eq!((step, nothing.len()), (Step::Done, 0));
            Ok(server)
        }
        Err(denied) => Err(denied.reason),
    };
    (client, server)
}

#[test]
fn both_sides_agree_in_three_messages() {
    let (_, server) = exchange(|_| ());
    assert_eq!(
        server.expect("accepts").principal().as_deref(),
        Some("TEST\\ann")
    );
}

/// MS-NLMP 3.2.5.1.2: the integrity code or the proof detects a changed flag, name or version.
#[test]
fn every_bit_of_the_answer_counts() {
    let mut length = 0;
    let (_, untouched) = exchange(|message| length = message.len());
    assert!(untouched.is_ok());
    for at in 0..length {
        let (_, server) = exchange(|message| message[at] ^= 0x40);
        assert!(server.is_err(), "byte {at} does not count");
    }
}

#[test]
fn messages_cut_short_are_malformed_and_nothing_worse() {
    let (mut client, mut server) = pair();
    let (mut negotiate, mut challenge) = (Vec::new(), Vec::new());
    client.step(&[], &mut negotiate).expect("begins");
    server.step(&negotiate, &mut challenge).expect("asks");
    for end in 0..16 {
        let (_, mut server) = pair();
        assert!(server.step(&negotiate[..end], &mut Vec::new()).is_err());
    }
    for end in 0..challenge.len() {
        let chance = Chance {
            client_challenge: [0; 8],
            exported: [0; 16],
            now: 0,
        };
        let cut = initiator::authenticate(&who(), &negotiate, &challenge[..end], chance);
        assert!(cut.is_err(), "{end} bytes suffice");
    }
}

#[test]
fn an_nt_hash_does_what_its_password_does_and_tickets_do_not() {
    let credentials = Credentials::nt_hash("ann", nt_hash("sesame"));
    assert!(NtlmInitiator::new(&credentials).is_ok());
    let denied = NtlmInitiator::new(&Credentials::tickets(None)).expect_err("no password");
    assert_eq!(denied.reason, DeniedReason::Ours);
}
