//! Kerberos against a real key distribution centre, and against itself.

use std::path::Path;
use std::sync::Arc;

use crate::kdc::{REALM, Realm, with_kdc, with_kdc_of};
use crate::pdus::{Sides, check_protection, establish};
use manyrpc_engine::security::{Acceptor, DeniedReason, Initiator, Level, Protection, Step};
use manyrpc_security::gssapi::{GssAcceptor, GssInitiator, Mechanism, ServerKeys};
use manyrpc_security::ntlm::Users;
use manyrpc_security::spnego::{SpnegoAcceptor, SpnegoInitiator};
use manyrpc_security::{Acceptors, Credentials};

const SERVICE: &str = "host/server.test";

/// A realm with a user and a service, and the service's keys.
fn furnish(realm: &Realm) -> ServerKeys {
    realm.add_user("ann", "sesame");
    let keytab = realm.add_service(SERVICE, "service.keytab");
    ServerKeys::open(&keytab, Some(&format!("{SERVICE}@{REALM}"))).expect("keys")
}

fn pair(credentials: &Credentials, keys: &ServerKeys) -> (GssInitiator, GssAcceptor) {
    let mut client =
        GssInitiator::new(Mechanism::Kerberos, credentials, SERVICE).expect("credentials");
    let mut server = keys.acceptor();
    establish(&mut client, &mut server).expect("both sides agree");
    (client, server)
}

fn boxed((client, server): (impl Initiator + 'static, impl Acceptor + 'static)) -> Sides {
    (Box::new(client), Box::new(server))
}

#[test]
fn a_password_buys_tickets_and_protects_pdus() {
    with_kdc(
        "kerberos::a_password_buys_tickets_and_protects_pdus",
        |realm| {
            let keys = furnish(realm);
            let credentials = Credentials::tickets(Some(&realm.kinit("ann", "sesame", "cache")));
            let (_, server) = pair(&credentials, &keys);
            assert_eq!(server.principal().as_deref(), Some("ann@MANYRPC.TEST"));
            check_protection(|| boxed(pair(&credentials, &keys)), false);

            let (_, server) = pair(&Credentials::password("ann", "sesame"), &keys);
            assert_eq!(server.principal().as_deref(), Some("ann@MANYRPC.TEST"));
        },
    );
}

/// The sizes of the tokens at connect, integrity and privacy in a realm of this encryption type.
fn check_encryption(realm: &Realm, sizes: [usize; 3]) {
    let keys = furnish(realm);
    let credentials = Credentials::tickets(Some(&realm.kinit("ann", "sesame", "cache")));
    let (client, server) = pair(&credentials, &keys);
    let levels = [Level::Connect, Level::Integrity, Level::Privacy];
    assert_eq!(levels.map(|level| client.auth_value_bytes(level)), sizes);
    assert_eq!(levels.map(|level| server.auth_value_bytes(level)), sizes);
    check_protection(|| boxed(pair(&credentials, &keys)), false);
}

/// RFC 4121 4.2.6: 16 bytes of header, 12 of checksum; sealed also 16 each of confounder, filler
/// and the header's encrypted copy (MS-KILE 3.4.5.4.1).
#[test]
fn aes_has_tokens_of_28_and_76_bytes() {
    with_kdc_of(
        "kerberos::aes_has_tokens_of_28_and_76_bytes",
        "aes128-cts",
        |realm| {
            check_encryption(realm, [0, 28, 76]);
        },
    );
}

/// RFC 4757 7.3: 24 bytes and 8 of confounder, within GSSAPI's framing of 13.
#[test]
fn rc4_has_tokens_of_37_and_45_bytes() {
    with_kdc_of(
        "kerberos::rc4_has_tokens_of_37_and_45_bytes",
        "rc4-hmac",
        |realm| {
            check_encryption(realm, [0, 37, 45]);
        },
    );
}

#[test]
fn a_keytab_serves_a_client_too() {
    with_kdc("kerberos::a_keytab_serves_a_client_too", |realm| {
        let keys = furnish(realm);
        let keytab = realm.add_service("batch", "batch.keytab");
        let (_, server) = pair(&Credentials::keytab("batch", &keytab), &keys);
        assert_eq!(server.principal().as_deref(), Some("batch@MANYRPC.TEST"));
    });
}

