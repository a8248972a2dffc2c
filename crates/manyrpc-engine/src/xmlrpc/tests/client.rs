use alloc::string::String;

use alloc::format;
use alloc::vec::Vec;

use manyrpc_codec::Encoding;

use crate::Limits;
use crate::carrier::http1::Target;
use crate::carrier::messages::client::NO_REPLY;
use crate::contract::{Batches, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Rx};
use crate::domain::Domain;
use crate::fault::{CallError, Closed, Fault, Misuse, WireError};
use crate::name::Path;
use crate::time::{Clock, Instant};
use crate::xmlrpc::Client;

const STATE: Path<'_> = Path {
    interface: "userland.examples",
    operation: "getStateName",
};

const RPC2: Target<'_> = Target {
    host: "betty.userland.com",
    path: "/RPC2",
};

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// Starts a call; returns the output.
fn call(client: &mut Client, kind: CallKind) -> (CallId, String) {
    let head = CallHead {
        kind,
        ..CallHead::named(STATE)
    };
    let id = client.begin_call(&head).unwrap();
    client
        .body()
        .put(b"<param><value><i4>41</i4></value></param>");
    client.finish_call(at(0)).unwrap();
    let sent = client
        .poll_transmit()
        .map_or(Vec::new(), |t| t.bytes.to_vec());
    client.sent(sent.len());
    (id, String::from_utf8(sent).unwrap())
}

/// The first event in `wire`, and the bytes it points to.
fn receive(client: &mut Client, wire: &[u8]) -> (Option<ClientEvent>, String) {
    let mut rx = Rx::default();
    rx.buf.put(wire);
    let event = client.next_event(&mut rx, &Clock::at(at(0)));
    let body = match &event {
        Some(ClientEvent::Reply { body, .. }) => rx.buf.data()[body.clone()].to_vec(),
        _ => Vec::new(),
    };
    (event, String::from_utf8(body).unwrap())
}

/// The header of the specification's "Response example".
fn response(body: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\nContent-Type: text/xml\r\n\
         Date: Fri, 17 Jul 1998 19:55:08 GMT\r\nServer: UserLand Frontier/5.1.2-WinNT\r\n\r\n{body}",
        body.len()
    )
}

fn client() -> Client {
    Client::new(Limits::default(), RPC2, 1)
}

// The specification's "Request example".
#[test]
fn requests_are_written_as_specified() {
    let (_, sent) = call(&mut client(), CallKind::Call);
    let (head, body) = sent.split_once("\r\n\r\n").unwrap();
    assert_eq!(
        body,
        "<?xml version=\"1.0\"?><methodCall><methodName>examples.getStateName</methodName>\
         <params><param><value><i4>41</i4></value></param></params></methodCall>"
    );
    assert!(head.starts_with("POST /RPC2 HTTP/1.1\r\nHost: betty.userland.com\r\n"));
    let length = format!("\r\nContent-Length: {}", body.len());
    for field in [
        "\r\nUser-Agent: ",
        "\r\nContent-Type: text/xml\r\n",
        &length,
    ] {
        assert!(head.contains(field), "{field}");
    }
}

