//! The system's mechanisms and ours, in all combinations and both roles.

use std::sync::Arc;

use manyrpc_engine::security::{AuthType, DeniedReason, Initiator, Level};
use manyrpc_security::gssapi::{GssInitiator, Mechanism};
use manyrpc_security::ntlm::{Accounts, Users, nt_hash};
use manyrpc_security::{Acceptors, Credentials, Provider, initiator};

use crate::kdc::{REALM, with_kdc};
use crate::pdus::{Sides, check_protection, establish};

const SERVICE: &str = "host/server.test";
const PAIRS: [(Provider, Provider); 4] = [
    (Provider::System, Provider::System),
    (Provider::System, Provider::Own),
    (Provider::Own, Provider::System),
    (Provider::Own, Provider::Own),
];

fn users() -> Acceptors {
    let users = Users::new().with("ann", "sesame").with("bob", "other");
    Acceptors::new("server").with_users(Arc::new(users))
}

/// Both sides before their first token.
fn sides(
    auth_type: AuthType,
    (client, server): (Provider, Provider),
    credentials: &Credentials,
    acceptors: &Acceptors,
    service: &str,
) -> Sides {
    let client = initiator(auth_type, &credentials.clone().by(client), service);
    let server = acceptors.clone().by(server).acceptor(auth_type);
    (client, server.expect("this is set up"))
}

fn agreed(mut sides: Sides) -> Sides {
    establish(&mut *sides.0, &mut *sides.1).expect("both sides agree");
    sides
}

#[test]
fn ntlm_protects_pdus_whoever_speaks_it() {
    let acceptors = users();
    for (credentials, principal) in [
        (Credentials::password("ann", "sesame"), "ann"),
        (Credentials::password("TEST\\ann", "sesame"), "TEST\\ann"),
        (
            Credentials::nt_hash("ann@TEST", nt_hash("sesame")),
            "TEST\\ann",
        ),
    ] {
        for auth_type in [AuthType::NTLM, AuthType::SPNEGO] {
            for pair in PAIRS {
                let fresh = || agreed(sides(auth_type, pair, &credentials, &acceptors, ""));
                let said = format!("{auth_type}, {pair:?}, {credentials:?}");
                assert_eq!(fresh().1.principal().as_deref(), Some(principal), "{said}");
                let levels = [Level::Connect, Level::Integrity, Level::Privacy];
                let (client, server) = fresh();
                assert_eq!(
                    levels.map(|l| client.auth_value_bytes(l)),
                    [0, 16, 16],
                    "{said}"
                );
                assert_eq!(
                    levels.map(|l| server.auth_value_bytes(l)),
                    [0, 16, 16],
                    "{said}"
                );
                check_protection(fresh, true);
            }
        }
    }
}

#[test]
fn strangers_are_refused_whoever_asks() {
    let acceptors = users();
    for auth_type in [AuthType::NTLM, AuthType::SPNEGO] {
        for pair in PAIRS {
            for (user, password) in [("ann", "wrong"), ("bob", "sesame"), ("eve", "sesame")] {
                let credentials = Credentials::password(user, password);
                let (mut client, mut server) = sides(auth_type, pair, &credentials, &acceptors, "");
                let denied = establish(&mut *client, &mut *server).expect_err("a stranger");
                assert_eq!(
                    denied.reason,
                    DeniedReason::BadCredentials,
                    "{auth_type}, {pair:?}, {user}: {denied}"
                );
                assert_eq!(server.principal(), None);
            }
        }
    }
}

/// Bare and within SPNEGO, with tickets and with a password; NTLM if the centre does not know the
/// user.
#[test]
fn kerberos_within_spnego_protects_pdus_whoever_speaks_it() {
    let name = "providers::kerberos_within_spnego_protects_pdus_whoever_speaks_it";
    with_kdc(name, |realm| {
        realm.add_user("ann", "sesame");
        let keytab = realm.add_service(SERVICE, "service.keytab");
        let tickets = Credentials::tickets(Some(&realm.kinit("ann", "sesame", "cache")));
        let keys = |acceptors: Acceptors| acceptors.with_keytab(&keytab, None).expect("keys");
        let kerberos = keys(Acceptors::new("server"));
        let both = keys(users());
        let ann = format!("ann@{REALM}");
        let password = Credentials::password("ann", "sesame");
        for pair in PAIRS {
            for (credentials, acceptors, principal) in [
                (&tickets, &kerberos, &*ann),
                (&tickets, &both, &ann),
                (&password, &both, &ann),
                (&password, &users(), "ann"),
                (&Credentials::password("bob", "other"), &both, "bob"),
            ] {
                let spnego = AuthType::SPNEGO;
                let fresh = || agreed(sides(spnego, pair, credentials, acceptors, SERVICE));
                let (_, server) = fresh();
                let said = format!("{pair:?} {credentials:?} {acceptors:?}");
                assert_eq!(server.principal().as_deref(), Some(principal), "{said}");
            }
            let fresh = || agreed(sides(AuthType::SPNEGO, pair, &tickets, &both, SERVICE));
            check_protection(fresh, false);
            for (credentials, acceptors) in [(&tickets, &both), (&password, &users())] {
                let mut sides = sides(AuthType::SPNEGO, pair, credentials, acceptors, SERVICE);
                sides.0.set_level(Level::Connect);
                let (_, server) = agreed(sides);
                assert!(server.principal().is_some(), "{pair:?}");
            }
            let (mut client, mut server) =
                sides(AuthType::SPNEGO, pair, &tickets, &users(), SERVICE);
            let denied = establish(&mut *client, &mut *server).expect_err("nothing in common");
            assert_eq!(
                denied.reason,
                DeniedReason::NotOffered,
                "{pair:?}: {denied}"
            );
        }
    });
}