/// Kerberos within SPNEGO, and the outcome if one side lacks it.
#[test]
fn spnego_takes_kerberos_where_both_have_it() {
    with_kdc(
        "kerberos::spnego_takes_kerberos_where_both_have_it",
        |realm| {
            furnish(realm);
            let keytab = realm.path("service.keytab");
            let users = Arc::new(Users::new().with("ann", "sesame").with("bob", "other"));
            let ntlm = Acceptors::new("server").with_users(users);
            let both = ntlm.clone().with_keytab(&keytab, None).expect("keys");
            let talk = |credentials: &Credentials, acceptors: &Acceptors| {
                let mut client = SpnegoInitiator::new(credentials, SERVICE).expect("credentials");
                let mut server = SpnegoAcceptor::new(acceptors.clone());
                establish(&mut client, &mut server).expect("both sides agree");
                (client, server)
            };
            let ann = Credentials::password("ann", "sesame");
            let tickets = Credentials::tickets(Some(&realm.kinit("ann", "sesame", "cache")));
            for (credentials, acceptors, principal) in [
                (&tickets, &both, "ann@MANYRPC.TEST"),
                (&ann, &both, "ann@MANYRPC.TEST"),
                (&ann, &ntlm, "ann"),
                // A user unknown to the centre.
                (&Credentials::password("bob", "other"), &both, "bob"),
            ] {
                let (_, server) = talk(credentials, acceptors);
                assert_eq!(server.principal().as_deref(), Some(principal));
            }
            check_protection(|| boxed(talk(&tickets, &both)), false);

            let mut client = SpnegoInitiator::new(&tickets, SERVICE).expect("credentials");
            let mut server = SpnegoAcceptor::new(ntlm);
            let denied = establish(&mut client, &mut server).expect_err("nothing in common");
            assert_eq!(denied.reason, DeniedReason::NotOffered, "{denied}");
        },
    );
}

#[test]
fn what_is_missing_is_said() {
    with_kdc("kerberos::what_is_missing_is_said", |realm| {
        let keys = furnish(realm);
        let first_step = |credentials: &Credentials, service: &str| {
            let mut client = GssInitiator::new(Mechanism::Kerberos, credentials, service)?;
            client.step(&[], &mut Vec::new())
        };
        let ann = Credentials::password("ann", "sesame");
        for (denied, words) in [
            (
                first_step(&Credentials::password("ann", "wrong"), SERVICE),
                "password",
            ),
            (
                first_step(&ann, "host/nobody.test"),
                "not found in Kerberos database",
            ),
            (first_step(&Credentials::tickets(None), SERVICE), "kinit"),
            (
                first_step(&Credentials::tickets(Some(Path::new("/nowhere"))), SERVICE),
                "kinit",
            ),
        ] {
            let denied = denied.expect_err("no context without all of it");
            assert_eq!(denied.reason, DeniedReason::Ours, "{denied}");
            assert!(denied.detail.contains(words), "{denied}");
        }
        let denied = ServerKeys::open(&realm.path("no.keytab"), None).expect_err("no keys");
        assert!(denied.detail.contains("ktadd"), "{denied}");

        // Keys that do not match the ticket.
        let other = realm.add_service("host/other.test", "other.keytab");
        let other = ServerKeys::open(&other, None).expect("keys");
        let mut token = Vec::new();
        let mut client =
            GssInitiator::new(Mechanism::Kerberos, &ann, SERVICE).expect("credentials");
        assert_eq!(client.step(&[], &mut token), Ok(Step::Continue));
        let denied = other
            .acceptor()
            .step(&token, &mut Vec::new())
            .expect_err("other keys");
        assert!(denied.detail.contains("keytab"), "{denied}");

        // A token that was changed, truncated, or replayed.
        for bad in [&token[..token.len() - 1], &token[1..], b"NTLMSSP\0", b""] {
            assert!(keys.acceptor().step(bad, &mut Vec::new()).is_err());
        }
        assert_eq!(
            keys.acceptor().step(&token, &mut Vec::new()),
            Ok(Step::Continue)
        );
        let repeated = keys
            .acceptor()
            .step(&token, &mut Vec::new())
            .expect_err("replayed");
        assert_eq!(repeated.reason, DeniedReason::BadCredentials, "{repeated}");
    });
}
