//! Our registry, called in every version of its protocol.

use std::borrow::Cow;
use std::time::Duration;

use manyrpc::registry::generated::rpcbind::{
    CallArgs, PMAP_VERS, PMAP_VERS_PMAPPROC_NULL, PmapVersClient, RpcbRmtcallargs, Rpcbvers4Client,
    RpcbversClient,
};
use manyrpc::registry::rpcbind::{Entry, Registry, RegistryClient, uaddr};
use manyrpc::server::Running;
use manyrpc::{CallError, Client, ClientOptions, Fault};

/// A registry, which lists itself under its own number as registries do.
fn registry() -> Running {
    Registry::new().start(0).unwrap()
}

/// A client with a short time-out.
fn client(server: &Running) -> Client {
    let options = ClientOptions {
        timeout: Some(Duration::from_millis(200)),
        ..ClientOptions::default()
    };
    Client::connect(&server.bindings()[0], None, &options).unwrap()
}

/// A program without a server.
const NOBODY: u32 = 0x2000_4711;

#[test]
fn calls_that_cannot_be_passed_on_are_not_answered() {
    let server = registry();
    let call = RpcbRmtcallargs {
        prog: NOBODY,
        vers: 1,
        proc: 0,
        args: Cow::Borrowed(&[]),
    };
    let silent = |result: Option<CallError>| {
        assert!(
            matches!(result, Some(CallError::TimedOut { .. })),
            "{result:?}"
        );
    };
    let mut two = PmapVersClient::new(client(&server));
    silent(
        two.pmapproc_callit(&CallArgs {
            prog: NOBODY,
            vers: 1,
            proc: 0,
            args: Cow::Borrowed(&[]),
        })
        .err(),
    );
    let mut three = RpcbversClient::new(client(&server));
    silent(three.rpcbproc_callit(&call).err());
    let mut four = Rpcbvers4Client::new(client(&server));
    silent(four.rpcbproc_bcast(&call).err());
    // INDIRECT reports the reason.
    let refused = four.rpcbproc_indirect(&call).err();
    assert_eq!(refused, Some(CallError::Fault(Fault::ServerFailure)));
    four.rpcbproc_null().unwrap();
}

#[test]
fn calls_are_passed_on_to_who_is_registered() {
    let registry = registry();
    // Another registry, as an ordinary program under another number.
    let other = manyrpc::Server::builder()
        .service(Nothing)
        .listen("onc+udp://127.0.0.1:0")
        .and_then(|b| b.start())
        .unwrap();
    let port = match &other.bindings()[0].address {
        manyrpc::binding::Address::Host(_, Some(port)) => *port,
        other => panic!("{other:?}"),
    };
    let at = uaddr::print(([127, 0, 0, 1], port).into());
    for version in [2, 3, 4] {
        let mut client = RegistryClient::open_version(&registry.bindings()[1], version).unwrap();
        let entry = Entry {
            program: NOBODY,
            version: 1,
            netid: "udp".to_owned(),
            address: at.clone(),
            owner: String::new(),
        };
        assert!(client.set(&entry).unwrap(), "version {version}");
        let (place, results) = client.call_indirect(NOBODY, 1, 0, &[]).unwrap();
        assert!(results.is_empty());
        assert!(place == at || place == format!("port {port}"), "{place}");
        assert!(client.unset(&entry).unwrap(), "version {version}");
        assert!(!client.unset(&entry).unwrap(), "version {version}");
    }
}

#[test]
fn calls_of_generated_metadata_can_be_in_flight_together() {
    let server = registry();
    let mut client = client(&server);
    let pending: Vec<_> = (0..5)
        .map(|_| {
            client
                .send(&PMAP_VERS, &PMAP_VERS_PMAPPROC_NULL, &())
                .unwrap()
        })
        .collect();
    for call in pending.into_iter().rev() {
        client.wait::<()>(call).unwrap();
    }
    assert_eq!(client.counters().packets_received, 5);
}

#[test]
fn generated_metadata_can_be_broadcast() {
    let server = registry();
    let options = ClientOptions {
        timeout: Some(Duration::from_secs(10)),
        broadcast: true,
        ..ClientOptions::default()
    };
    let mut client = Client::connect(&server.bindings()[0], None, &options).unwrap();
    let mut answers = 0;
    client
        .broadcast(&PMAP_VERS, &PMAP_VERS_PMAPPROC_NULL, &(), |answer| {
            answer.results::<()>().unwrap();
            assert!(answer.from.ip().is_loopback());
            answers += 1;
            false
        })
        .unwrap();
    assert_eq!(answers, 1);
}

/// A program with only a null procedure.
struct Nothing;

impl manyrpc::stub::Service for Nothing {
    fn interface(&self) -> manyrpc::stub::InterfaceId<'_> {
        manyrpc::stub::InterfaceId {
            name: "nothing",
            full_name: "nothing",
            program: NOBODY,
            version: 1,
            ..manyrpc::stub::InterfaceId::ONLY
        }
    }

    fn dispatch(&self, _: u32, _: &mut manyrpc::Dispatch<'_>) -> manyrpc::Outcome {
        manyrpc::Outcome::Fault(Fault::NoSuchOperation)
    }
}
