use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use super::*;
use crate::dce::co::bind::{
    Bind, BindAck, BindNak, ContextReason, ContextResult, KEEP_ON_ORPHAN, NakReason, Verdict,
};
use crate::dce::co::pdu::{FAULT_HEAD, HEADER, emit_fault};
use crate::dce::fault::*;
use crate::fault::Fault;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn interface(n: u8) -> Interface {
    let mut uuid = uuid::parse("12345678-1234-abcd-ef00-000000000000");
    uuid[15] = n;
    let (major, minor) = (1, 2);
    Interface::Uuid { uuid, major, minor }
}

fn call(client: &mut Client, n: u8, body: &[u8]) -> CallId {
    call_with(client, &CallHead::new(interface(n), 7), body)
}

fn call_with(client: &mut Client, head: &CallHead, body: &[u8]) -> CallId {
    let id = client.begin_call(head).unwrap();
    client.body().put(body);
    client.finish_call(at(0)).unwrap();
    id
}

/// A PDU as it was sent.
#[derive(Debug)]
struct Sent {
    header: Header,
    bytes: Vec<u8>,
}

impl Sent {
    fn request(&self) -> RequestHead {
        assert_eq!(self.header.kind, PduType::Request);
        RequestHead::parse(&self.header, &self.bytes).unwrap()
    }

    /// The first context proposed, and how many there are.
    fn proposed(&self) -> (u16, Syntax, usize) {
        let bind = Bind::parse(&self.header, &self.bytes).unwrap();
        let first = bind.elements().next().unwrap();
        (first.id, first.interface, bind.elements().count())
    }
}

fn sent(client: &mut Client) -> Vec<Sent> {
    let mut bytes = Vec::new();
    while let Some(transmit) = client.poll_transmit() {
        bytes.extend_from_slice(transmit.bytes);
        let n = transmit.bytes.len();
        client.sent(n);
    }
    let (mut all, mut rest) = (Vec::new(), &bytes[..]);
    while let Some(head) = rest.first_chunk() {
        let header = Header::parse(head).unwrap();
        let (bytes, others) = rest.split_at(header.frag_length.into());
        let bytes = bytes.to_vec();
        all.push(Sent { header, bytes });
        rest = others;
    }
    assert!(rest.is_empty());
    all
}

