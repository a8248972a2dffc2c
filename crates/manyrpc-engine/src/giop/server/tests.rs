use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::giop::ior::Ior;
use crate::giop::pdu::{HEADER, Header, Reply, RequestHead};
use crate::giop::repository_id;
use crate::giop::wire::put_string;

const NOW: Instant = Instant::ZERO;

fn clock() -> Clock {
    Clock::at(NOW)
}

/// Has the interface `shop.Cart` and an object `cart 7` of it, and knows where another one has gone.
#[derive(Debug)]
struct Shop;

impl Host for Shop {
    fn find(&self, key: &[u8]) -> Object {
        match key {
            b"shop.Cart" => Object::Interface,
            b"cart 7" => Object::Application,
            b"moved" | b"moved for good" => Object::Moved,
            _ => Object::Unknown,
        }
    }

    fn location(&self, key: &[u8]) -> Option<(Ior, bool)> {
        Some((Ior::default(), key == b"moved for good"))
    }

    fn repository_id(&self, key: &[u8]) -> Option<String> {
        (self.find(key) != Object::Unknown).then(|| "IDL:shop/Cart:1.0".into())
    }

    fn is_a(&self, key: &[u8], id: &str) -> bool {
        self.repository_id(key).is_some_and(|own| own == id)
    }
}

fn server() -> Server {
    Server::new(Limits::default(), Arc::new(Shop))
}

fn request(
    minor: u8,
    key: &[u8],
    operation: &str,
    response: Response,
    write: impl FnOnce(&mut Buf),
) -> Vec<u8> {
    let mut buf = Buf::new();
    let head = RequestHead {
        minor,
        id: 7,
        response,
        operation,
    };
    head.put(&mut buf, 0, (key, None), |buf| buf.put_array([0; 4]));
    write(&mut buf);
    pdu::finish(&mut buf, 0, 7, usize::MAX);
    buf.data().to_vec()
}

fn output(server: &mut Server) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(transmit) = server.poll_transmit() {
        all.extend(transmit.bytes);
        let n = transmit.bytes.len();
        server.sent(n);
    }
    all
}

fn received(bytes: &[u8]) -> Rx {
    let mut rx = Rx::default();
    rx.buf.put(bytes);
    rx
}

/// What the engine itself answers.
fn answer(server: &mut Server, bytes: &[u8]) -> Vec<u8> {
    assert_eq!(server.next_call(&mut received(bytes), &clock()), None);
    output(server)
}

/// The status and the body of a reply.
fn reply(bytes: &[u8]) -> (ReplyStatus, Vec<u8>) {
    let header = Header::parse(bytes.first_chunk().unwrap()).unwrap();
    assert_eq!(header.size as usize + HEADER, bytes.len());
    let reply = Reply::parse(&header, bytes).unwrap();
    assert_eq!(reply.id, 7);
    (reply.status, bytes[reply.body..].to_vec())
}

// CORBA 3.0 section 4.3.
#[test]
fn every_object_can_be_asked_what_it_is() {
    use ReplyStatus::{NoException, SystemException};
    for minor in 0..=2 {
        let ask = |key: &[u8], operation, text: Option<&str>| {
            let write = |buf: &mut Buf| {
                if let Some(text) = text {
                    put_string(buf, 0, text);
                }
            };
            let asked = request(minor, key, operation, Response::Results, write);
            reply(&answer(&mut server(), &asked))
        };
        for key in [&b"shop.Cart"[..], b"cart 7"] {
            for (id, is) in [
                ("IDL:shop/Cart:1.0", 1),
                (repository_id::OBJECT, 1),
                ("IDL:shop/Other:1.0", 0),
            ] {
                assert_eq!(ask(key, "_is_a", Some(id)), (NoException, [is].to_vec()));
            }
            assert_eq!(ask(key, "_non_existent", None), (NoException, [0].to_vec()));
            let (status, id) = ask(key, "_repository_id", None);
            assert_eq!(
                (status, &id[4..]),
                (NoException, &b"IDL:shop/Cart:1.0\0"[..])
            );
            assert_eq!(ask(key, "_interface", None).0, SystemException);
        }
        assert_eq!(
            ask(b"none", "_non_existent", None),
            (NoException, [1].to_vec())
        );
        assert_eq!(ask(b"shop.Cart", "_is_a", None).0, SystemException);
    }
}

