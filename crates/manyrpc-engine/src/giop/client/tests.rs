use alloc::borrow::ToOwned;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::fault::Fault;
use crate::giop::ior::{Iiop, Ior, Ssl, Tagged, component};
use crate::giop::pdu::{HEADER, Header, Request, Target, addressing};
use crate::giop::wire::{put_octets, put_string, put_u32};
use crate::name::{ObjectKey, Path};

const ALL: [Version; 3] = [Version::V1_0, Version::V1_1, Version::V1_2];

const NOW: Instant = Instant::ZERO;

fn clock() -> Clock {
    Clock::at(NOW)
}

fn client(version: Version) -> Client {
    let mut client = Client::new(Limits::default(), version, 1);
    client.set_endpoint("home", 1);
    client.enable_reconnection();
    client
}

fn call(client: &mut Client, key: &[u8]) -> CallId {
    let object = ObjectKey::new(key);
    let path = Path {
        interface: "shop.Cart",
        operation: "add",
    };
    let head = CallHead {
        object: Some(&object),
        ..CallHead::named(path)
    };
    let id = client.begin_call(&head).unwrap();
    client.body().put(b"arguments");
    client.finish_call(NOW).unwrap();
    id
}

fn output(client: &mut Client) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(transmit) = client.poll_transmit() {
        all.extend(transmit.bytes);
        let n = transmit.bytes.len();
        client.sent(n);
    }
    all
}

/// The key, the offset of the body and the body of a request.
fn sent(message: &[u8]) -> (Vec<u8>, usize, Vec<u8>) {
    let header = Header::parse(message.first_chunk().unwrap()).unwrap();
    assert_eq!(header.size as usize + HEADER, message.len());
    let request = Request::parse(&header, message).unwrap();
    let Target::Key(key) = request.target else {
        panic!("no key");
    };
    assert_eq!(request.operation, "add");
    (key.to_vec(), request.body, message[request.body..].to_vec())
}

/// A reply whose body `write` appends.
fn reply(version: Version, id: CallId, status: ReplyStatus, write: impl FnOnce(&mut Buf)) -> Rx {
    let mut rx = Rx::default();
    pdu::put_reply(&mut rx.buf, version.minor(), id.0 as u32, status);
    write(&mut rx.buf);
    pdu::finish(&mut rx.buf, 0, id.0 as u32, usize::MAX);
    rx
}

fn forward(version: Version, id: CallId, host: &str, key: &[u8]) -> Rx {
    let profiles = vec![Iiop::new(host, 1, key).tagged()];
    let ior = Ior {
        type_id: "IDL:shop/Cart:1.0".into(),
        profiles,
    };
    reply(version, id, ReplyStatus::LocationForward, |buf| {
        ior.put(buf, 0)
    })
}

fn fault(event: Option<ClientEvent>) -> Fault {
    match event {
        Some(ClientEvent::Failed {
            error: CallError::Fault(fault),
            ..
        }) => fault,
        other => panic!("{other:?}"),
    }
}

// CORBA 3.0 section 15.4.3.2.
#[test]
fn a_call_follows_its_object_within_the_connection() {
    for version in ALL {
        for to in [&b"k"[..], b"another key", b"longer than the first one"] {
            let mut client = client(version);
            let id = call(&mut client, b"key");
            let (key, body, arguments) = sent(&output(&mut client));
            assert_eq!((&key[..], &arguments[..]), (&b"key"[..], &b"arguments"[..]));
            let mut rx = forward(version, id, "home", to);
            assert_eq!(client.next_event(&mut rx, &clock()), None);
            let (key, moved, arguments) = sent(&output(&mut client));
            assert_eq!((&key[..], &arguments[..]), (to, &b"arguments"[..]));
            // The arguments were marshalled for that place.
            assert_eq!(moved % 8, body % 8, "{version:?}");
            // From now on, calls go there at once.
            call(&mut client, b"key");
            assert_eq!(sent(&output(&mut client)).0, to);
            let mut rx = reply(version, id, ReplyStatus::NoException, |_| {});
            let event = client.next_event(&mut rx, &clock());
            assert!(matches!(event, Some(ClientEvent::Reply { id: of, .. }) if of == id));
        }
    }
}

