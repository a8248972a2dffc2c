//! The management interface of DCE servers (C706, appendix Q).

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::time::Duration;

use manyrpc::registry::generated::mgmt::MgmtClient;
use manyrpc::registry::generated::rrpc::{RRPC_OP_NOT_ALLOWED, RrpcClient};
use manyrpc::registry::{ServerInfo, inquire};
use manyrpc::security::AuthType;
use manyrpc::server::{Builder, ManagementOperation, Running};
use manyrpc::{CallError, Client, ClientOptions, Context, Error, Fault, Server};
use support::{App, add, await_counted, client, interface, serve, service};

const V2: &str = "CALCULATOR_V2";
const DISALLOWED: u32 = 0x16c9_a06d;

/// A server at all three bindings, configured by `with`.
fn managed(with: impl FnOnce(Builder) -> Builder) -> Running {
    let (app, _wires) = App::new();
    let builder = Server::builder().service(service(interface(V2), &app));
    let mut builder = with(builder);
    for binding in ["dce+tcp", "dce+udp", "ncs+udp"] {
        builder = builder.listen(&format!("{binding}://127.0.0.1:0")).unwrap();
    }
    builder.start().unwrap()
}

fn open(server: &Running, at: usize) -> Client {
    let options = ClientOptions {
        timeout: Some(Duration::from_secs(10)),
        ..ClientOptions::default()
    };
    Client::connect(&server.bindings()[at], None, &options).unwrap()
}

// C706, `rpc_mgmt_stop_server_listening` and `rpc_mgmt_set_authorization_fn`.
#[test]
fn a_server_that_may_be_stopped_answers_and_ends() {
    for at in 0..3 {
        // The caller is also known over streams.
        let here = |call: &Context<'_>, _| call.from.is_some_and(|from| from.ip().is_loopback());
        let server = managed(|b| b.management(here));
        let mut calls = client(&server, V2);
        add(&mut calls, 1, 2).unwrap();
        match at {
            2 => assert_eq!(RrpcClient::new(open(&server, at)).rrpc_shutdown(), Ok(0)),
            at => {
                let mut mgmt = MgmtClient::new(open(&server, at));
                assert_eq!(mgmt.rpc_mgmt_stop_server_listening(), Ok(0), "{at}");
            }
        }
        let gone = server.bindings()[0].clone();
        server.wait();
        assert!(Client::connect(&gone, None, &ClientOptions::default()).is_err());
    }
}

#[test]
fn what_is_not_permitted_is_not_told() {
    let server = managed(|b| b.management(|_, operation| operation == ManagementOperation::Stop));
    let mut mgmt = MgmtClient::new(open(&server, 1));
    let (ids, status) = mgmt.rpc_mgmt_inq_if_ids().unwrap();
    assert_eq!((ids.get().is_none(), status), (true, DISALLOWED));
    let nothing = Ok((Vec::new(), DISALLOWED));
    assert_eq!(mgmt.rpc_mgmt_inq_stats(4), nothing);
    assert_eq!(mgmt.rpc_mgmt_is_server_listening(), Ok((DISALLOWED, 0)));
    let (name, status) = mgmt.rpc_mgmt_inq_princ_name(10, 99).unwrap();
    assert_eq!((&*name, status), ("", DISALLOWED));
    let mut rrpc = RrpcClient::new(open(&server, 2));
    let refused = Ok((Vec::new(), RRPC_OP_NOT_ALLOWED as u32));
    assert_eq!(rrpc.rrpc_inq_stats(5), refused);
    assert_eq!(
        rrpc.rrpc_inq_interfaces(5).unwrap().1,
        RRPC_OP_NOT_ALLOWED as u32
    );
    assert_eq!(rrpc.rrpc_are_you_there(), Ok(0));
}