// The specification's "Response example" and "Fault example".
#[test]
fn replies_and_faults_are_read_as_specified() {
    let mut first = client();
    let (_, _) = call(&mut first, CallKind::Call);
    let reply = response(
        "<?xml version=\"1.0\"?>\r\n<methodResponse>\r\n   <params>\r\n      <param>\r\n         \
         <value><string>South Dakota</string></value>\r\n         </param>\r\n      </params>\r\n   \
         </methodResponse>",
    );
    let (event, body) = receive(&mut first, reply.as_bytes());
    assert!(
        matches!(event, Some(ClientEvent::Reply { encoding, .. }) if encoding == Encoding::XML)
    );
    assert!(
        body.trim().starts_with("<param>") && body.contains("South Dakota"),
        "{body}"
    );
    assert!(first.is_finished(), "the server closes");
    assert!(first.begin_call(&CallHead::named(STATE)).is_err());

    let mut second = client();
    let (id, _) = call(&mut second, CallKind::Call);
    let fault = response(
        "<?xml version=\"1.0\"?>\r\n<methodResponse>\r\n   <fault>\r\n      <value>\r\n         \
         <struct>\r\n            <member>\r\n               <name>faultCode</name>\r\n               \
         <value><int>4</int></value>\r\n               </member>\r\n            <member>\r\n         \
         <name>faultString</name>\r\n               <value><string>Too many parameters.</string>\
         </value>\r\n               </member>\r\n            </struct>\r\n         </value>\r\n      \
         </fault>\r\n   </methodResponse>",
    );
    let error = Fault::application(4, "Too many parameters.").into();
    let failed = ClientEvent::Failed { id, error };
    assert_eq!(receive(&mut second, fault.as_bytes()).0, Some(failed));
}

#[test]
fn other_answers_are_failures() {
    for (wire, want) in [
        (
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
            CallError::Fault(Fault::Status(Domain::Http, 404)),
        ),
        (
            "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
            CallError::Fault(Fault::Status(Domain::Http, 404)),
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 54\r\n\r\n\
             <methodCall><methodName>a</methodName></methodCall>   ",
            CallError::Wire(NO_REPLY),
        ),
    ] {
        let mut client = client();
        let (id, _) = call(&mut client, CallKind::Call);
        let failed = ClientEvent::Failed { id, error: want };
        assert_eq!(receive(&mut client, wire.as_bytes()).0, Some(failed));
    }
    let mut client = client();
    call(&mut client, CallKind::Call);
    let (event, _) = receive(
        &mut client,
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n<",
    );
    assert!(matches!(
        event,
        Some(ClientEvent::Failed {
            error: CallError::Wire(WireError::BadResult(_)),
            ..
        })
    ));
}

#[test]
fn a_reply_may_end_with_the_connection() {
    let mut client = client();
    let (id, _) = call(&mut client, CallKind::Call);
    let (behind, _) = call(&mut client, CallKind::Call);
    let mut rx = Rx::default();
    rx.buf.put(
        b"HTTP/1.0 200 OK\r\n\r\n<methodResponse><params><param><value/></param></params>\
        </methodResponse>",
    );
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    client.handle_closed(Closed::ByPeer);
    let reply = client.next_event(&mut rx, &Clock::at(at(0)));
    assert!(matches!(reply, Some(ClientEvent::Reply { id: of, .. }) if of == id));
    let error = CallError::Closed(Closed::ByPeer);
    let failed = ClientEvent::Failed { id: behind, error };
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), Some(failed));
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    assert_eq!(client.next_timeout(), None);
}

#[test]
fn a_call_that_was_given_up_holds_the_connection_up() {
    let mut client = client();
    let (id, _) = call(&mut client, CallKind::Call);
    assert!(!client.is_finished());
    client.cancel(id);
    assert!(client.is_finished(), "another connection is better");
    let wire =
        response("<methodResponse><params/></methodResponse>").replace("Connection: close", "A: b");
    assert_eq!(receive(&mut client, wire.as_bytes()).0, None);
    assert!(!client.is_finished());
    // One-way calls are answered too, and the answers ignored.
    let (_, sent) = call(&mut client, CallKind::OneWay);
    assert!(!sent.is_empty() && client.next_timeout().is_none() && !client.is_finished());
    let (_, queued) = call(&mut client, CallKind::Call);
    assert_eq!(queued, "");
    assert_eq!(receive(&mut client, wire.as_bytes()).0, None);
    assert!(client.poll_transmit().is_some());
}

fn begin(client: &mut Client, kind: CallKind, params: &str) -> CallId {
    let head = CallHead {
        kind,
        ..CallHead::named(STATE)
    };
    let id = client.begin_call(&head).unwrap();
    client.body().put(params.as_bytes());
    client.finish_call(at(0)).unwrap();
    id
}