#[test]
fn calls_are_for_interfaces_by_name_and_for_objects_by_key() {
    for minor in 0..=2 {
        for (key, interface, object) in [
            (&b"shop.Cart"[..], "shop.Cart", None),
            (b"cart 7", "", Some(ObjectKey::new(b"cart 7"))),
            // Perhaps a relay knows it.
            (b"other.Name", "other.Name", None),
        ] {
            let mut server = server();
            let sent = request(minor, key, "add", Response::Results, |buf| {
                buf.put(b"arguments")
            });
            let mut rx = received(&sent);
            let call = server.next_call(&mut rx, &clock()).unwrap();
            let path = Path {
                interface,
                operation: "add",
            };
            assert_eq!(
                (call.name.as_ref().unwrap().path(), &call.object),
                (path, &object)
            );
            assert_eq!(rx.buf.data()[call.arguments.clone()], *b"arguments");
            server.begin_reply(call.id);
            server.body().put(b"results");
            server.finish_reply(Outcome::Done, &clock());
            let (status, body) = reply(&output(&mut server));
            assert_eq!(
                (status, &body[..]),
                (ReplyStatus::NoException, &b"results"[..])
            );
        }
        // No name either.
        let sent = request(minor, &[0xff], "add", Response::Results, |_| {});
        let (status, body) = reply(&answer(&mut server(), &sent));
        assert_eq!(status, ReplyStatus::SystemException);
        assert!(body[4..].starts_with(b"IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0\0"));
    }
}

// CORBA 3.0 section 15.4.2.1: SYNC_WITH_SERVER.
#[test]
fn a_receipt_is_sent_before_the_call_is_executed() {
    let mut server = server();
    let sent = request(2, b"shop.Cart", "add", Response::Receipt, |_| {});
    let call = server.next_call(&mut received(&sent), &clock()).unwrap();
    assert_eq!(
        reply(&output(&mut server)),
        (ReplyStatus::NoException, Vec::new())
    );
    server.begin_reply(call.id);
    server.finish_reply(Outcome::Done, &clock());
    assert!(output(&mut server).is_empty() && server.calls_in_flight() == 0);
}

// CORBA 3.0 section 22.2.2.1: the reply to SYNC_WITH_SERVER may be an exception, or send the client on.
#[test]
fn who_asks_for_a_receipt_is_told_of_failures() {
    let refused = |sent: &[u8], status| {
        let (told, body) = reply(&answer(&mut server(), sent));
        assert_eq!(told, status);
        body
    };
    let nobody = request(2, &[0xff], "add", Response::Receipt, |_| {});
    let body = refused(&nobody, ReplyStatus::SystemException);
    assert!(body[4..].starts_with(b"IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0\0"));
    let moved = request(2, b"moved", "add", Response::Receipt, |_| {});
    refused(&moved, ReplyStatus::LocationForward);
    // Perhaps a relay knows it: what it says is the reply.
    let mut server = server();
    let sent = request(2, b"other.Name", "add", Response::Receipt, |_| {});
    let call = server.next_call(&mut received(&sent), &clock()).unwrap();
    assert!(output(&mut server).is_empty());
    server.begin_reply(call.id);
    server.finish_reply(Outcome::Fault(Fault::NoSuchInterface), &clock());
    let (status, _) = reply(&output(&mut server));
    assert_eq!(status, ReplyStatus::SystemException);
}

