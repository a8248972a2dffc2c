//! Call state with the raw engine, whose messages are a length, a tag and a body.

mod model;

use manyrpc_engine::raw::{self, pdu};
use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, InterfaceId, Limits};

use super::*;

/// A client whose requests go nowhere and whose replies are written by hand.
struct Client {
    engine: raw::Client,
    calls: Calls,
}

impl Client {
    fn new() -> Self {
        Client {
            engine: raw::Client::stream(Limits::default(), 1),
            calls: Calls::new(Clock::at(Instant::from_nanos(1))),
        }
    }

    fn call(&mut self) -> CallId {
        let (id, kind) = self.write(CallKind::Call);
        self.transmit();
        self.calls.sent(id, kind);
        id
    }

    fn write(&mut self, kind: CallKind) -> (CallId, CallKind) {
        let head = CallHead {
            kind,
            ..CallHead::new(InterfaceId::ONLY, 1)
        };
        self.calls
            .begin(&mut self.engine, &head)
            .expect("an open engine");
        self.calls.finish(&mut self.engine).expect("a small call")
    }

    fn transmit(&mut self) {
        while let Some(due) = self.engine.poll_transmit() {
            let n = due.bytes.len();
            self.engine.sent(n);
        }
    }

    /// Receives the reply to a call.
    fn arrives(&mut self, id: CallId, body: &[u8]) {
        let buf = &mut self.calls.rx.buf;
        buf.put_u32((pdu::REPLY_HEAD + body.len()) as u32);
        buf.put_u32(id.0 as u32);
        buf.put(body);
    }

    fn poll(&mut self, id: CallId) -> Option<Vec<u8>> {
        let event = self.calls.poll(&mut self.engine, id)?;
        Some(self.bytes(event))
    }

    fn bytes(&self, event: CallEvent) -> Vec<u8> {
        match event {
            CallEvent::Reply { body, encoding } => self.calls.lend(body, encoding).body.to_vec(),
            other => panic!("not a reply: {other:?}"),
        }
    }
}

#[test]
fn what_others_give_is_kept_for_their_turn() {
    let mut client = Client::new();
    let [a, b, c] = [(); 3].map(|()| client.call());
    client.arrives(c, b"cccc");
    client.arrives(a, b"aaaa");
    assert_eq!(client.poll(b), None);
    assert_eq!(client.calls.len(), 3);
    assert!(client.calls.is_in_flight(b) && !client.calls.is_in_flight(a));
    client.arrives(b, b"bbbb");
    assert_eq!(client.poll(a).as_deref(), Some(&b"aaaa"[..]));
    assert_eq!(client.poll(b).as_deref(), Some(&b"bbbb"[..]));
    assert_eq!(client.poll(c).as_deref(), Some(&b"cccc"[..]));
    assert!(client.calls.is_quiet() && !client.calls.is_expected(c));
}

#[test]
fn any_gives_the_kept_before_the_received() {
    let mut client = Client::new();
    let [a, b, c] = [(); 3].map(|()| client.call());
    client.arrives(b, b"b");
    client.arrives(a, b"a");
    client.poll(c);
    client.arrives(c, b"c");
    let mut order = Vec::new();
    while let Some((id, event)) = client.calls.poll_any(&mut client.engine) {
        order.push((id, client.bytes(event)));
    }
    let expected = [(b, "b"), (a, "a"), (c, "c")].map(|(id, s)| (id, s.as_bytes().to_vec()));
    assert_eq!(order, expected);
}

#[test]
fn a_forgotten_call_gives_nothing() {
    let mut client = Client::new();
    let [a, b, c] = [(); 3].map(|()| client.call());
    client.arrives(a, b"a");
    client.arrives(b, b"b");
    client.poll(c);
    assert!(!client.calls.forget(a), "its reply had come");
    assert!(client.calls.forget(c));
    assert!(!client.calls.forget(c));
    assert_eq!(client.calls.len(), 1);
    assert_eq!(client.poll(b).as_deref(), Some(&b"b"[..]));
}

#[test]
fn a_call_with_several_replies_lasts_until_it_is_forgotten() {
    let mut client = Client::new();
    let id = client.call();
    assert!(client.calls.is_simple());
    client.calls.expect_several(id);
    assert!(!client.calls.is_simple());
    client.arrives(id, b"first");
    assert_eq!(client.poll(id).as_deref(), Some(&b"first"[..]));
    assert!(client.calls.is_in_flight(id));
    client.calls.forget(id);
    assert_eq!(client.calls.len(), 0);
}

#[test]
fn calls_gather_while_fewer_wait_than_are_on_their_way() {
    let mut client = Client::new();
    assert!(
        client.calls.may_gather(CallKind::Call, 100),
        "nothing is on its way"
    );
    assert!(!client.calls.may_gather(CallKind::OneWay, 100));
    assert!(!client.calls.may_gather(CallKind::Call, GATHERED));
    for _ in 0..4 {
        client.call();
    }
    let mut gathered = 0;
    while client.calls.may_gather(CallKind::Call, 100) {
        let (id, _) = client.write(CallKind::Call);
        client.calls.gather(id);
        gathered += 1;
    }
    assert_eq!(gathered, 3);
    client.calls.none_gather();
    assert!(client.calls.may_gather(CallKind::Call, 100));
}

#[test]
fn one_way_calls_are_over_when_they_are_sent() {
    let mut client = Client::new();
    let (id, kind) = client.write(CallKind::OneWay);
    client.calls.sent(id, kind);
    assert_eq!(client.calls.len(), 0);
}

#[test]
fn a_call_that_was_begun_is_abandoned_by_the_next() {
    let mut client = Client::new();
    let head = CallHead::new(InterfaceId::ONLY, 1);
    let first = client
        .calls
        .begin(&mut client.engine, &head)
        .expect("begins");
    let (second, _) = client.write(CallKind::Call);
    assert_ne!(first, second);
    let nothing = client.calls.finish(&mut client.engine);
    assert_eq!(nothing, Err(CallError::Cancelled));
    client.calls.abandon(&mut client.engine);
}

#[test]
fn what_breaks_the_protocol_fails_the_calls_and_closes() {
    let mut client = Client::new();
    let id = client.call();
    client.calls.rx.buf.put_u32(u32::MAX);
    let failed = client.calls.poll(&mut client.engine, id);
    assert!(matches!(
        failed,
        Some(CallEvent::Failed(CallError::Wire(_)))
    ));
    assert!(client.calls.closed().is_none(), "that is said behind it");
    assert!(client.calls.poll_any(&mut client.engine).is_none());
    assert!(matches!(client.calls.closed(), Some(CallError::Wire(_))));
}

#[test]
fn events_of_ended_calls_are_counted() {
    let mut client = Client::new();
    let [a, b] = [(); 2].map(|()| client.call());
    client.calls.forget(a);
    client.arrives(a, b"a");
    client.arrives(b, b"b");
    assert_eq!(client.poll(b).as_deref(), Some(&b"b"[..]));
    assert_eq!((client.calls.strays(), client.calls.len()), (1, 0));
}