/// Users that can only be looked up one at a time.
struct Lookup;

impl Accounts for Lookup {
    fn nt_hash(&self, _: &str, user: &str) -> Option<[u8; 16]> {
        (user == "ann").then(|| nt_hash("sesame"))
    }
}

#[test]
fn what_the_system_cannot_do_is_said() {
    let lookup = Acceptors::new("server").with_users(Arc::new(Lookup));
    let odd = Users::new().with("a:b", "sesame");
    let odd = Acceptors::new("server").with_users(Arc::new(odd));
    for (acceptors, words) in [(&lookup, "list"), (&odd, "a:b")] {
        for auth_type in [AuthType::NTLM, AuthType::SPNEGO] {
            let system = acceptors.clone().by(Provider::System);
            let mut server = system.acceptor(auth_type).expect("this is set up");
            let denied = server
                .step(b"", &mut Vec::new())
                .expect_err("not for the system");
            assert_eq!(denied.reason, DeniedReason::Ours);
            assert!(denied.detail.contains(words), "{denied}");
        }
    }
    // By default this crate then uses its own mechanisms.
    let pair = (Provider::Any, Provider::Any);
    let ann = Credentials::password("ann", "sesame");
    let (_, server) = agreed(sides(AuthType::SPNEGO, pair, &ann, &lookup, ""));
    assert_eq!(server.principal().as_deref(), Some("ann"));

    for (mechanism, credentials, words) in [
        (Mechanism::Ntlm, Credentials::tickets(None), "password"),
        (
            Mechanism::Kerberos,
            Credentials::nt_hash("ann", [0; 16]),
            "NT hash",
        ),
        (
            Mechanism::Ntlm,
            Credentials::password("ann", "a\0b"),
            "no credentials of ann",
        ),
    ] {
        let denied = GssInitiator::new(mechanism, &credentials, "").expect_err("not for this");
        assert!(denied.detail.contains(words), "{denied}");
    }
}

#[test]
fn tokens_that_are_none_are_refused() {
    let acceptors = users().by(Provider::System);
    let mut token = Vec::new();
    for mechanism in [Mechanism::Ntlm, Mechanism::Spnego] {
        let mut client = GssInitiator::new(mechanism, &Credentials::password("ann", "x"), "")
            .expect("a password suffices");
        token.clear();
        client.step(&[], &mut token).expect("it begins");
        for end in 0..token.len() {
            let mut server = acceptors.acceptor(mechanism.auth_type()).expect("set up");
            let mut out = Vec::new();
            // Some trailing fields are not needed (names); then the server continues, but does not
            // finish.
            if server.step(&token[..end], &mut out).is_ok() {
                assert!(server.step(&token[..end], &mut out).is_err());
            }
            assert_eq!(server.principal(), None);
        }
    }
}

/// An exchange in which the message with this number is modified.
fn meddled(
    auth_type: AuthType,
    acceptors: &Acceptors,
    number: usize,
    change: &dyn Fn(&mut Vec<u8>),
) -> Sides {
    let pair = (Provider::System, Provider::System);
    let ann = Credentials::password("TEST\\ann", "sesame");
    let (mut client, mut server) = sides(auth_type, pair, &ann, acceptors, "");
    let (mut token, mut answer) = (Vec::new(), Vec::new());
    let mut spoken = 0;
    while spoken < 8 {
        answer.clear();
        let side: &mut dyn FnMut(&[u8], &mut Vec<u8>) -> bool = match spoken % 2 {
            0 => &mut |token, answer| client.step(token, answer).is_ok(),
            _ => &mut |token, answer| server.step(token, answer).is_ok(),
        };
        if !side(&token, &mut answer) || answer.is_empty() {
            break;
        }
        if spoken == number {
            change(&mut answer);
        }
        std::mem::swap(&mut token, &mut answer);
        spoken += 1;
    }
    (client, server)
}

/// The system's plugin (1.2.0) crashes on some, which therefore must not reach it.
#[test]
fn changed_tokens_do_not_bring_the_process_down() {
    let acceptors = users();
    for auth_type in [AuthType::NTLM, AuthType::SPNEGO] {
        for number in 0..4 {
            let size = std::cell::Cell::new(0);
            meddled(auth_type, &acceptors, number, &|token| {
                size.set(token.len())
            });
            for at in 0..size.get() {
                for lie in [0, 1, 0x18, 0x80, 0xff] {
                    let (_, server) = meddled(auth_type, &acceptors, number, &|token| {
                        if let Some(byte) = token.get_mut(at) {
                            *byte = lie;
                        }
                    });
                    let principal = server.principal();
                    let known = ["ann", "TEST\\ann"];
                    assert!(principal.is_none_or(|name| known.contains(&&*name)));
                }
                meddled(auth_type, &acceptors, number, &|token| token.truncate(at));
            }
        }
    }
}

/// Empty fields: in the challenge the target, in the answer response, user and key.
#[test]
fn tokens_without_what_the_system_needs_are_refused() {
    let acceptors = users();
    for (number, field, bytes) in [
        (1, 12, 0),
        (2, 20, 0),
        (2, 20, 24),
        (2, 36, 0),
        (2, 52, 0),
        (2, 52, 15),
    ] {
        let (_, server) = meddled(AuthType::NTLM, &acceptors, number, &|token| {
            token[field..field + 2].copy_from_slice(&u16::to_le_bytes(bytes));
        });
        assert_eq!(server.principal(), None, "{number}: {field}, {bytes}");
    }
}