#[test]
fn a_call_in_fragments_is_sent_again() {
    let mut limits = Limits::default();
    limits.giop.piece_bytes = 64;
    let mut client = Client::new(limits, Version::V1_2, 1);
    client.set_endpoint("home", 1);
    client.enable_reconnection();
    let object = ObjectKey::new(b"key");
    let path = Path {
        interface: "shop.Cart",
        operation: "add",
    };
    let head = CallHead {
        object: Some(&object),
        ..CallHead::named(path)
    };
    let id = client.begin_call(&head).unwrap();
    let arguments: Vec<u8> = (0..=255).collect();
    client.body().put(&arguments);
    client.finish_call(NOW).unwrap();
    let whole = |wire: &[u8]| {
        let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
        buf.put(wire);
        let message = frames.next(&mut buf, &clock()).unwrap().unwrap();
        let request = Request::parse(&message.header, message.bytes(&buf)).unwrap();
        assert_eq!(message.bytes(&buf)[request.body..], arguments);
        match request.target {
            Target::Key(key) => key.to_vec(),
            Target::Unknown => panic!("no key"),
        }
    };
    assert_eq!(whole(&output(&mut client)), b"key");
    for (host, to) in [("home", &b"another key"[..]), ("away", b"k")] {
        let mut rx = forward(Version::V1_2, id, host, to);
        assert_eq!(client.next_event(&mut rx, &clock()), None);
        if host == "away" {
            assert!(client.awaits_reconnection());
            client.handle_closed(Closed::ByUs);
            client.reconnected();
        }
        assert_eq!(whole(&output(&mut client)), to);
    }
}

#[test]
fn a_call_follows_its_object_to_another_server_when_nothing_waits() {
    for version in ALL {
        let mut client = client(version);
        let (moving, other) = (call(&mut client, b"key"), call(&mut client, b"other"));
        output(&mut client);
        let mut rx = forward(version, moving, "away", b"new");
        assert_eq!(client.next_event(&mut rx, &clock()), None);
        assert!(output(&mut client).is_empty() && !client.awaits_reconnection());
        let mut rx = reply(version, other, ReplyStatus::NoException, |_| {});
        assert!(client.next_event(&mut rx, &clock()).is_some());
        assert!(client.awaits_reconnection());
        assert_eq!(client.elsewhere(), Some(("away", 1)));
        client.handle_closed(Closed::ByUs);
        assert_eq!(client.next_event(&mut Rx::default(), &clock()), None);
        client.reconnected();
        assert!(!client.awaits_reconnection());
        assert_eq!(sent(&output(&mut client)).0, b"new");
        // Another object is still at home.
        let third = call(&mut client, b"other");
        assert!(output(&mut client).is_empty());
        let mut rx = reply(version, moving, ReplyStatus::NoException, |_| {});
        assert!(client.next_event(&mut rx, &clock()).is_some());
        assert_eq!(
            (client.awaits_reconnection(), client.elsewhere()),
            (true, None)
        );
        client.handle_closed(Closed::ByUs);
        client.reconnected();
        assert_eq!(sent(&output(&mut client)).0, b"other");
        let mut rx = reply(version, third, ReplyStatus::NoException, |_| {});
        assert!(client.next_event(&mut rx, &clock()).is_some());
        assert_eq!(client.next_timeout(), None);
    }
}

#[test]
fn a_call_fails_if_its_place_cannot_be_reached() {
    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    output(&mut client);
    let mut rx = forward(Version::V1_2, id, "away", b"new");
    assert_eq!(client.next_event(&mut rx, &clock()), None);
    client.handle_closed(Closed::ByUs);
    assert_eq!(client.next_event(&mut Rx::default(), &clock()), None);
    let how = Closed::Unreachable(111);
    client.handle_closed(how);
    let error = CallError::Closed(how);
    assert_eq!(
        client.next_event(&mut Rx::default(), &clock()),
        Some(ClientEvent::Failed { id, error })
    );
    assert!(client.is_finished() && client.next_timeout().is_none());
}

