use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::*;
use crate::contract::{CallHead, CallId, ClientEvent, Outcome};
use crate::fault::CallError;
use crate::giop::Object;
use crate::giop::pdu::{self, HEADER, Header, Request, context};
use crate::name::Path;

const NOW: Instant = Instant::ZERO;

/// Has every object.
#[derive(Debug)]
struct Anything;

impl Host for Anything {
    fn find(&self, _: &[u8]) -> Object {
        Object::Interface
    }

    fn repository_id(&self, _: &[u8]) -> Option<String> {
        None
    }

    fn is_a(&self, _: &[u8], _: &str) -> bool {
        true
    }
}

/// One end, which answers each call with its arguments.
struct Side {
    engine: Peer,
    rx: Rx,
    asked: BTreeMap<CallId, Vec<u8>>,
    served: usize,
}

impl Side {
    fn new(end: End, piece_bytes: usize) -> Self {
        let mut limits = Limits::default();
        limits.giop.piece_bytes = piece_bytes;
        Side {
            engine: Peer::new(limits, Version::V1_2, 7, Arc::new(Anything), end),
            rx: Rx::default(),
            asked: BTreeMap::new(),
            served: 0,
        }
    }

    fn call(&mut self, arguments: Vec<u8>) -> Result<CallId, CallError> {
        let path = Path {
            interface: "Both",
            operation: "echo",
        };
        let client = self.engine.client(PeerId::ONLY);
        let id = client.begin_call(&CallHead::named(path))?;
        client.body().put(&arguments);
        client.finish_call(NOW)?;
        self.asked.insert(id, arguments);
        Ok(id)
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.rx.buf.put(bytes);
        let clock = Clock::at(NOW);
        while let Some(incoming) = self.engine.next(&mut self.rx, &clock) {
            match incoming {
                Incoming::Event(_, ClientEvent::Reply { id, body, .. }) => {
                    let asked = self.asked.remove(&id).expect("a call in flight");
                    assert_eq!(&self.rx.buf.data()[body], &asked[..]);
                }
                Incoming::Call(call) => {
                    let arguments = self.rx.buf.data()[call.arguments.clone()].to_vec();
                    let server = self.engine.server().unwrap();
                    server.begin_reply(call.id);
                    server.body().put(&arguments);
                    server.finish_reply(Outcome::Done, &clock);
                    self.served += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(self.engine.broken(), None);
    }

    fn send(&mut self, most: usize) -> Vec<u8> {
        let Some(due) = self.engine.poll_transmit() else {
            return Vec::new();
        };
        let bytes = due.bytes[..due.bytes.len().min(most)].to_vec();
        self.engine.sent(bytes.len());
        bytes
    }
}

// CORBA 3.0 sections 15.8 and 15.9.
#[test]
fn an_offer_comes_first() {
    let (mut opened, mut accepted) = (Side::new(End::Opened, 4096), Side::new(End::Accepted, 4096));
    let points = vec![(String::from("here"), 4000)];
    opened.engine.client_mut().set_listen_points(points);
    assert!(matches!(accepted.call(vec![1]), Err(CallError::Misuse(_))));
    opened.call(vec![1; 9]).unwrap();
    let bytes = opened.send(usize::MAX);
    let header = Header::parse(bytes.first_chunk().unwrap()).unwrap();
    let request = Request::parse(&header, &bytes).unwrap();
    assert_eq!(request.id % 2, 0);
    // By hand: little endian, one of them, the host with its terminator, the port.
    let offer = b"\x01\0\0\0\x01\0\0\0\x05\0\0\0here\0\0\xa0\x0f";
    assert_eq!(
        request.contexts.find(context::BI_DIR_IIOP),
        Some(&offer[..])
    );
    accepted.receive(&bytes);
    accepted.call(vec![2; 5]).unwrap();
    while let bytes @ [_, ..] = &accepted.send(usize::MAX)[..] {
        if bytes[7] == 0 {
            let header = Header::parse(bytes.first_chunk().unwrap()).unwrap();
            let request = Request::parse(&header, bytes).unwrap();
            assert_eq!(request.id % 2, 1);
            assert_eq!(request.contexts.find(context::BI_DIR_IIOP), None);
        }
        opened.receive(bytes);
    }
    accepted.receive(&opened.send(usize::MAX));
    assert!(opened.asked.is_empty() && accepted.asked.is_empty());
    assert_eq!((opened.served, accepted.served), (1, 1));
}

#[test]
fn both_ends_call_in_fragments_over_any_cuts() {
    for seed in 0..20u64 {
        let mut state = seed;
        let mut roll = |n: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) as usize % n
        };
        let mut ends = [Side::new(End::Opened, 64), Side::new(End::Accepted, 128)];
        ends[0].call(vec![0]).unwrap();
        let offer = ends[0].send(usize::MAX);
        ends[1].receive(&offer);
        let mut made = [1, 0];
        for step in 0..400 {
            let from = roll(2);
            if step < 200 && roll(3) == 0 {
                let arguments = (0..roll(600)).map(|i| (i * 7 + step) as u8).collect();
                ends[from].call(arguments).unwrap();
                made[from] += 1;
            }
            let bytes = ends[from].send([1, 3, 40, 4000][roll(4)]);
            ends[1 - from].receive(&bytes);
        }
        for from in [0, 1, 0, 1, 0, 1] {
            while let bytes @ [_, ..] = &ends[from].send(usize::MAX)[..] {
                ends[1 - from].receive(bytes);
            }
        }
        for end in [0, 1] {
            assert!(ends[end].asked.is_empty(), "seed {seed}");
            assert_eq!(ends[1 - end].served, made[end], "seed {seed}");
            assert!(ends[end].rx.buf.is_empty());
        }
    }
}

/// The first piece of a request in several.
fn first_piece(message: &[u8]) -> &[u8] {
    let header = Header::parse(message.first_chunk().unwrap()).unwrap();
    assert!(header.more);
    &message[..HEADER + header.size as usize]
}

// CORBA 3.0 section 15.4.4: a client that cancels a request sends no more of it.
#[test]
fn a_request_that_is_cancelled_need_not_be_complete() {
    let (mut opened, mut accepted) = (Side::new(End::Opened, 64), Side::new(End::Accepted, 64));
    let id = opened.call(vec![0; 300]).unwrap();
    accepted.receive(first_piece(&opened.send(usize::MAX)));
    assert!(accepted.engine.next_timeout().is_some());
    let mut cancel = Buf::new();
    pdu::put_cancel(&mut cancel, 2, id.0 as u32);
    accepted.receive(cancel.data());
    assert_eq!(accepted.engine.next_timeout(), None);
}

#[test]
fn a_reply_that_nobody_waits_for_need_not_be_complete() {
    let (mut opened, mut accepted) = (Side::new(End::Opened, 64), Side::new(End::Accepted, 64));
    let id = opened.call(vec![0; 300]).unwrap();
    accepted.receive(&opened.send(usize::MAX));
    opened.receive(first_piece(&accepted.send(usize::MAX)));
    opened.engine.client(PeerId::ONLY).cancel(id);
    let late = opened.engine.next_timeout().expect("the rest is missing");
    opened.engine.handle_timeout(late);
    assert_eq!(
        (opened.engine.broken(), opened.engine.next_timeout()),
        (None, None)
    );
}

#[test]
fn who_cuts_messages_gets_them_cut() {
    let (mut opened, mut accepted) = (
        Side::new(End::Opened, 1 << 20),
        Side::new(End::Accepted, 64),
    );
    opened.call(vec![0; 300]).unwrap();
    accepted.receive(&opened.send(usize::MAX));
    opened.receive(&accepted.send(usize::MAX));
    opened.call(vec![0; 100_000]).unwrap();
    let sent = opened.send(usize::MAX);
    assert_eq!(first_piece(&sent).len(), 64 << 10);
}
