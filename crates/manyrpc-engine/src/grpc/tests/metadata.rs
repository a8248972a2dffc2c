//! Metadata of results, for every way of replying.

use alloc::vec;
use alloc::vec::Vec;

use super::{Pair, Seen, at, path};
use crate::contract::{
    CallHead, ClientEngine, Outcome, ServerEngine, ServerMetadata, ServerStreams,
};
use crate::fault::{CallError, Fault};
use crate::grpc::status;
use crate::name::ReplyMetadata;
use crate::streams::Streams;
use crate::time::Clock;

fn metadata_of(initial: &[u8], trailing: &[u8]) -> ReplyMetadata {
    let mut both = ReplyMetadata::NONE;
    both.initial.push("x-initial", initial);
    both.trailing.push("x-trailing-bin", trailing);
    both
}

/// Replies to a call with one message each way; metadata is attached during or before writing the
/// body. Returns what the client received.
fn answered(
    pair: &mut Pair,
    late: bool,
    metadata: &ReplyMetadata,
    outcome: Outcome,
) -> (Seen, ReplyMetadata) {
    pair.call(&CallHead::named(path("One")), b"request");
    while pair.deliver_requests() {}
    let (call, _) = pair.calls.pop().unwrap();
    if !late {
        pair.server.attach(call.id, metadata.clone());
    }
    pair.server.begin_reply(call.id);
    if late {
        // As in drivers: the body is elsewhere while the handler runs.
        let body = core::mem::take(pair.server.body());
        pair.server.attach(call.id, metadata.clone());
        *pair.server.body() = body;
    }
    pair.server.body().put(b"result");
    pair.server.finish_reply(outcome, &Clock::at(at(0)));
    pair.run();
    (
        pair.seen.pop().unwrap(),
        core::mem::take(&mut pair.metadata),
    )
}

#[test]
fn it_goes_before_and_behind_results_and_failures() {
    for late in [true, false] {
        let mut pair = Pair::new(usize::MAX);
        // The first heads fill the header tables, the later ones come from them.
        for round in 0..4 {
            let metadata = metadata_of(b"text", &[0, round, 255]);
            let expected = metadata.clone();
            let (seen, got) = answered(&mut pair, late, &metadata, Outcome::Done);
            assert_eq!((seen, got), (Seen::Reply(b"result".into()), expected));

            let fault = status::with_code(status::NOT_FOUND, "no");
            let outcome = Outcome::Fault(fault.clone());
            let expected = metadata.clone();
            let (seen, got) = answered(&mut pair, late, &metadata, outcome);
            assert_eq!((seen, got), (Seen::Failed(fault.into()), expected));

            let (seen, got) = answered(&mut pair, late, &ReplyMetadata::NONE, Outcome::Done);
            assert_eq!(
                (seen, got),
                (Seen::Reply(b"result".into()), ReplyMetadata::NONE)
            );
        }
    }
}

#[test]
fn long_metadata_takes_several_frames() {
    for late in [true, false] {
        let mut pair = Pair::new(1000);
        let long = vec![b'x'; 40_000];
        let metadata = metadata_of(&long[..10_000], b"");
        let (seen, got) = answered(&mut pair, late, &metadata, Outcome::Done);
        let expected = metadata;
        assert_eq!((seen, got), (Seen::Reply(b"result".into()), expected));
    }
}

#[test]
fn what_the_client_does_not_take_fails_the_call_alone() {
    let long = vec![b'x'; 1 << 20];
    let short = b"short";
    for (late, initial, trailing) in [
        (true, &long[..], &short[..]),
        (false, &long, short),
        (true, short, &long),
        (false, short, &long),
    ] {
        let mut pair = Pair::new(usize::MAX);
        let metadata = metadata_of(initial, trailing);
        let (seen, _) = answered(&mut pair, late, &metadata, Outcome::Done);
        let Seen::Failed(CallError::Fault(Fault::Detailed(details))) = seen else {
            panic!("{seen:?}");
        };
        assert_eq!(details.code, status::RESOURCE_EXHAUSTED);
        let (seen, _) = answered(&mut pair, late, &ReplyMetadata::NONE, Outcome::Done);
        assert_eq!(seen, Seen::Reply(b"result".into()));
    }
}

#[test]
fn of_several_messages_the_first_has_the_initial_and_the_end_the_trailing() {
    let mut pair = Pair::new(usize::MAX);
    let streams = Streams {
        request: true,
        reply: true,
    };
    let head = CallHead {
        streams,
        ..CallHead::named(path("ManyMany"))
    };
    pair.call(&head, b"");
    pair.run();
    let (call, _) = pair.calls.pop().unwrap();
    let metadata = metadata_of(b"text", &[1]);
    assert!(pair.server.attach(call.id, metadata.clone()));
    pair.server.accept(call.id);
    pair.run();
    assert_eq!(pair.seen, []);

    pair.message(call.id, b"one");
    pair.run();
    let first = core::mem::take(&mut pair.metadata);
    assert_eq!(first.initial, metadata.initial);
    assert!(first.trailing.is_empty());
    pair.message(call.id, b"two");
    pair.run();
    assert!(pair.metadata.is_empty());

    // Initial metadata comes too late now.
    assert!(!pair.server.attach(call.id, metadata_of(b"late", &[2])));
    pair.reply(call.id, b"", Outcome::Done);
    let end = core::mem::take(&mut pair.metadata);
    assert!(end.initial.is_empty());
    let values: Vec<_> = end.trailing.iter().map(|(_, value)| value).collect();
    assert_eq!(values, [&[1], &[2]]);
    let replies = [&b"one"[..], b"two"].map(|m| Seen::Reply(m.into()));
    assert_eq!(pair.seen[..2], replies);
    assert_eq!(pair.seen[2..], [Seen::Ended]);
}

#[test]
fn a_call_that_is_gone_keeps_nothing() {
    let mut pair = Pair::new(usize::MAX);
    let id = pair.call(&CallHead::named(path("One")), b"");
    pair.run();
    let (call, _) = pair.calls.pop().unwrap();
    pair.server.attach(call.id, metadata_of(b"a", b"b"));
    pair.client.cancel(id);
    pair.run();
    assert!(pair.server.attached.is_empty());
    pair.server.attach(call.id, metadata_of(b"a", b"b"));
    assert!(pair.server.attached.is_empty());
}