#[test]
fn a_call_whose_place_cannot_be_reached_returns_once() {
    for version in ALL {
        let mut client = client(version);
        let id = call(&mut client, b"key");
        let (_, body, _) = sent(&output(&mut client));
        for times in 0..2 {
            let mut rx = forward(version, id, "away", b"longer than before");
            assert_eq!(client.next_event(&mut rx, &clock()), None);
            assert_eq!(client.elsewhere(), Some(("away", 1)));
            client.handle_closed(Closed::ByUs);
            assert_eq!(client.not_reached(), times == 0, "{version:?}");
            if times > 0 {
                client.handle_closed(Closed::Unreachable(111));
                break;
            }
            assert_eq!(
                (client.awaits_reconnection(), client.elsewhere()),
                (true, None)
            );
            client.reconnected();
            let (key, moved, arguments) = sent(&output(&mut client));
            assert_eq!((&key[..], &arguments[..]), (&b"key"[..], &b"arguments"[..]));
            assert_eq!(moved % 8, body % 8);
        }
        let event = client.next_event(&mut Rx::default(), &clock());
        let error = CallError::Closed(Closed::Unreachable(111));
        assert_eq!(event, Some(ClientEvent::Failed { id, error }));
    }
}

/// The addresses of one profile and those of another with the same key are tried in order, then the first reference.
#[test]
fn a_place_with_several_addresses_is_tried_at_each() {
    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    output(&mut client);
    let mut alternative = Buf::new();
    alternative.put(&[1, 0, 0, 0]);
    put_string(&mut alternative, 0, "b");
    alternative.put_array(2u16.to_le_bytes());
    let first = Iiop {
        components: vec![Tagged {
            tag: component::ALTERNATE_IIOP_ADDRESS,
            data: alternative.data().to_vec(),
        }],
        ..Iiop::new("a", 1, b"new")
    };
    let secured = Iiop {
        components: vec![Ssl::new(4).component()],
        ..Iiop::new("where TLS is required", 3, b"new")
    };
    let other = Iiop::new("with another key", 5, b"another");
    let last = Iiop::new("c", 6, b"new");
    let ior = Ior {
        type_id: String::new(),
        profiles: vec![
            secured.tagged(),
            first.tagged(),
            other.tagged(),
            last.tagged(),
        ],
    };
    let forwarded = |id| {
        reply(Version::V1_2, id, ReplyStatus::LocationForward, |buf| {
            ior.put(buf, 0)
        })
    };
    let mut rx = forwarded(id);
    assert_eq!(client.next_event(&mut rx, &clock()), None);
    client.handle_closed(Closed::ByUs);
    let mut tried = Vec::new();
    while let Some((host, port)) = client.elsewhere() {
        tried.push((host.to_owned(), port));
        assert!(client.awaits_reconnection() && client.not_reached());
    }
    let all = [("a", 1), ("b", 2), ("c", 6)];
    assert_eq!(tried, all.map(|(host, port)| (host.to_owned(), port)));
    // Back at home it is sent there again, and what answers is gone to first from then on.
    client.reconnected();
    output(&mut client);
    let mut rx = forwarded(id);
    assert_eq!(client.next_event(&mut rx, &clock()), None);
    client.handle_closed(Closed::ByUs);
    assert!(client.not_reached());
    assert_eq!(client.elsewhere(), Some(("b", 2)));
    client.reconnected();
    assert_eq!(sent(&output(&mut client)).0, b"new");
    client.leave();
    client.handle_closed(Closed::ByPeer);
    assert_eq!(client.elsewhere(), Some(("b", 2)));
    // It has returned once: when nobody is left, it fails.
    assert!(client.not_reached());
    assert_eq!(client.elsewhere(), Some(("c", 6)));
    assert!(client.not_reached());
    assert_eq!(client.elsewhere(), Some(("a", 1)));
    assert!(!client.not_reached());
}