fn failed(id: CallId, error: impl Into<CallError>) -> Option<ClientEvent> {
    let error = error.into();
    Some(ClientEvent::Failed { id, error })
}

#[test]
fn several_calls_go_in_one_and_results_come_by_place() {
    let mut client = client();
    client.begin_batch().unwrap();
    let first = begin(
        &mut client,
        CallKind::Call,
        "<param><value>a</value></param><param><value>b</value></param>",
    );
    begin(&mut client, CallKind::OneWay, "");
    let third = begin(&mut client, CallKind::Call, "");
    let fourth = begin(&mut client, CallKind::Call, "");
    assert!(client.poll_transmit().is_none());
    client.end_batch().unwrap();
    let sent = client.poll_transmit().unwrap().bytes.to_vec();
    client.sent(sent.len());
    let sent = String::from_utf8(sent).unwrap();
    let member = |params: &str| {
        format!(
            "<value><struct><member><name>methodName</name><value>examples.getStateName</value>\
             </member><member><name>params</name><value><array><data>{params}</data></array>\
             </value></member></struct></value>"
        )
    };
    let calls = [
        member("<value>a</value><value>b</value>"),
        member("").repeat(3),
    ]
    .concat();
    let body = format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>system.multicall</methodName><params>\
         <param><value><array><data>{calls}</data></array></value></param></params></methodCall>"
    );
    assert_eq!(sent.split_once("\r\n\r\n").unwrap().1, body);
    let fault = "<struct><member><name>faultCode</name><value><int>-32601</int></value></member>\
        <member><name>faultString</name><value>gone</value></member></struct>";
    let one = "<array><data><value>x</value></data></array>";
    let data = format!("<value>{one}</value><value>{one}</value> <value>{fault}</value>");
    let wire = response(&format!(
        "<methodResponse><params><param><value><array><data>{data}</data></array></value></param>\
         </params></methodResponse>"
    ));
    let mut rx = Rx::default();
    rx.buf.put(wire.as_bytes());
    let event = client.next_event(&mut rx, &Clock::at(at(0))).unwrap();
    let ClientEvent::Reply { id, body, .. } = event else {
        panic!("{event:?}");
    };
    assert_eq!(
        (id, &rx.buf.data()[body]),
        (first, &b"<value>x</value>"[..])
    );
    let event = client.next_event(&mut rx, &Clock::at(at(0)));
    assert_eq!(event, failed(third, Fault::NoSuchOperation));
    let event = client.next_event(&mut rx, &Clock::at(at(0)));
    assert_eq!(event, failed(fourth, NO_REPLY));
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
}

#[test]
fn a_batch_fails_as_a_whole_if_it_is_not_supported() {
    let mut client = client();
    client.begin_batch().unwrap();
    let ids = [(); 2].map(|()| begin(&mut client, CallKind::Call, ""));
    client.end_batch().unwrap();
    let wire = response(
        "<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>-32601\
         </int></value></member></struct></value></fault></methodResponse>",
    );
    let mut rx = Rx::default();
    rx.buf.put(wire.as_bytes());
    for id in ids {
        let event = client.next_event(&mut rx, &Clock::at(at(0)));
        assert_eq!(event, failed(id, Fault::NoSuchOperation));
    }
}

#[test]
fn a_connection_for_one_request_asks_for_its_end() {
    let mut client = client();
    client.set_once();
    let (_, sent) = call(&mut client, CallKind::Call);
    assert!(sent.contains("\r\nConnection: close\r\n"), "{sent}");
    let another = client.begin_call(&CallHead::named(STATE));
    assert_eq!(another, Err(Misuse::TooManyCalls.into()));
    // Whatever the server does with it.
    let wire =
        response("<methodResponse><params/></methodResponse>").replace("close", "keep-alive");
    let (event, _) = receive(&mut client, wire.as_bytes());
    assert!(matches!(event, Some(ClientEvent::Reply { .. })) && client.is_finished());
}