// CORBA 3.0 section 15.4.2.1: SYNC_WITH_TARGET.
#[test]
fn who_asks_for_a_reply_to_a_call_without_results_gets_it() {
    for minor in 0..=2 {
        for (response, replies) in [(Response::Results, true), (Response::None, false)] {
            let mut server = server();
            let mut rx = received(&request(minor, b"cart 7", "note", response, |_| {}));
            let call = server.next_call(&mut rx, &clock()).unwrap();
            assert!(output(&mut server).is_empty());
            server.begin_reply(call.id);
            server.body().put(b"dropped");
            server.finish_reply(Outcome::Silent, &clock());
            let sent = output(&mut server);
            assert_eq!(sent.is_empty(), !replies);
            if replies {
                assert_eq!(reply(&sent), (ReplyStatus::NoException, Vec::new()));
            }
        }
    }
}

// CORBA 3.0 section 15.4.3.1; in GIOP 1.0 and 1.1 they are in front of the request's number.
#[test]
fn metadata_of_replies_is_in_service_contexts() {
    for minor in 0..=2 {
        for length in 0..9 {
            for fault in [false, true] {
                let mut server = server();
                let asked = request(minor, b"cart 7", "add", Response::Results, |_| {});
                let mut rx = received(&asked);
                let id = server.next_call(&mut rx, &clock()).unwrap().id;
                let mut metadata = ReplyMetadata::NONE;
                let value = &b"metadata."[..length];
                metadata.initial.push("giop-context-17-bin", value);
                metadata.trailing.push("giop-context-18-bin", b"18");
                server.begin_reply(id);
                server.body().put(b"results of a call");
                assert!(server.attach(id, metadata));
                server.finish_reply(
                    match fault {
                        false => Outcome::Done,
                        true => Outcome::Fault(Fault::NoSuchOperation),
                    },
                    &clock(),
                );
                let sent = output(&mut server);
                let header = Header::parse(sent.first_chunk().unwrap()).unwrap();
                let contexts = Reply::parse(&header, &sent).unwrap();
                assert_eq!(contexts.body % 8, 0);
                let contexts = contexts.contexts;
                assert_eq!(contexts.find(17), Some(value));
                assert_eq!(contexts.find(18), Some(&b"18"[..]));
                let expected = match fault {
                    false => (ReplyStatus::NoException, b"results of a call".to_vec()),
                    true => {
                        let plain = answer_with(&Fault::NoSuchOperation, minor);
                        (ReplyStatus::SystemException, plain)
                    }
                };
                assert_eq!(reply(&sent), expected, "{minor} {length}");
                // The next reply has none.
                rx.buf.put(&asked);
                let id = server.next_call(&mut rx, &clock()).unwrap().id;
                server.begin_reply(id);
                server.finish_reply(Outcome::Done, &clock());
                assert_eq!(output(&mut server).len(), REPLY_HEAD);
            }
        }
    }
}

/// The body of a reply that a fault makes.
fn answer_with(fault: &Fault, minor: u8) -> Vec<u8> {
    let mut server = server();
    let asked = request(minor, b"cart 7", "add", Response::Results, |_| {});
    let mut rx = received(&asked);
    let id = server.next_call(&mut rx, &clock()).unwrap().id;
    server.begin_reply(id);
    server.finish_reply(Outcome::Fault(fault.clone()), &clock());
    reply(&output(&mut server)).1
}

#[test]
fn a_cancel_request_behind_the_call_is_seen_while_it_is_executed() {
    let mut server = server();
    let sent = request(2, b"shop.Cart", "add", Response::Results, |_| {});
    let mut rx = received(&sent);
    let call = server.next_call(&mut rx, &clock()).unwrap();
    server.begin_reply(call.id);
    let look = |server: &mut Server, bytes: &[u8], ended| {
        let ahead = Ahead {
            bytes,
            from: None,
            ended,
        };
        server.interest_in(call.id, &rx, &ahead, NOW)
    };
    let mut behind = Buf::new();
    pdu::put_cancel(&mut behind, 2, 8);
    pdu::put_cancel(&mut behind, 2, 7);
    let behind = behind.data();
    assert_eq!(look(&mut server, &behind[..20], false), Interest::Wanted);
    assert_eq!(look(&mut server, behind, false), Interest::Cancelled);
    assert_eq!(look(&mut server, behind, true), Interest::Orphaned);
}