fn only(client: &mut Client) -> Sent {
    let mut all = sent(client);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[derive(Debug, PartialEq, Eq)]
enum Seen {
    Reply(CallId, Vec<u8>, [u8; 4]),
    Failed(CallId, CallError),
    Broken(WireError),
}

fn hear(client: &mut Client, bytes: &[u8]) -> Vec<Seen> {
    let (mut rx, mut all) = (Rx::default(), Vec::new());
    rx.buf.put(bytes);
    while let Some(event) = client.next_event(&mut rx, at(1)) {
        all.push(match event {
            ClientEvent::Reply {
                id,
                body,
                representation,
            } => Seen::Reply(id, rx.buf.data()[body].to_vec(), representation.0),
            ClientEvent::Failed { id, error } => Seen::Failed(id, error),
            ClientEvent::Broken(e) => Seen::Broken(e),
        });
    }
    all
}

fn ack(to: &Sent, flags: u8, verdicts: &[Verdict]) -> Vec<u8> {
    let kind = match to.header.kind {
        PduType::Bind => PduType::BindAck,
        _ => PduType::AlterContextResponse,
    };
    let mut header = Header::new(kind, to.header.call_id);
    header.flags |= flags;
    let mut out = Buf::new();
    BindAck::emit(&header, (5840, 5840), 77, "1234", verdicts, &mut out);
    out.data().to_vec()
}

fn response(call_id: u32, stub: &[u8]) -> Vec<u8> {
    let mut header = Header::new(PduType::Response, call_id);
    header.frag_length = (RESPONSE_HEAD + stub.len()) as u16;
    [&header.emit()[..], &[0; 8], stub].concat()
}

fn fault(call_id: u32, flags: u8, status: u32) -> Vec<u8> {
    let mut header = Header::new(PduType::Fault, call_id);
    header.flags |= flags;
    let head = ResponseHead {
        alloc_hint: 0,
        context: 0,
        cancels: 0,
    };
    emit_fault(&header, &head, status).to_vec()
}

const MPX: u8 = flag::MULTIPLEX;
const KEEPS: Verdict = Verdict::features(KEEP_ON_ORPHAN);

/// A client whose first call was answered.
fn bound(flags: u8, features: Verdict) -> Client {
    let mut client = Client::new(Limits::default(), 1);
    let id = call(&mut client, 0, b"");
    let bind = only(&mut client);
    assert_eq!(
        hear(
            &mut client,
            &ack(&bind, flags, &[Verdict::ACCEPTED, features])
        ),
        []
    );
    let request = only(&mut client);
    let reply = hear(&mut client, &response(request.header.call_id, b"ok"));
    assert_eq!(reply, [Seen::Reply(id, b"ok".to_vec(), [0x10, 0, 0, 0])]);
    client
}

#[test]
fn the_first_call_binds_and_goes_when_that_is_answered() {
    let mut client = Client::new(Limits::default(), 1);
    assert_eq!((client.group(), client.multiplexes()), (None, None));
    let object = Some(uuid::parse("00112233-4455-6677-8899-aabbccddeeff"));
    let head = CallHead {
        object,
        ..CallHead::new(interface(0), 7)
    };
    let first = call_with(&mut client, &head, b"args");
    let second = call(&mut client, 0, b"more");
    let bind = only(&mut client);
    assert_eq!(
        (bind.header.kind, bind.header.flags),
        (PduType::Bind, flag::WHOLE | MPX)
    );
    let syntax = Syntax {
        minor: 2,
        ..Syntax::new(uuid::parse("12345678-1234-abcd-ef00-000000000000"), 1)
    };
    // MS-RPCE section 3.3.1.5.3: the features are one more context.
    assert_eq!(bind.proposed(), (0, syntax, 2));
    let parsed = Bind::parse(&bind.header, &bind.bytes).unwrap();
    assert_eq!(
        (parsed.max_transmit, parsed.max_receive, parsed.group),
        (65528, 65528, 0)
    );
    let features = parsed.elements().nth(1).unwrap();
    assert_eq!(
        features.transfers().next().unwrap().features(),
        Some(KEEP_ON_ORPHAN)
    );

    assert_eq!(
        hear(&mut client, &ack(&bind, MPX, &[Verdict::ACCEPTED, KEEPS])),
        []
    );
    assert_eq!(
        (client.group(), client.multiplexes()),
        (Some(77), Some(true))
    );
    let requests = sent(&mut client);
    assert_eq!(requests.len(), 2, "both go at once");
    assert_eq!(
        (requests[0].request().object, requests[0].request().opnum),
        (object, 7)
    );
    assert_eq!(requests[0].bytes[pdu::OBJECT_HEAD..], *b"args");
    assert_eq!(
        (requests[1].request().object, requests[1].request().context),
        (None, 0)
    );
    // In any order.
    for (id, request) in [(second, &requests[1]), (first, &requests[0])] {
        let seen = hear(&mut client, &response(request.header.call_id, b"r"));
        assert_eq!(seen, [Seen::Reply(id, b"r".to_vec(), [0x10, 0, 0, 0])]);
    }
}

#[test]
fn another_interface_is_negotiated_when_it_is_needed() {
    let mut client = bound(MPX, KEEPS);
    let other = call(&mut client, 1, b"other");
    let alter = only(&mut client);
    assert_eq!(alter.header.kind, PduType::AlterContext);
    // The id of the features is not used again.
    let (id, _, count) = alter.proposed();
    assert_eq!(
        (
            id,
            count,
            Bind::parse(&alter.header, &alter.bytes).unwrap().group
        ),
        (2, 1, 77)
    );
    // Calls that come after it keep the order.
    let known = call(&mut client, 0, b"known");
    assert!(sent(&mut client).is_empty());
    hear(&mut client, &ack(&alter, MPX, &[Verdict::ACCEPTED]));
    let requests = sent(&mut client);
    assert_eq!(
        [requests[0].request().context, requests[1].request().context],
        [2, 0]
    );
    let ids = [requests[0].header.call_id, requests[1].header.call_id];
    assert_eq!(ids, [other.0 as u32, known.0 as u32]);
    // From now on it goes at once.
    call(&mut client, 1, b"again");
    assert_eq!(only(&mut client).request().context, 2);
}

#[test]
fn a_refused_interface_fails_its_calls_only_and_may_be_asked_for_again() {
    for (reason, error) in [
        (ContextReason::AbstractSyntax, Fault::NoSuchInterface),
        (
            ContextReason::TransferSyntaxes,
            Fault::Other(UNSUPPORTED_TRANSFER_SYNTAX),
        ),
        (ContextReason::LocalLimit, Fault::Other(SERVER_TOO_BUSY)),
        (ContextReason::Unknown(9), Fault::Other(UNSPEC_REJECT)),
    ] {
        let mut client = bound(MPX, KEEPS);
        let (a, b) = (call(&mut client, 1, b"a"), call(&mut client, 1, b"b"));
        let good = call(&mut client, 0, b"good");
        let alter = only(&mut client);
        let seen = hear(&mut client, &ack(&alter, MPX, &[Verdict::refused(reason)]));
        let failed = |id| Seen::Failed(id, error.into());
        assert_eq!(seen, [failed(a), failed(b)]);
        assert_eq!(only(&mut client).header.call_id, good.0 as u32);
        call(&mut client, 1, b"c");
        assert_eq!(only(&mut client).header.kind, PduType::AlterContext);
    }
    // The first interface of all may be refused, too: the association stands.
    let mut client = Client::new(Limits::default(), 1);
    let id = call(&mut client, 0, b"");
    let bind = only(&mut client);
    let refused = Verdict::refused(ContextReason::AbstractSyntax);
    let seen = hear(&mut client, &ack(&bind, 0, &[refused]));
    assert_eq!(seen, [Seen::Failed(id, Fault::NoSuchInterface.into())]);
    call(&mut client, 1, b"");
    assert_eq!(only(&mut client).header.kind, PduType::AlterContext);
}

/// MS-RPCE section 3.3.1.5.8.
#[test]
fn without_multiplexing_calls_wait_for_each_other() {
    let mut client = bound(0, KEEPS);
    assert_eq!(client.multiplexes(), Some(false));
    let ids: Vec<_> = (0..3).map(|n| call(&mut client, n / 2, &[n])).collect();
    let maybe = CallHead {
        kind: CallKind::OneWay,
        ..CallHead::new(interface(0), 1)
    };
    let mut seen = Vec::new();
    for id in &ids[..2] {
        let request = only(&mut client);
        assert_eq!(request.header.call_id, id.0 as u32);
        seen.extend(hear(&mut client, &response(request.header.call_id, b"")));
    }
    let alter = only(&mut client);
    assert_eq!(alter.header.kind, PduType::AlterContext);
    hear(&mut client, &ack(&alter, 0, &[Verdict::ACCEPTED]));
    let third = only(&mut client);
    // What has no reply waits, and keeps nobody waiting.
    call_with(&mut client, &maybe, b"note");
    call_with(&mut client, &maybe, b"note");
    let last = call(&mut client, 0, b"last");
    assert!(sent(&mut client).is_empty());
    seen.extend(hear(
        &mut client,
        &fault(third.header.call_id, 0, OP_RANGE_ERROR),
    ));
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[2], Seen::Failed(ids[2], Fault::NoSuchOperation.into()));
    let rest = sent(&mut client);
    let flags: Vec<_> = rest.iter().map(|r| r.header.flags).collect();
    assert_eq!(
        flags,
        [
            flag::WHOLE | flag::MAYBE,
            flag::WHOLE | flag::MAYBE,
            flag::WHOLE
        ]
    );
    assert_eq!(rest[2].header.call_id, last.0 as u32);
}