/// However many profiles a server lists.
#[test]
fn a_place_has_a_bounded_number_of_addresses() {
    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    output(&mut client);
    let hosts = (0..100).map(|i| i.to_string());
    let ior = Ior {
        type_id: String::new(),
        profiles: hosts.map(|h| Iiop::new(&h, 1, b"new").tagged()).collect(),
    };
    let mut rx = reply(Version::V1_2, id, ReplyStatus::LocationForward, |buf| {
        ior.put(buf, 0)
    });
    assert_eq!(client.next_event(&mut rx, &clock()), None);
    client.handle_closed(Closed::ByUs);
    let mut tried = 0;
    while client.elsewhere().is_some() && client.not_reached() {
        tried += 1;
    }
    assert_eq!(tried, 16);
}

// CORBA 3.0 section 15.4.3.1.
#[test]
fn service_contexts_of_replies_are_metadata() {
    for status in [ReplyStatus::NoException, ReplyStatus::SystemException] {
        for version in ALL {
            let mut client = client(version);
            let id = call(&mut client, b"key");
            output(&mut client);
            let mut rx = reply(version, id, status, |buf| {
                put_string(buf, 0, "IDL:omg.org/CORBA/TRANSIENT:1.0");
                put_u32(buf, 0, 7);
                put_u32(buf, 0, 1);
            });
            let plain = rx.buf.data()[pdu::REPLY_HEAD..].to_vec();
            pdu::add_contexts(&mut rx.buf, 0, version.minor(), |buf| {
                put_u32(buf, 0, 17);
                put_octets(buf, 0, b"seventeen");
                put_u32(buf, 0, pdu::context::CODE_SETS);
                put_octets(buf, 0, b"");
                2
            });
            pdu::finish(&mut rx.buf, 0, 0, usize::MAX);
            let size = rx.buf.len();
            match client.next_event(&mut rx, &clock()) {
                Some(ClientEvent::Reply { body, .. }) => {
                    assert_eq!(body.start % 8, 0);
                    assert_eq!((body.end, &rx.buf.data()[body]), (size, &plain[..]));
                }
                event => assert!(fault(event).to_string().contains("TRANSIENT")),
            }
            let metadata = client.take_metadata().unwrap();
            let initial: Vec<_> = metadata.initial.iter().collect();
            assert_eq!(initial, [("giop-context-17-bin", &b"seventeen"[..])]);
        }
    }
}

// CORBA 3.0 section 15.4.8.
#[test]
fn what_is_no_message_is_answered_with_a_message_error() {
    for bytes in [
        b"GIOP\x01\x03\x01\x01\0\0\0\0",
        b"GIOP\x01\x02\x01\x09\0\0\0\0",
    ] {
        let mut client = client(Version::V1_2);
        let id = call(&mut client, b"key");
        output(&mut client);
        let mut rx = Rx::default();
        rx.buf.put(bytes);
        let event = client.next_event(&mut rx, &clock());
        assert!(matches!(event, Some(ClientEvent::Failed { id: of, .. }) if of == id));
        assert_eq!(output(&mut client), b"GIOP\x01\x02\x01\x06\0\0\0\0");
    }
}

#[test]
fn going_round_in_circles_ends() {
    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    for _ in 0..MOST_HOPS {
        output(&mut client);
        let mut rx = forward(Version::V1_2, id, "home", b"key");
        assert_eq!(client.next_event(&mut rx, &clock()), None);
    }
    output(&mut client);
    let mut rx = forward(Version::V1_2, id, "home", b"key");
    let fault = fault(client.next_event(&mut rx, &clock()));
    assert!(fault.to_string().contains("TRANSIENT"), "{fault}");
    assert_eq!(client.next_timeout(), None);
}

#[test]
fn who_cannot_go_elsewhere_is_told_where() {
    let mut client = Client::new(Limits::default(), Version::V1_2, 1);
    let id = call(&mut client, b"key");
    let fault = fault(client.next_event(&mut forward(Version::V1_2, id, "away", b"k"), &clock()));
    assert!(
        fault.to_string().contains("the object is at IOR:01"),
        "{fault}"
    );
}