// CORBA 3.0 section 15.5.1.1.
#[test]
fn what_was_not_read_when_a_server_leaves_is_not_carried_out() {
    let mut server = server();
    let sent = request(2, b"shop.Cart", "add", Response::Results, |_| {});
    let mut rx = received(&sent);
    let call = server.next_call(&mut rx, &clock()).unwrap();
    assert!(server.wind_down());
    rx.buf.put(&sent);
    assert_eq!(server.next_call(&mut rx, &clock()), None);
    assert!(!server.is_finished());
    server.begin_reply(call.id);
    server.finish_reply(Outcome::Done, &clock());
    let last = output(&mut server);
    let close = last.len() - HEADER;
    assert_eq!(last[close..], *b"GIOP\x01\x02\x01\x05\0\0\0\0");
    assert!(server.is_finished());
}

#[test]
fn what_is_no_message_is_answered_with_a_message_error() {
    for bytes in [
        &b"HTTP/1.1 200"[..],
        b"GIOP\x01\x03\x00\x00\0\0\0\0",
        b"GIOP\x01\x02\x00\x09\0\0\0\0",
        b"GIOP\x01\x02\x00\x01\0\0\0\0",
        b"GIOP\x01\x02\x00\x00\0\0\0\0",
    ] {
        let mut server = server();
        let answer = answer(&mut server, bytes);
        assert_eq!(
            (answer.len(), answer[7]),
            (HEADER, 6),
            "{}",
            bytes.escape_ascii()
        );
        assert!(server.broken().is_some());
    }
}

#[test]
fn an_object_named_in_an_unknown_way_is_asked_for_by_key() {
    let mut buf = Buf::new();
    pdu::begin(&mut buf, 2, MessageType::Request);
    buf.put(&[7, 0, 0, 0, 3, 0, 0, 0]);
    buf.put_array(u32::from(pdu::addressing::PROFILE).to_le_bytes());
    // A profile of another protocol.
    wire::put_u32(&mut buf, 0, 99);
    wire::put_octets(&mut buf, 0, b"profile");
    put_string(&mut buf, 0, "add");
    wire::put_u32(&mut buf, 0, 0);
    pdu::finish(&mut buf, 0, 7, usize::MAX);
    let (status, body) = reply(&answer(&mut server(), buf.data()));
    assert_eq!(
        (status, &body[..]),
        (ReplyStatus::NeedsAddressingMode, &[0, 0][..])
    );
}

// CORBA 3.0 section 15.4.6.1.
#[test]
fn who_asks_where_an_object_is_is_told() {
    let locate = |minor: u8, key: &[u8]| {
        let mut buf = Buf::new();
        pdu::put_locate(&mut buf, 0, minor, 7, (key, None));
        pdu::finish(&mut buf, 0, 7, usize::MAX);
        let answer = answer(&mut server(), buf.data());
        assert_eq!((answer[5], answer[7], answer[12]), (minor, 4, 7));
        (answer[16], answer[20..].to_vec())
    };
    // A reference without a type and without profiles.
    let nowhere = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for minor in 0..=2 {
        assert_eq!(locate(minor, b"nobody"), (0, vec![]));
        assert_eq!(locate(minor, b"cart 7"), (1, vec![]));
        assert_eq!(locate(minor, b"moved"), (2, nowhere.clone()));
        let for_good = if minor == 2 { 3 } else { 2 };
        assert_eq!(
            locate(minor, b"moved for good"),
            (for_good, nowhere.clone())
        );
    }
}
