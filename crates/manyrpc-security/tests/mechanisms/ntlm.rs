//! NTLM's protection of PDUs, between two of our sides.

use std::sync::Arc;

use crate::pdus::{check_protection, establish};
use manyrpc_security::Credentials;
use manyrpc_security::ntlm::{NtlmAcceptor, NtlmInitiator, Users};

#[test]
fn pdus_are_protected_at_every_level() {
    let users = Arc::new(Users::new().with("ann", "sesame"));
    let fresh = || {
        let credentials = Credentials::password("ann", "sesame");
        let mut client = NtlmInitiator::new(&credentials).expect("a password suffices");
        let mut server = NtlmAcceptor::new(users.clone(), "server".into());
        establish(&mut client, &mut server).expect("both sides agree");
        (Box::new(client) as _, Box::new(server) as _)
    };
    check_protection(fresh, true);
}