// CORBA 3.0 section 15.4.2.1.
#[test]
fn a_server_chooses_how_objects_are_named() {
    for wanted in [addressing::PROFILE, addressing::REFERENCE, addressing::KEY] {
        let mut client = client(Version::V1_2);
        let id = call(&mut client, b"key");
        output(&mut client);
        let mut rx = reply(Version::V1_2, id, ReplyStatus::NeedsAddressingMode, |buf| {
            buf.put_array(wanted.to_le_bytes());
        });
        assert_eq!(client.next_event(&mut rx, &clock()), None);
        let message = output(&mut client);
        assert_eq!(message[20..22], wanted.to_le_bytes());
        let (key, body, arguments) = sent(&message);
        assert_eq!(
            (&key[..], body % 8, &arguments[..]),
            (&b"key"[..], 0, &b"arguments"[..])
        );
    }
}

fn locate(client: &mut Client, key: &[u8]) -> CallId {
    let object = ObjectKey::new(key);
    let head = CallHead {
        object: Some(&object),
        ..CallHead::named(Path {
            interface: "shop.Cart",
            operation: "",
        })
    };
    client.locate(&head, NOW).unwrap()
}

/// The kind of a message, its number, and the key or the target as it stands.
fn question(message: &[u8]) -> (u8, u32, Vec<u8>) {
    let header = Header::parse(message.first_chunk().unwrap()).unwrap();
    assert_eq!(header.size as usize + HEADER, message.len());
    let id = u32::from_le_bytes(*message[HEADER..].first_chunk().unwrap());
    (message[7], id, message[16..].to_vec())
}

/// An object's key in a locate request of that version (CORBA 3.0 section 15.4.5.1).
fn named(version: Version, key: &[u8]) -> Vec<u8> {
    let mut target = match version {
        // The discriminator of `TargetAddress`, and padding.
        Version::V1_2 => vec![0, 0, 0, 0],
        _ => vec![],
    };
    target.extend((key.len() as u32).to_le_bytes());
    target.extend(key);
    target
}

/// An answer to a question, with the status of that number.
fn location(version: Version, id: CallId, status: u8, write: impl FnOnce(&mut Buf)) -> Rx {
    let mut rx = Rx::default();
    rx.buf
        .put(&[b'G', b'I', b'O', b'P', 1, version.minor(), 1, 4, 0, 0, 0, 0]);
    rx.buf.put_array((id.0 as u32).to_le_bytes());
    rx.buf.put(&[status, 0, 0, 0]);
    write(&mut rx.buf);
    let size = rx.buf.len() - HEADER;
    rx.buf.data_mut()[8..HEADER].copy_from_slice(&(size as u32).to_le_bytes());
    rx
}

fn at(host: &str, key: &[u8]) -> Ior {
    Ior {
        type_id: "IDL:shop/Cart:1.0".into(),
        profiles: vec![Iiop::new(host, 1, key).tagged()],
    }
}

// CORBA 3.0 sections 15.4.5, 15.4.6.
#[test]
fn a_client_asks_where_its_object_is() {
    for version in ALL {
        let mut client = client(version);
        let id = locate(&mut client, b"key");
        let asked = question(&output(&mut client));
        assert_eq!(asked, (3, id.0 as u32, named(version, b"key")));
        let here = |rx: &mut Rx, client: &mut Client| {
            let event = client.next_event(rx, &clock());
            assert_eq!(client.next_event(rx, &clock()), None);
            event
        };
        let event = here(&mut location(version, id, 1, |_| {}), &mut client);
        assert!(
            matches!(&event, Some(ClientEvent::Reply { id: of, body, .. }) if *of == id && body.is_empty()),
            "{event:?}"
        );
        // Nothing said that the server knows the code sets.
        assert!(!client.knows_code_sets);
        let id = locate(&mut client, b"nobody");
        output(&mut client);
        let unknown = fault(here(&mut location(version, id, 0, |_| {}), &mut client));
        assert!(matches!(unknown, Fault::NoSuchInterface), "{unknown}");
        let id = locate(&mut client, b"key");
        output(&mut client);
        let mut failed = location(version, id, 4, |buf| {
            put_string(buf, 0, "IDL:omg.org/CORBA/NO_PERMISSION:1.0");
            buf.put(&[0; 8]);
        });
        let refused = fault(here(&mut failed, &mut client));
        assert!(refused.to_string().contains("NO_PERMISSION"), "{refused}");
        assert_eq!((client.calls_in_flight(), client.next_timeout()), (0, None));
        // An answer to a call is none of a question.
        let id = call(&mut client, b"key");
        assert_eq!(
            here(&mut location(version, id, 1, |_| {}), &mut client),
            None
        );
        assert_eq!((client.counters().stray, client.calls_in_flight()), (1, 1));
    }
}

