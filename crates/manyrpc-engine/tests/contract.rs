//! What every engine does, whatever its protocol.

mod support;

use manyrpc_engine::{CallError, ClientEvent, Fault, Limits, Rx};
use support::*;

#[test]
fn a_call_and_its_reply_meet() {
    for kind in KINDS {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for n in 0..100 {
            let body = vec![n as u8; 4 * n];
            let id = call(&mut *client, kind, ECHO, &body, at(0));
            for bytes in output(&mut *client) {
                to_server.buf.put(&bytes);
            }
            assert_eq!(serve(&mut *server, &mut to_server, at(0)), 1);
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
            }
            let seen = events(&mut *client, &mut to_client, at(0));
            assert_eq!(seen, [Seen::Reply(id, body)], "{kind:?}");
            assert!(to_server.buf.is_empty() && to_client.buf.is_empty());
            assert_eq!(client.next_timeout(), None);
        }
    }
}

#[test]
fn a_fault_leaves_nothing_of_the_result() {
    for kind in KINDS {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for (operation, fault) in [(REFUSE, Fault::BadArguments), (99, Fault::NoSuchOperation)] {
            let id = call(&mut *client, kind, operation, b"args", at(0));
            to_server.buf.put(&output(&mut *client).concat());
            serve(&mut *server, &mut to_server, at(0));
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
            }
            let error = CallError::Fault(fault);
            let failed = Seen::Other(ClientEvent::Failed { id, error });
            assert_eq!(
                events(&mut *client, &mut to_client, at(0)),
                [failed],
                "{kind:?}"
            );
        }
    }
}
