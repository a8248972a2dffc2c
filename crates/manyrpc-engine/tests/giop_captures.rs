//! Captured conversations of omniORB's clients and servers (`vectors/giop`), replayed to our server: it must read the same
//! calls, and with the same results send the same messages.

mod support;

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use manyrpc_codec::cdr::{ByteOrder, Representation, repository_id};
use manyrpc_engine::giop::ior::Ior;
use manyrpc_engine::giop::pdu::{
    HEADER, Header, MessageType, Reply, ReplyStatus, Request, Response, Target,
};
use manyrpc_engine::giop::{Completion, Host, Object, Server, Standard, SystemException, fault};
use manyrpc_engine::{Clock, Encoding, Exception, Fault, Limits, Outcome, Rx, ServerEngine};
use support::{at, capture, server_output};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/giop")
}

fn header(message: &[u8]) -> Header {
    Header::parse(message.first_chunk().unwrap()).unwrap()
}

/// A process with all objects of the captures but one.
#[derive(Debug)]
struct Process;

impl Host for Process {
    fn find(&self, key: &[u8]) -> Object {
        match key {
            b"features.Nowhere" | b"nowhere" => Object::Unknown,
            _ => Object::Application,
        }
    }

    fn repository_id(&self, _: &[u8]) -> Option<String> {
        None
    }

    fn is_a(&self, _: &[u8], id: &str) -> bool {
        // What the only one that asks has.
        id != "IDL:manyrpc.example/features/Bank:1.0"
    }
}

/// The number in the first four octets behind a header.
fn first_word(message: &[u8]) -> u32 {
    let word = message[HEADER..][..4].try_into().unwrap();
    match header(message).order {
        ByteOrder::Big => u32::from_be_bytes(word),
        ByteOrder::Little => u32::from_le_bytes(word),
    }
}

/// The text and the offset behind it, of a string at an offset.
fn string(message: &[u8], at: usize) -> (&str, usize) {
    let n = u32::from_le_bytes(message[at..][..4].try_into().unwrap()) as usize;
    let text = str::from_utf8(&message[at + 4..at + 3 + n]).unwrap();
    (text, at + 4 + n)
}

/// The end of a call whose reply that is, as an application has it.
fn outcome(message: &[u8], body: &mut manyrpc_engine::Buf) -> Outcome {
    let reply = Reply::parse(&header(message), message).unwrap();
    match reply.status {
        ReplyStatus::NoException => {
            body.put(&message[reply.body..]);
            Outcome::Done
        }
        ReplyStatus::UserException => {
            let (id, members) = string(message, reply.body);
            let here = Representation::NATIVE.at(members);
            Outcome::Fault(Fault::raised(
                1,
                Exception::cdr(id, &message[members..], here),
            ))
        }
        ReplyStatus::SystemException => {
            let (id, behind) = string(message, reply.body);
            let name = id.strip_prefix("IDL:omg.org/CORBA/").unwrap();
            let name = name.strip_suffix(":1.0").unwrap();
            let mut all = Standard::ALL.iter();
            let standard = *all.find(|standard| standard.name() == name).unwrap();
            let word = |at: usize| u32::from_le_bytes(message[at..][..4].try_into().unwrap());
            let at = behind.next_multiple_of(4);
            let completed = [Completion::Yes, Completion::No, Completion::Maybe];
            let completed = completed[word(at + 4) as usize];
            let exception = SystemException::new(standard, word(at), completed);
            Outcome::Fault(fault::from_wire(exception))
        }
        // Servers of ours do not forward.
        _ => Outcome::Silent,
    }
}

/// What is compared of a message: strings are followed by padding that may hold anything.
fn told(message: &[u8]) -> (Header, u32, Vec<u8>) {
    let head = header(message);
    if head.kind != MessageType::Reply {
        return (head, first_word(message), message[HEADER..].to_vec());
    }
    let reply = Reply::parse(&head, message).unwrap();
    let body = &message[reply.body..];
    let body = match reply.status {
        ReplyStatus::SystemException => {
            let (id, end) = string(message, reply.body);
            let at = end.next_multiple_of(4);
            [id.as_bytes(), &message[at..]].concat()
        }
        _ => body.to_vec(),
    };
    (head, u32::from(reply.status), body)
}

