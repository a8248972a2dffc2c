//! Samba's client library calls us.

use std::process::Command;
use std::sync::Arc;

use manyrpc::security::Level;
use manyrpc::security::mechanisms::ntlm::Users;
use manyrpc::security::mechanisms::{Acceptors, Provider};

use crate::kdc::{REALM, with_kdc};
use crate::world::World;
use crate::{PROVIDERS, echo};

/// Calls a server on this port; the options are those of Samba's bindings.
fn call(port: u16, options: &str, who: &[&str]) -> Result<(), String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/samba_client.py");
    let output = Command::new("/usr/bin/python3")
        .args([script, &format!("ncacn_ip_tcp:127.0.0.1[{port},{options}]")])
        .args(who)
        .output()
        .expect("Debian's Python is installed (packages python3-samba, samba)");
    match output.stdout.ends_with(b"OK\n") {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The levels in the notation of Samba's bindings.
const LEVELS: [(&str, Level); 4] = [
    ("connect", Level::Connect),
    ("packet", Level::Packet),
    ("sign", Level::Integrity),
    ("seal", Level::Privacy),
];

/// A server's world and provider, and what the client is to use: a level and a mechanism.
type Case = (World, Provider, (&'static str, Level), &'static str);

/// All of them.
fn cases(mechanisms: [&'static str; 2]) -> impl Iterator<Item = Case> {
    World::in_all(PROVIDERS).flat_map(move |(world, provider)| {
        let cases = LEVELS
            .into_iter()
            .flat_map(move |level| mechanisms.map(|m| (level, m)));
        cases.map(move |(level, mechanism)| (world, provider, level, mechanism))
    })
}

#[test]
fn samba_calls_us_with_ntlm() {
    let users = Users::new().with("ann", "sesame");
    let acceptors = Acceptors::new("manyrpc").with_users(Arc::new(users));
    for (world, provider, (option, level), mechanism) in cases(["ntlm", "spnego"]) {
        let acceptors = acceptors.clone().by(provider);
        let (_served, port, seen) = echo::serve(world, acceptors, level);
        let options = format!("{option},{mechanism}");
        let case = format!("{options}, {provider:?}, {world:?}");
        let ann = ["TEST", "ann", "sesame"];
        assert_eq!(call(port, &options, &ann), Ok(()), "{case}");
        let seen_now = seen.take();
        assert!(seen_now.len() > 20, "{case}: {} calls", seen_now.len());
        assert!(
            seen_now.iter().all(|caller| caller == "TEST\\ann"),
            "{case}"
        );

        for stranger in [["TEST", "ann", "wrong"], ["TEST", "bob", "sesame"]] {
            let said = call(port, &options, &stranger).expect_err("refused");
            // A refused call, or even the alter_context.
            let words = ["Access Denied", "NT_STATUS_LOGON_FAILURE"];
            assert!(words.iter().any(|w| said.contains(w)), "{case}: {said}");
            assert_eq!(seen.take(), Vec::<String>::new());
        }
    }
}

/// Bare and within SPNEGO; the service's name comes from the binding.
#[test]
fn samba_calls_us_with_kerberos() {
    with_kdc("samba::samba_calls_us_with_kerberos", |realm| {
        realm.add_user("ann", "sesame");
        let keytab = realm.add_service("host/server.test", "service.keytab");
        let cache = realm.kinit("ann", "sesame", "cache");
        let cache = cache.display().to_string();
        let acceptors = Acceptors::new("manyrpc").with_keytab(&keytab, None);
        let acceptors = acceptors.expect("keys");
        for (world, provider, (option, level), mechanism) in cases(["krb5", "spnego"]) {
            let acceptors = acceptors.clone().by(provider);
            let (_served, port, seen) = echo::serve(world, acceptors, level);
            let options = format!(
                "{option},{mechanism},target_hostname=server.test,target_principal=host/server.test"
            );
            let case = format!("{options}, {provider:?}, {world:?}");
            assert_eq!(call(port, &options, &[&cache]), Ok(()), "{case}");
            let seen_now = seen.take();
            assert!(seen_now.len() > 20, "{case}: {} calls", seen_now.len());
            let ann = format!("ann@{REALM}");
            assert!(seen_now.iter().all(|caller| *caller == ann), "{case}");
        }
    });
}