// C706, `rpc_mgmt_inq_server_princ_name`.
#[test]
fn a_server_tells_under_which_name_it_is_authenticated() {
    let server = managed(|b| {
        b.principal_name(AuthType::NTLM, "nobody")
            .principal_name(AuthType::KERBEROS, "host/here@REALM")
            .principal_name(AuthType::NTLM, "HERE")
    });
    for at in 0..2 {
        let mut mgmt = MgmtClient::new(open(&server, at));
        let mut name = |of: u32, room| {
            let (name, status) = mgmt.rpc_mgmt_inq_princ_name(of, room).unwrap();
            (name.into_owned(), status)
        };
        assert_eq!(name(0x0a, 256), ("HERE".to_owned(), 0));
        assert_eq!(name(0x10, 16), ("host/here@REALM".to_owned(), 0));
        let (unknown, long) = (0x16c9_a011, 0x16c9_a00e);
        for of in [0, 9, 0x10a, u32::MAX] {
            assert_eq!(name(of, 256), (String::new(), unknown), "{of:#x}");
        }
        for room in [1, 15] {
            assert_eq!(name(0x10, room), (String::new(), long), "{room}");
        }
        let nowhere = mgmt.rpc_mgmt_inq_princ_name(0x10, 0);
        assert_eq!(nowhere, Err(CallError::Fault(Fault::BadArguments)));
    }
}

#[test]
fn a_server_tells_its_interfaces_and_counts() {
    for binding in ["dce+tcp://127.0.0.1:0", "dce+udp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        add(&mut client(&server, V2), 1, 2).unwrap();
        await_counted(&server, 1);
        let at = server.bindings()[0].to_string();
        let mut mgmt = MgmtClient::new(Client::open(&at).unwrap());
        let (ids, status) = mgmt.rpc_mgmt_inq_if_ids().unwrap();
        let ids = ids.get().unwrap();
        assert_eq!((ids.if_id.len(), status), (1, 0), "{binding}");
        let id = ids.if_id[0].get().unwrap();
        let definition = interface(V2);
        let uuid = definition.id().uuid;
        assert_eq!(id.uuid.time_low.to_be_bytes(), uuid[..4]);
        assert_eq!(id.uuid.node, uuid[10..]);
        assert_eq!(id.vers_major, 2);
        assert_eq!(mgmt.rpc_mgmt_is_server_listening().unwrap(), (0, 1));
        let (statistics, _) = mgmt.rpc_mgmt_inq_stats(4).unwrap();
        assert!(statistics[0] >= 1 && statistics[2] >= 1, "{statistics:?}");
        assert_eq!(mgmt.rpc_mgmt_inq_stats(1).unwrap().0.len(), 1);
        assert_eq!(mgmt.rpc_mgmt_stop_server_listening(), Ok(DISALLOWED));
        assert_eq!(mgmt.rpc_mgmt_is_server_listening().unwrap(), (0, 1));
    }
}

#[test]
fn what_is_told_is_read_by_either_management_interface() {
    let server = managed(|b| b.principal_name(AuthType::NTLM, "HERE"));
    add(&mut client(&server, V2), 1, 2).unwrap();
    await_counted(&server, 1);
    let id = interface(V2).id().into();
    for (at, names) in [(0, 1), (1, 1), (2, 0)] {
        let told = inquire(&server.bindings()[at]).unwrap();
        assert_eq!(told.listening, Some(true), "{at}");
        assert_eq!(told.interfaces, [id]);
        let counters = told.counters.unwrap();
        assert!(counters.calls_in >= 1 && counters.packets_in >= 1);
        let here = [(AuthType::NTLM, "HERE".to_owned())];
        assert_eq!(told.principals, here[..names]);
    }
    let silent = managed(|b| b.management(|_, _| false));
    for at in 0..2 {
        assert_eq!(
            inquire(&silent.bindings()[at]).unwrap(),
            ServerInfo::default()
        );
    }
    let other = inquire(&"onc+udp://127.0.0.1:1".parse().unwrap());
    assert!(matches!(other, Err(Error::Binding(_))), "{other:?}");
}