/// MS-RPCE section 3.3.1.5.10: orphans only where the connection lives on after one.
#[test]
fn a_call_that_is_given_up_is_orphaned_or_cancelled() {
    let refused = Verdict::refused(ContextReason::AbstractSyntax);
    for (flags, features, kinds) in [
        (MPX, KEEPS, &[PduType::Cancel, PduType::Orphaned][..]),
        (MPX, refused, &[PduType::Cancel]),
        (0, KEEPS, &[PduType::Cancel]),
    ] {
        let mut client = bound(flags, features);
        let id = call(&mut client, 0, b"slow");
        only(&mut client);
        // In the middle of writing another.
        client.begin_call(&CallHead::new(interface(0), 3)).unwrap();
        client.body().put(b"another");
        client.cancel(id);
        client.finish_call(at(0)).unwrap();
        let all = sent(&mut client);
        let controls = all.iter().filter(|s| s.bytes.len() == HEADER);
        let told: Vec<_> = controls
            .map(|s| (s.header.kind, s.header.call_id))
            .collect();
        assert_eq!(
            told,
            kinds.iter().map(|k| (*k, id.0 as u32)).collect::<Vec<_>>()
        );
        // Its reply is passed over, and lets the next one go.
        assert_eq!(hear(&mut client, &response(id.0 as u32, b"late")), []);
        assert_eq!(client.counters().stray, 1);
        let all = if flags == MPX { all } else { sent(&mut client) };
        assert_eq!(all.last().unwrap().bytes[RESPONSE_HEAD..], *b"another");
    }
}