#[test]
fn a_question_and_the_calls_behind_it_follow_their_object() {
    for (version, status) in [
        (Version::V1_0, 2),
        (Version::V1_1, 2),
        (Version::V1_2, 2),
        (Version::V1_2, 3),
    ] {
        let mut client = client(version);
        let id = locate(&mut client, b"key");
        output(&mut client);
        // Under another key at the same server, which is asked, too.
        let to = at("home", b"other");
        let mut rx = location(version, id, status, |buf| to.put(buf, 0));
        assert_eq!(client.next_event(&mut rx, &clock()), None);
        let asked = question(&output(&mut client));
        assert_eq!(asked, (3, id.0 as u32, named(version, b"other")));
        // And at another one.
        let to = at("away", b"last");
        let mut rx = location(version, id, status, |buf| to.put(buf, 0));
        assert_eq!(client.next_event(&mut rx, &clock()), None);
        assert!(client.awaits_reconnection());
        assert_eq!(client.elsewhere(), Some(("away", 1)));
        client.handle_closed(Closed::ByUs);
        client.reconnected();
        let asked = question(&output(&mut client));
        assert_eq!(asked, (3, id.0 as u32, named(version, b"last")));
        let event = client.next_event(&mut location(version, id, 1, |_| {}), &clock());
        assert!(matches!(event, Some(ClientEvent::Reply { id: of, .. }) if of == id));
        call(&mut client, b"key");
        assert_eq!(sent(&output(&mut client)).0, b"last");
    }
}

#[test]
fn a_server_chooses_how_objects_are_named_in_questions() {
    for wanted in [addressing::PROFILE, addressing::REFERENCE] {
        let mut client = client(Version::V1_2);
        let id = locate(&mut client, b"key");
        output(&mut client);
        let mut rx = location(Version::V1_2, id, 5, |buf| {
            buf.put_array(wanted.to_le_bytes())
        });
        assert_eq!(client.next_event(&mut rx, &clock()), None);
        let message = output(&mut client);
        assert_eq!(message[16..18], wanted.to_le_bytes());
        let header = Header::parse(message.first_chunk().unwrap()).unwrap();
        let (_, target) = pdu::parse_locate(&header, &message).unwrap();
        assert_eq!(target, Target::Key(b"key"));
    }
}

/// The status is not of the list.
#[test]
fn an_answer_of_no_known_kind_ends_the_connection() {
    let mut client = client(Version::V1_2);
    let id = locate(&mut client, b"key");
    output(&mut client);
    let event = client.next_event(&mut location(Version::V1_2, id, 6, |_| {}), &clock());
    assert!(
        matches!(event, Some(ClientEvent::Failed { .. })),
        "{event:?}"
    );
    assert_eq!(output(&mut client)[7], 6);
}