#[test]
fn our_server_understands_omniorbs_clients_and_answers_as_omniorb_does() {
    let mut names: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.retain(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("omniorb-1.")
    });
    names.sort();
    assert!(names.len() > 40);
    let (mut calls, mut answers) = (0, 0);
    for path in names {
        let mut server = Server::new(Limits::default(), Arc::new(Process));
        let theirs = capture(&path, 's');
        // Replies that are whole, by the numbers of their requests.
        let whole = theirs.iter().filter(|m| !header(m).more);
        let whole = whole.filter(|m| header(m).kind == MessageType::Reply);
        let replies: HashMap<u32, &Vec<u8>> = whole
            .map(|m| (Reply::parse(&header(m), m).unwrap().id, m))
            .collect();
        let located = theirs
            .iter()
            .filter(|m| header(m).kind == MessageType::LocateReply);
        let located: HashMap<u32, &Vec<u8>> = located.map(|m| (first_word(m), m)).collect();
        let mut rx = Rx::default();
        for message in capture(&path, 'c') {
            if header(&message).kind == MessageType::CloseConnection {
                continue;
            }
            let about = first_word(&message);
            rx.buf.put(&message);
            while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
                calls += 1;
                let head = header(rx.buf.data());
                let request = Request::parse(&head, rx.buf.data()).unwrap();
                let Target::Key(key) = request.target else {
                    panic!("{path:?}");
                };
                assert_eq!(call.object.as_ref().unwrap().as_bytes(), key);
                assert_eq!(
                    call.name.as_ref().unwrap().path().operation,
                    request.operation
                );
                let Encoding::Cdr(read) = call.encoding else {
                    panic!("{path:?}: {:?}", call.encoding);
                };
                assert_eq!((read.order, read.minor), (head.order, head.minor));
                let (id, expects) = (request.id, request.response == Response::Results);
                server.begin_reply(call.id);
                let ended = match replies.get(&id) {
                    Some(reply) => outcome(reply, server.body()),
                    None => Outcome::Silent,
                };
                // Whoever expects a reply gets one, results or none.
                let answered = ended != Outcome::Silent && expects;
                server.finish_reply(ended, &Clock::at(at(0)));
                let ours = server_output(&mut server).into_iter().flat_map(|(_, b)| b);
                let ours: Vec<u8> = ours.collect();
                assert_eq!(!ours.is_empty(), expects, "{path:?} {id}");
                if answered && !header(&ours).more {
                    answers += 1;
                    assert_eq!(told(&ours), told(replies[&id]), "{path:?} {id}");
                }
            }
            assert_eq!(server.broken(), None, "{path:?}");
            let ours = server_output(&mut server).into_iter().flat_map(|(_, b)| b);
            let ours: Vec<u8> = ours.collect();
            if let Some(theirs) = located.get(&about).filter(|_| !ours.is_empty()) {
                answers += 1;
                assert_eq!(ours, **theirs, "{path:?} {about}");
            } else if let Some(theirs) = replies.get(&about).filter(|_| !ours.is_empty()) {
                // What the engine itself answers. omniORB raises an exception where ours says that there is no object.
                let is_exception = told(theirs).1 == u32::from(ReplyStatus::SystemException);
                assert!(is_exception || ours == **theirs, "{path:?} {about}");
            }
        }
    }
    assert_eq!((calls, answers), (171, 229));
}

#[test]
fn references_in_omniorbs_replies_are_read() {
    for version in ["1.0", "1.1", "1.2"] {
        let path = folder().join(format!("omniorb-{version}-forwarded.trace"));
        let forwards: Vec<Vec<u8>> = capture(&path, 's')
            .into_iter()
            .filter(|m| {
                let head = header(m);
                head.kind == MessageType::Reply
                    && matches!(
                        Reply::parse(&head, m).unwrap().status,
                        ReplyStatus::LocationForward | ReplyStatus::LocationForwardPerm
                    )
            })
            .collect();
        assert!(!forwards.is_empty());
        for message in forwards {
            // As a stringified reference: behind the byte order and its padding.
            let digits: String = message[24..].iter().map(|b| format!("{b:02x}")).collect();
            let ior = Ior::parse(&format!("IOR:01000000{digits}")).unwrap();
            assert_eq!(ior.type_id, "IDL:manyrpc.example/features/Server:1.0");
            let profile = ior.iiop().next().unwrap();
            assert_eq!(
                (&*profile.host, &*profile.key),
                ("127.0.0.1", &b"features.Server"[..])
            );
            assert_eq!(repository_id::name_of(&ior.type_id), None);
        }
    }
}

/// What omniORB's server answered to messages that are not quite as they should be, and what ours does.
#[test]
fn messages_that_no_client_sends_are_answered() {
    for (name, kinds) in [
        ("1.2-short", &[MessageType::MessageError][..]),
        ("1.2-unknown-type", &[MessageType::MessageError]),
        ("1.3", &[MessageType::MessageError]),
        ("1.0-locate", &[MessageType::LocateReply; 3]),
        ("1.2-cancel", &[MessageType::Reply]),
        ("1.2-by-profile", &[MessageType::Reply]),
        ("1.2-by-reference", &[MessageType::Reply]),
        ("1.2-expects-receipt", &[MessageType::Reply]),
        ("1.2-expects-nothing", &[MessageType::Reply]),
        ("1.2-fragments", &[MessageType::Reply; 2]),
    ] {
        let mut server = Server::new(Limits::default(), Arc::new(Process));
        let path = folder().join(format!("omniorb-probe-{name}.trace"));
        let mut rx = Rx::default();
        rx.buf.put(&capture(&path, 'c').concat());
        while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
            server.begin_reply(call.id);
            server.finish_reply(Outcome::Done, &Clock::at(at(0)));
        }
        let ours: Vec<u8> = server_output(&mut server)
            .into_iter()
            .flat_map(|(_, b)| b)
            .collect();
        let mut rest = &ours[..];
        let mut sent = Vec::new();
        while !rest.is_empty() {
            let head = header(rest);
            sent.push(head.kind);
            rest = &rest[HEADER + head.size as usize..];
        }
        assert_eq!(sent, kinds, "{name}");
    }
}