/// C706 section 6.1.8: a cancel is forwarded, and the call goes on until the server ends it or the
/// cancel time-out period is over.
#[test]
fn a_call_may_be_asked_to_end() {
    let limits = Limits::default();
    let over = at(limits.cancel_timeout.as_millis() as u64);
    for keeps in [true, false] {
        let features = match keeps {
            true => KEEPS,
            false => Verdict::refused(ContextReason::AbstractSyntax),
        };
        let mut client = bound(MPX, features);
        // The server ends it, or has already.
        for in_time in [true, false] {
            let id = call(&mut client, 0, b"slow");
            only(&mut client);
            assert!(client.request_cancel(id, at(0)));
            let cancel = only(&mut client);
            let call_id = id.0 as u32;
            assert_eq!(
                (cancel.header.kind, cancel.header.call_id),
                (PduType::Cancel, call_id)
            );
            let (said, seen) = match in_time {
                true => (
                    response(call_id, b"r"),
                    Seen::Reply(id, b"r".to_vec(), [0x10, 0, 0, 0]),
                ),
                false => (
                    fault(call_id, 0, FAULT_CANCEL),
                    Seen::Failed(id, Fault::Cancelled.into()),
                ),
            };
            assert_eq!(hear(&mut client, &said), [seen]);
            assert!(!client.request_cancel(id, at(0)), "it is over");
        }
        // It does not. A second request is forwarded, too, and gains no time.
        let id = call(&mut client, 0, b"slow");
        only(&mut client);
        assert!(client.request_cancel(id, at(0)));
        assert!(client.request_cancel(id, at(1000)));
        assert_eq!(sent(&mut client).len(), 2);
        assert_eq!(client.next_timeout(), Some(over));
        client.handle_timeout(over);
        let failed = [Seen::Failed(id, CallError::Cancelled)];
        assert_eq!(hear(&mut client, &[]), failed);
        let kinds: Vec<_> = sent(&mut client).iter().map(|s| s.header.kind).collect();
        assert_eq!(kinds, [PduType::Orphaned][..usize::from(keeps)]);
        assert_eq!(client.counters().timeouts, 0);
        assert_eq!((client.calls_in_flight(), client.next_timeout()), (0, None));
    }
}

