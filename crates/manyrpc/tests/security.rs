//! Security checks before any mechanism is involved; mechanisms are tested in the crate
//! `manyrpc-security`, with the feature `security`.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use manyrpc::registry::generated::mgmt::MgmtClient;
use manyrpc::security::{Level, Security};
use manyrpc::{CallError, Client, ClientOptions, Error, Fault, Server};
use support::{App, INTERNET, add, client, interface, service};

const V2: &str = "CALCULATOR_V2";

/// Security that is never reached.
fn asked_for() -> ClientOptions {
    let security = Security::new(Level::Privacy, || unreachable!("no mechanism is asked"));
    ClientOptions {
        security: Some(security),
        ..ClientOptions::default()
    }
}

#[test]
fn systems_without_security_refuse_it() {
    let paths = ["raw+unix:///nowhere", "onc+unix:///nowhere"];
    // Also without ports: no registry is asked first.
    let unbound = [
        "onc+tcp://127.0.0.1",
        "dce+udp://127.0.0.1",
        "ncs+udp://127.0.0.1",
    ];
    let secured = "dce+tcp://127.0.0.1:0";
    for binding in INTERNET.iter().chain(&paths).chain(&unbound) {
        if *binding != secured {
            let to = binding.parse().unwrap();
            let id = interface(V2);
            let refused = Client::connect(&to, Some(id.id()), &asked_for());
            let said = refused.map(drop).unwrap_err().to_string();
            assert!(
                said.contains("only calls over `dce+tcp`"),
                "{binding}: {said}"
            );
        }

        let (app, _wires) = App::new();
        let server = Server::builder().service(service(interface(V2), &app));
        let server = server.listen(binding).unwrap().least_level(Level::Connect);
        match (*binding == secured, server.start()) {
            (true, started) => drop(started.unwrap()),
            (false, Ok(_)) => panic!("{binding} serves unprotected calls"),
            (false, Err(e)) => assert!(e.to_string().contains("`dce+tcp`"), "{binding}: {e}"),
        }
    }
}

#[test]
fn a_call_below_the_least_level_is_refused_and_management_is_open() {
    for (least, allowed) in [
        (Level::None, true),
        (Level::Connect, false),
        (Level::Privacy, false),
    ] {
        let (app, _wires) = App::new();
        let server = Server::builder().service(service(interface(V2), &app));
        let server = server.listen("dce+tcp://127.0.0.1:0").unwrap();
        let server = server.least_level(least).start().unwrap();
        let said = add(&mut client(&server, V2), 1, 2);
        match (allowed, said) {
            (true, said) => drop(said.unwrap()),
            (false, Err(Error::Call(CallError::Fault(Fault::Denied(5))))) => (),
            (false, other) => panic!("{least}: {other:?}"),
        }
        let options = ClientOptions::default();
        let mgmt = Client::connect(&server.bindings()[0], None, &options).unwrap();
        assert!(
            MgmtClient::new(mgmt).rpc_mgmt_inq_stats(4).is_ok(),
            "{least}"
        );
    }
}

/// A mechanism that cannot begin reports why in the first call.
#[test]
fn what_a_mechanism_lacks_is_what_the_caller_reads() {
    use manyrpc::security::{AuthType, Denied, DeniedReason, Initiator, Pdu, Protection, Step};

    struct Lacking;

    impl Initiator for Lacking {
        fn auth_type(&self) -> AuthType {
            AuthType::KERBEROS
        }

        fn step(&mut self, _: &[u8], _: &mut Vec<u8>) -> Result<Step, Denied> {
            Err(Denied::new(
                DeniedReason::Ours,
                "no tickets; get some with kinit",
            ))
        }
    }

    impl Protection for Lacking {
        fn sign_headers(&mut self, _: bool) {}

        fn auth_value_bytes(&self, _: Level) -> usize {
            0
        }

        fn protect(&mut self, _: Level, _: Pdu<'_>, _: &mut [u8]) -> Result<(), Denied> {
            unreachable!("nothing is sent")
        }

        fn unprotect(&mut self, _: Level, _: Pdu<'_>, _: &[u8]) -> Result<(), Denied> {
            unreachable!("nothing comes")
        }
    }

    let (server, _wires) = support::serve(V2, "dce+tcp://127.0.0.1:0");
    let options = ClientOptions {
        security: Some(Security::new(Level::Privacy, || Box::new(Lacking))),
        ..ClientOptions::default()
    };
    let mut client = support::client_with(&server.bindings()[0], V2, &options);
    let said = add(&mut client, 1, 2).unwrap_err().to_string();
    assert!(said.contains("get some with kinit"), "{said}");
}