// CORBA 3.0 sections 15.4.2.1 (`response_flags`), 22.2.2.1 (`SyncScope`).
#[test]
fn oneway_calls_ask_for_as_much_as_their_scope_says() {
    use SyncScope::{Server, Target, Transport};
    for (version, scope, flags) in [
        (Version::V1_2, Transport, 0),
        (Version::V1_2, Server, 1),
        (Version::V1_2, Target, 3),
        (Version::V1_1, Transport, 0),
        (Version::V1_1, Server, 1),
        (Version::V1_0, Target, 1),
    ] {
        let mut client = client(version);
        client.set_sync_scope(scope);
        let head = CallHead {
            kind: CallKind::OneWay,
            ..CallHead::named(Path {
                interface: "shop.Cart",
                operation: "add",
            })
        };
        let id = client.begin_call(&head).unwrap();
        client.finish_call(NOW).unwrap();
        let message = output(&mut client);
        let header = Header::parse(message.first_chunk().unwrap()).unwrap();
        // Of GIOP 1.0 and 1.1 it stands behind contexts, here those of the code sets, and the number.
        let at = match version {
            Version::V1_2 => HEADER + 4,
            Version::V1_1 => HEADER + 4 + 8 + 12 + 4,
            Version::V1_0 => HEADER + 4 + 4,
        };
        assert_eq!(message[at], flags, "{version:?} {scope:?} {header:?}");
        let waits = scope != Transport;
        assert_eq!(client.expects(CallKind::OneWay) == CallKind::Call, waits);
        assert_eq!(client.calls_in_flight(), usize::from(waits));
        if waits {
            let mut rx = reply(version, id, ReplyStatus::NoException, |_| {});
            let event = client.next_event(&mut rx, &clock());
            assert!(matches!(event, Some(ClientEvent::Reply { id: of, .. }) if of == id));
        }
    }
}

// CORBA 3.0 section 15.5.1.1.
#[test]
fn what_an_orderly_close_leaves_unanswered_was_not_carried_out() {
    let close = || {
        let mut rx = Rx::default();
        pdu::put_bare(&mut rx.buf, 2, MessageType::CloseConnection);
        rx
    };
    let mut plain = Client::new(Limits::default(), Version::V1_2, 1);
    let id = call(&mut plain, b"key");
    output(&mut plain);
    let error = CallError::Closed(Closed::Unread);
    assert_eq!(
        plain.next_event(&mut close(), &clock()),
        Some(ClientEvent::Failed { id, error })
    );
    assert!(plain.is_finished());

    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    let first = output(&mut client);
    assert_eq!(client.next_event(&mut close(), &clock()), None);
    assert_eq!(
        (client.awaits_reconnection(), client.elsewhere()),
        (true, None)
    );
    client.handle_closed(Closed::ByPeer);
    client.reconnected();
    assert_eq!(output(&mut client), first);
    let mut rx = reply(Version::V1_2, id, ReplyStatus::NoException, |_| {});
    assert!(client.next_event(&mut rx, &clock()).is_some());
    assert!(client.next_event(&mut rx, &clock()).is_none());
    // Between calls it only ends the connection.
    assert_eq!(client.next_event(&mut close(), &clock()), None);
    assert!(client.is_finished() && !client.awaits_reconnection());
}

#[test]
fn a_call_that_was_given_up_is_cancelled() {
    let versions = ALL.into_iter().map(|version| (version, true));
    for (version, tells) in versions.chain([(Version::V1_2, false)]) {
        let mut client = client(version);
        client.set_cancels(tells);
        let id = call(&mut client, b"key");
        output(&mut client);
        if version != Version::V1_2 || !tells {
            // omniORB would close the connection, or might read nothing more.
            assert!(!client.request_cancel(id, NOW));
            client.cancel(id);
            assert!(output(&mut client).is_empty() && client.calls_in_flight() == 0);
            continue;
        }
        client.cancel(id);
        let message = output(&mut client);
        let header = Header::parse(message.first_chunk().unwrap()).unwrap();
        assert_eq!(
            (header.kind, header.minor),
            (MessageType::CancelRequest, version.minor())
        );
        assert_eq!(pdu::parse_cancel(&header, &message), Ok(id.0 as u32));

        let id = call(&mut client, b"key");
        output(&mut client);
        assert!(client.request_cancel(id, NOW) && client.request_cancel(id, NOW));
        assert_eq!(output(&mut client).len(), HEADER + 4);
        client.handle_timeout(NOW + Limits::default().cancel_timeout);
        let event = client.next_event(&mut Rx::default(), &clock());
        assert_eq!(
            event,
            Some(ClientEvent::Failed {
                id,
                error: CallError::Cancelled
            })
        );
    }
}