/// Nothing of it was sent, so nobody is told.
#[test]
fn a_call_that_waits_for_its_context_ends_at_once_when_asked() {
    let mut client = bound(MPX, KEEPS);
    let id = call(&mut client, 1, b"a");
    only(&mut client);
    assert!(client.request_cancel(id, at(0)));
    assert_eq!(
        hear(&mut client, &[]),
        [Seen::Failed(id, CallError::Cancelled)]
    );
    assert!(sent(&mut client).is_empty());
    // A call that is being written, and one without a reply, cannot be asked for anything.
    let id = client.begin_call(&CallHead::new(interface(0), 3)).unwrap();
    assert!(!client.request_cancel(id, at(0)));
    client.abandon_call();
}

#[test]
fn a_call_that_was_not_sent_is_given_up_without_a_word() {
    let mut client = Client::new(Limits::default(), 1);
    let head = CallHead {
        timeout: Some(Duration::from_secs(2)),
        ..CallHead::new(interface(0), 1)
    };
    let (a, b) = (
        call_with(&mut client, &head, b"a"),
        call(&mut client, 0, b"b"),
    );
    let bind = only(&mut client);
    client.handle_timeout(at(2000));
    let timed_out = CallError::TimedOut { transmissions: 0 };
    assert_eq!(hear(&mut client, &[]), [Seen::Failed(a, timed_out)]);
    client.cancel(b);
    assert!(sent(&mut client).is_empty());
    assert_eq!(
        hear(&mut client, &ack(&bind, MPX, &[Verdict::ACCEPTED])),
        []
    );
    assert!(sent(&mut client).is_empty());
    assert_eq!((client.calls_in_flight(), client.next_timeout()), (0, None));
}

#[test]
fn a_refused_association_ends_every_call() {
    for (reason, error) in [
        (
            NakReason::ProtocolVersion,
            Fault::ProtocolVersion { low: 5, high: 5 },
        ),
        (NakReason::LocalLimit, Fault::Other(SERVER_TOO_BUSY)),
        (NakReason::AuthType, Fault::Denied(UNSUPPORTED_AUTHN_LEVEL)),
        (NakReason::Unknown(77), Fault::Other(UNSPEC_REJECT)),
    ] {
        let mut client = Client::new(Limits::default(), 1);
        let ids = [call(&mut client, 0, b""), call(&mut client, 1, b"")];
        let bind = only(&mut client);
        let mut out = Buf::new();
        BindNak::emit(
            &Header::new(PduType::BindNak, bind.header.call_id),
            reason,
            &mut out,
        );
        let failed = ids.map(|id| Seen::Failed(id, error.into()));
        assert_eq!(hear(&mut client, out.data()), failed);
        let next = client.begin_call(&CallHead::new(interface(0), 0));
        assert_eq!(next, Err(error.into()));
    }
    // Deployed servers answer with a fault instead.
    let mut client = Client::new(Limits::default(), 1);
    let id = call(&mut client, 0, b"");
    let bind = only(&mut client);
    let seen = hear(&mut client, &fault(bind.header.call_id, 0, ACCESS_DENIED));
    assert_eq!(
        seen,
        [Seen::Failed(id, Fault::Denied(ACCESS_DENIED).into())]
    );
    assert!(client.begin_call(&CallHead::new(interface(0), 0)).is_err());
}

#[test]
fn fragments_keep_to_what_the_server_receives() {
    for (receives, most) in [(5840, 5840), (0, 1432), (100, 1432), (65535, 65528)] {
        let mut client = Client::new(Limits::default(), 1);
        let body: Vec<u8> = (0..200_000u32).map(|i| (i * 3) as u8).collect();
        call(&mut client, 0, &body);
        let bind = only(&mut client);
        let mut answer = ack(&bind, MPX, &[Verdict::ACCEPTED]);
        answer[18..20].copy_from_slice(&u16::to_le_bytes(receives));
        hear(&mut client, &answer);
        let fragments = sent(&mut client);
        assert!(fragments.iter().all(|f| f.bytes.len() <= most));
        assert_eq!(fragments[0].bytes.len(), (most - 24) / 8 * 8 + 24);
        let stubs: Vec<_> = fragments
            .iter()
            .flat_map(|f| &f.bytes[24..])
            .copied()
            .collect();
        assert!(stubs == body);
    }
}

/// C706 section 14.1: the receiver makes right, in the headers too.
#[test]
fn a_big_endian_server_is_understood() {
    let mut client = Client::new(Limits::default(), 1);
    let id = call(&mut client, 0, b"");
    let bind = only(&mut client);
    let [a, b, c, d] = bind.header.call_id.to_be_bytes();
    let mut answer = vec![5, 0, 12, 3, 0, 0, 0, 0, 0, 60, 0, 0, a, b, c, d];
    answer.extend([0x16, 0xd0, 0x16, 0xd0, 0, 0, 0, 9, 0, 4]);
    answer.extend(b"135\0\0\0");
    answer.extend([1, 0, 0, 0, 0, 0, 0, 0]);
    answer.extend(uuid::parse("8a885d04-1ceb-11c9-9fe8-08002b104860"));
    answer.extend([0, 0, 0, 2]);
    assert_eq!(answer.len(), 60);
    assert_eq!(hear(&mut client, &answer), []);
    assert_eq!(
        (client.group(), client.multiplexes()),
        (Some(9), Some(false))
    );
    let [a, b, c, d] = only(&mut client).header.call_id.to_be_bytes();
    let mut reply = vec![5, 0, 2, 3, 0, 0, 0, 0, 0, 28, 0, 0, a, b, c, d];
    reply.extend([0, 0, 0, 4, 0, 0, 0, 0, 0xca, 0xfe, 0xba, 0xbe]);
    let want = Seen::Reply(id, vec![0xca, 0xfe, 0xba, 0xbe], [0; 4]);
    assert_eq!(hear(&mut client, &reply), [want]);
}

#[test]
fn faults_say_what_was_not_carried_out() {
    let mut client = bound(MPX, KEEPS);
    for (flags, status, error, not_executed) in [
        (
            flag::DID_NOT_EXECUTE,
            UNKNOWN_INTERFACE,
            Fault::NoSuchInterface,
            1,
        ),
        (0, FAULT_CANCEL, Fault::Cancelled, 0),
        (0, BAD_STUB_DATA, Fault::BadArguments, 0),
        (
            flag::DID_NOT_EXECUTE,
            PROTOCOL_ERROR,
            Fault::Other(PROTOCOL_ERROR),
            1,
        ),
    ] {
        let before = client.counters().not_executed;
        let id = call(&mut client, 0, b"");
        let seen = hear(&mut client, &fault(id.0 as u32, flags, status));
        assert_eq!(seen, [Seen::Failed(id, error.into())]);
        assert_eq!(client.counters().not_executed - before, not_executed);
    }
    // One in the middle of a response ends it.
    let id = call(&mut client, 0, b"");
    let mut half = response(id.0 as u32, &[1; 64]);
    half[3] = flag::FIRST;
    half.extend(fault(id.0 as u32, 0, FAULT_UNSPEC));
    let seen = hear(&mut client, &half);
    assert_eq!(seen, [Seen::Failed(id, Fault::ServerFailure.into())]);
    assert_eq!(client.frames.deadline(), None);
}

/// C706 section 12.6.4.11.
#[test]
fn after_a_shutdown_the_calls_under_way_end_and_no_other_begins() {
    let mut client = bound(MPX, KEEPS);
    let id = call(&mut client, 0, b"");
    let waiting = call(&mut client, 1, b"");
    let mut header = Header::new(PduType::Shutdown, 0);
    header.frag_length = HEADER as u16;
    let closed = CallError::Closed(Closed::ByPeer);
    let seen = hear(&mut client, &header.emit());
    assert_eq!(seen, [Seen::Failed(waiting, closed.clone())]);
    let next = client.begin_call(&CallHead::new(interface(0), 0));
    assert_eq!(next, Err(closed));
    assert!(!client.is_finished(), "a call is under way");
    let seen = hear(&mut client, &response(id.0 as u32, b"done"));
    assert_eq!(seen, [Seen::Reply(id, b"done".to_vec(), [0x10, 0, 0, 0])]);
    assert!(client.is_finished());
}