#[test]
fn code_sets_are_stated_until_the_server_has_answered() {
    for (version, stated) in [
        (Version::V1_0, false),
        (Version::V1_1, true),
        (Version::V1_2, true),
    ] {
        let mut client = client(version);
        let id = call(&mut client, b"key");
        let expected = stated.then_some(Ok(CodeSets::UNICODE));
        assert_eq!(code_sets(&output(&mut client)), expected);
        let mut rx = reply(version, id, ReplyStatus::NoException, |_| {});
        client.next_event(&mut rx, &clock());
        call(&mut client, b"key");
        assert_eq!(code_sets(&output(&mut client)), None);
    }
}

/// What a request says of code sets.
fn code_sets(message: &[u8]) -> Option<Result<CodeSets, WireError>> {
    let header = Header::parse(message.first_chunk().unwrap()).unwrap();
    let request = Request::parse(&header, message).unwrap();
    let told = request.contexts.find(pdu::context::CODE_SETS);
    told.map(CodeSets::read)
}

// CORBA 3.0 section 13.10.2.6: a connection's code sets are those of its first request.
#[test]
fn another_server_is_told_the_code_sets_too() {
    for version in [Version::V1_1, Version::V1_2] {
        for moves in [true, false] {
            let mut client = client(version);
            let id = call(&mut client, b"key");
            output(&mut client);
            let mut rx = reply(version, id, ReplyStatus::NoException, |_| {});
            while client.next_event(&mut rx, &clock()).is_some() {}
            let id = call(&mut client, b"key");
            let known = output(&mut client);
            assert_eq!(code_sets(&known), None);
            let mut rx = match moves {
                true => forward(version, id, "away", b"new"),
                false => {
                    let mut rx = Rx::default();
                    pdu::put_bare(&mut rx.buf, version.minor(), MessageType::CloseConnection);
                    rx
                }
            };
            assert_eq!(client.next_event(&mut rx, &clock()), None);
            // It is queued behind the other one.
            call(&mut client, b"key");
            client.handle_closed(Closed::ByUs);
            client.next_event(&mut Rx::default(), &clock());
            client.reconnected();
            let mut messages = &output(&mut client)[..];
            for _ in 0..2 {
                let header = Header::parse(messages.first_chunk().unwrap()).unwrap();
                let (message, rest) = messages.split_at(HEADER + header.size as usize);
                assert_eq!(code_sets(message), Some(Ok(CodeSets::UNICODE)));
                let (_, body, arguments) = sent(message);
                // The arguments were marshalled for that place.
                assert_eq!(body % 8, sent(&known).1 % 8, "{version:?}");
                assert_eq!(arguments, b"arguments");
                messages = rest;
            }
            assert!(messages.is_empty());
        }
    }
}

#[test]
fn exceptions_have_their_members_where_they_lie() {
    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    let mut rx = reply(Version::V1_2, id, ReplyStatus::UserException, |buf| {
        wire::put_string(buf, 0, "IDL:shop/Closed:1.0");
        put_u32(buf, 0, 7);
    });
    let fault = fault(client.next_event(&mut rx, &clock()));
    let [exception] = fault.exceptions() else {
        panic!("{fault:?}");
    };
    assert_eq!(exception.name, "shop.Closed");
    let crate::exception::Members::Cdr {
        bytes,
        representation,
    } = &exception.members
    else {
        panic!("{exception:?}");
    };
    assert_eq!((&bytes[..], representation.origin), (&[7, 0, 0, 0][..], 0));
}

#[test]
fn a_message_error_ends_the_connection() {
    let mut client = client(Version::V1_2);
    let id = call(&mut client, b"key");
    let mut rx = Rx::default();
    pdu::put_bare(&mut rx.buf, 2, MessageType::MessageError);
    let error = CallError::Wire(NOT_UNDERSTOOD);
    assert_eq!(
        client.next_event(&mut rx, &clock()),
        Some(ClientEvent::Failed { id, error })
    );
    assert_eq!(
        client.next_event(&mut rx, &clock()),
        Some(ClientEvent::Broken(NOT_UNDERSTOOD))
    );
}