/// The server's word crossed a call that was being written: it was not sent, and is not.
#[test]
fn after_a_shutdown_a_call_that_was_begun_is_not_sent() {
    let mut client = bound(MPX, KEEPS);
    client.begin_call(&CallHead::new(interface(0), 3)).unwrap();
    client.body().put(b"arguments");
    let mut header = Header::new(PduType::Shutdown, 0);
    header.frag_length = HEADER as u16;
    assert_eq!(hear(&mut client, &header.emit()), []);
    let closed = CallError::Closed(Closed::ByPeer);
    assert_eq!(client.finish_call(at(0)), Err(closed));
    assert!(sent(&mut client).is_empty());
    assert!(client.is_finished());
}

#[test]
fn what_cannot_be_called_is_our_own_fault() {
    let mut client = Client::new(
        Limits {
            presentation_contexts: 2,
            ..Limits::default()
        },
        1,
    );
    let refused = |client: &mut Client, head: CallHead| {
        matches!(
            client.begin_call(&head),
            Err(CallError::Misuse(Misuse::NotOffered(_)))
        )
    };
    let head = CallHead::new(interface(0), 0);
    let kind = CallKind::Broadcast;
    assert!(refused(&mut client, CallHead { kind, ..head }));
    assert!(refused(&mut client, CallHead::new(Interface::Only, 0)));
    let operation = 65536;
    assert!(refused(&mut client, CallHead { operation, ..head }));
    call(&mut client, 0, b"");
    call(&mut client, 1, b"");
    assert!(refused(&mut client, CallHead::new(interface(2), 0)));
}

/// What a server says to a client with a call in flight, with a name.
type Said<'a> = (&'a str, &'a dyn Fn(&mut Client) -> Vec<u8>);
/// A change to an answer, with a name.
type Changed<'a> = (&'a str, &'a dyn Fn(&mut Vec<u8>));

/// Everything that a server may not say. The connection is over, and every call ends once.
#[test]
fn a_server_that_breaks_the_protocol_ends_the_connection() {
    let lies: &[Said<'_>] = &[
        ("a second bind_ack", &|c| {
            let id = c.calls.next_id();
            let bind = Sent {
                header: Header::new(PduType::Bind, id),
                bytes: vec![],
            };
            ack(&bind, 0, &[Verdict::ACCEPTED])
        }),
        ("an answer to no alter_context", &|c| {
            let id = c.calls.next_id();
            let alter = Sent {
                header: Header::new(PduType::AlterContext, id),
                bytes: vec![],
            };
            ack(&alter, 0, &[Verdict::ACCEPTED])
        }),
        ("a request", &|_| {
            let mut bytes = response(1, b"");
            bytes[2] = 0;
            bytes
        }),
        ("a connectionless ping", &|_| {
            let mut bytes = response(1, b"");
            bytes[2] = 1;
            bytes
        }),
        ("another version", &|_| {
            let mut bytes = response(1, b"");
            bytes[0] = 4;
            bytes
        }),
        ("another minor version", &|_| {
            let mut bytes = response(1, b"");
            bytes[1] = 2;
            bytes
        }),
        ("a response without its head", &|c| {
            let id = only(c).header.call_id;
            let mut header = Header::new(PduType::Response, id);
            header.frag_length = 20;
            [&header.emit()[..], &[0; 4]].concat()
        }),
        ("a last fragment without a first", &|c| {
            let mut bytes = response(only(c).header.call_id, b"abcd");
            bytes[3] = flag::LAST;
            bytes
        }),
        ("two first fragments", &|c| {
            let mut bytes = response(only(c).header.call_id, b"abcd");
            bytes[3] = flag::FIRST;
            [&bytes[..], &bytes].concat()
        }),
        ("a trailer that starts in the head", &|c| {
            let mut bytes = response(only(c).header.call_id, &[0; 8]);
            bytes[10] = 1;
            bytes
        }),
        ("padding that starts in the head", &|c| {
            let mut bytes = response(only(c).header.call_id, &[0; 16]);
            (bytes[10], bytes[24 + 2 + 4]) = (4, 200);
            bytes
        }),
        ("a fault without its status", &|c| {
            let mut bytes = fault(only(c).header.call_id, 0, 1);
            bytes[8] = 24;
            bytes.truncate(24);
            bytes
        }),
        ("a nak to nothing", &|_| {
            let mut out = Buf::new();
            BindNak::emit(
                &Header::new(PduType::BindNak, 1),
                NakReason::LocalLimit,
                &mut out,
            );
            out.data().to_vec()
        }),
    ];
    for (what, lie) in lies {
        let mut client = bound(MPX, KEEPS);
        let id = call(&mut client, 0, b"");
        let bytes = lie(&mut client);
        let seen = hear(&mut client, &bytes);
        assert_eq!(seen.len(), 2, "{what}: {seen:?}");
        assert!(
            matches!(seen[0], Seen::Failed(of, CallError::Wire(_)) if of == id),
            "{what}"
        );
        assert!(matches!(seen[1], Seen::Broken(_)), "{what}");
        assert_eq!((client.next_timeout(), client.calls_in_flight()), (None, 0));
        assert!(client.begin_call(&CallHead::new(interface(0), 0)).is_err());
    }
}

#[test]
fn an_answer_that_lies_about_the_contexts_ends_the_connection() {
    let lies: &[Changed<'_>] = &[
        ("another call", &|a| a[12] ^= 1),
        ("no results", &|a| a[32] = 0),
        ("more results than there are", &|a| a[32] = 3),
        ("a port past the end", &|a| a[24] = 200),
        ("another transfer syntax", &|a| a[40] ^= 1),
        ("a result that is none", &|a| a[36] = 9),
    ];
    for (what, lie) in lies {
        let mut client = Client::new(Limits::default(), 1);
        let id = call(&mut client, 0, b"");
        let bind = only(&mut client);
        let mut answer = ack(&bind, MPX, &[Verdict::ACCEPTED, KEEPS]);
        lie(&mut answer);
        let seen = hear(&mut client, &answer);
        assert_eq!(seen.len(), 2, "{what}: {seen:?}");
        assert!(
            matches!(seen[0], Seen::Failed(of, _) if of == id),
            "{what}: {seen:?}"
        );
    }
    // Every truncation of it, with a length that agrees.
    let mut client = Client::new(Limits::default(), 1);
    call(&mut client, 0, b"");
    let bind = only(&mut client);
    let answer = ack(&bind, MPX, &[Verdict::ACCEPTED]);
    for n in HEADER..answer.len() {
        let mut client = Client::new(Limits::default(), 1);
        call(&mut client, 0, b"");
        let mut cut = answer[..n].to_vec();
        cut[8] = n as u8;
        let seen = hear(&mut client, &cut);
        assert_eq!(seen.len(), 2, "{n} bytes: {seen:?}");
    }
}

#[test]
fn its_debug_shows_where_each_call_stands() {
    let mut client = bound(MPX, KEEPS);
    call(&mut client, 0, b"");
    call(&mut client, 1, b"");
    let printed: String = alloc::format!("{:?}", client.calls);
    assert!(printed.contains("Call Waiting context 0"), "{printed}");
    assert!(printed.contains("Call Queued context 2"), "{printed}");
    assert_eq!(FAULT_HEAD, fault(1, 0, 1).len());
    assert_eq!(ContextResult::from(3), ContextResult::NegotiateAck);
}
