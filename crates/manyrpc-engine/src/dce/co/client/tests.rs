use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use crate::limits::DceLimits;
use manyrpc_codec::{Encoding, InterfaceId};

use super::*;
use crate::dce::co::bind::{
    Bind, BindAck, BindNak, ContextReason, ContextResult, KEEP_ON_ORPHAN, NakReason, Verdict,
};
use crate::dce::co::pdu::{FAULT_HEAD, HEADER, emit_fault};
use crate::dce::fault::*;
use crate::fault::Fault;
use crate::name::ObjectKey;

mod endings;
mod hostile;
mod prepared;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn interface(n: u8) -> InterfaceId<'static> {
    let mut uuid = uuid::parse("12345678-1234-abcd-ef00-000000000000");
    uuid[15] = n;
    let (major, minor) = (1, 2);
    InterfaceId::of_uuid(uuid, major, minor)
}

fn call(client: &mut Client, n: u8, body: &[u8]) -> CallId {
    call_with(client, &CallHead::new(interface(n), 7), body)
}

fn call_with(client: &mut Client, head: &CallHead<'_>, body: &[u8]) -> CallId {
    let id = client.begin_call(head).unwrap();
    client.body().put(body);
    client.finish_call(at(0)).unwrap();
    id
}

/// A sent PDU.
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

    /// The first proposed context, and how many there are.
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

fn receive(client: &mut Client, bytes: &[u8]) -> Vec<Seen> {
    let (mut rx, mut all) = (Rx::default(), Vec::new());
    rx.buf.put(bytes);
    while let Some(event) = client.next_event(&mut rx, &Clock::at(at(1))) {
        all.push(match event {
            ClientEvent::Reply {
                id,
                body,
                encoding: Encoding::Ndr(representation),
            } => Seen::Reply(id, rx.buf.data()[body].to_vec(), representation),
            ClientEvent::Failed { id, error } => Seen::Failed(id, error),
            ClientEvent::Reply { encoding, .. } => unreachable!("{encoding:?} in DCE"),
            ClientEvent::Ended { .. } => unreachable!("no call here has several messages"),
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
        receive(
            &mut client,
            &ack(&bind, flags, &[Verdict::ACCEPTED, features])
        ),
        []
    );
    let request = only(&mut client);
    let reply = receive(&mut client, &response(request.header.call_id, b"ok"));
    assert_eq!(reply, [Seen::Reply(id, b"ok".to_vec(), [0x10, 0, 0, 0])]);
    client
}

#[test]
fn the_first_call_binds_and_goes_when_that_is_answered() {
    let mut client = Client::new(Limits::default(), 1);
    assert_eq!((client.group(), client.multiplexes()), (None, None));
    let object = Some(uuid::parse("00112233-4455-6677-8899-aabbccddeeff"));
    let key = object.map(ObjectKey::from);
    let head = CallHead {
        object: key.as_ref(),
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
    // MS-RPCE section 3.3.1.5.3: the features are an additional context.
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
        receive(&mut client, &ack(&bind, MPX, &[Verdict::ACCEPTED, KEEPS])),
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
        let seen = receive(&mut client, &response(request.header.call_id, b"r"));
        assert_eq!(seen, [Seen::Reply(id, b"r".to_vec(), [0x10, 0, 0, 0])]);
    }
}

#[test]
fn another_interface_is_negotiated_when_it_is_needed() {
    let mut client = bound(MPX, KEEPS);
    let other = call(&mut client, 1, b"other");
    let alter = only(&mut client);
    assert_eq!(alter.header.kind, PduType::AlterContext);
    // The id of the features is not reused.
    let (id, _, count) = alter.proposed();
    assert_eq!(
        (
            id,
            count,
            Bind::parse(&alter.header, &alter.bytes).unwrap().group
        ),
        (2, 1, 77)
    );
    // Later calls keep the order.
    let known = call(&mut client, 0, b"known");
    assert!(sent(&mut client).is_empty());
    receive(&mut client, &ack(&alter, MPX, &[Verdict::ACCEPTED]));
    let requests = sent(&mut client);
    assert_eq!(
        [requests[0].request().context, requests[1].request().context],
        [2, 0]
    );
    let ids = [requests[0].header.call_id, requests[1].header.call_id];
    assert_eq!(ids, [other.0 as u32, known.0 as u32]);
    // From now on it is sent at once.
    call(&mut client, 1, b"again");
    assert_eq!(only(&mut client).request().context, 2);
}

#[test]
fn a_refused_interface_fails_its_calls_only_and_may_be_asked_for_again() {
    for (reason, error) in [
        (ContextReason::AbstractSyntax, Fault::NoSuchInterface),
        (
            ContextReason::TransferSyntaxes,
            fault::status(UNSUPPORTED_TRANSFER_SYNTAX),
        ),
        (ContextReason::LocalLimit, fault::status(SERVER_TOO_BUSY)),
        (ContextReason::Unknown(9), fault::status(UNSPEC_REJECT)),
    ] {
        let mut client = bound(MPX, KEEPS);
        let (a, b) = (call(&mut client, 1, b"a"), call(&mut client, 1, b"b"));
        let good = call(&mut client, 0, b"good");
        let alter = only(&mut client);
        let seen = receive(&mut client, &ack(&alter, MPX, &[Verdict::refused(reason)]));
        let failed = |id| Seen::Failed(id, error.clone().into());
        assert_eq!(seen, [failed(a), failed(b)]);
        assert_eq!(only(&mut client).header.call_id, good.0 as u32);
        call(&mut client, 1, b"c");
        assert_eq!(only(&mut client).header.kind, PduType::AlterContext);
    }
    // The very first interface may be refused, too: the association remains.
    let mut client = Client::new(Limits::default(), 1);
    let id = call(&mut client, 0, b"");
    let bind = only(&mut client);
    let refused = Verdict::refused(ContextReason::AbstractSyntax);
    let seen = receive(&mut client, &ack(&bind, 0, &[refused]));
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
        seen.extend(receive(&mut client, &response(request.header.call_id, b"")));
    }
    let alter = only(&mut client);
    assert_eq!(alter.header.kind, PduType::AlterContext);
    receive(&mut client, &ack(&alter, 0, &[Verdict::ACCEPTED]));
    let third = only(&mut client);
    // A call without a reply waits, and blocks no other.
    call_with(&mut client, &maybe, b"note");
    call_with(&mut client, &maybe, b"note");
    let last = call(&mut client, 0, b"last");
    assert!(sent(&mut client).is_empty());
    seen.extend(receive(
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

#[test]
fn fragments_keep_to_what_the_server_receives() {
    for (receives, most) in [(5840, 5840), (0, 1432), (100, 1432), (65535, 65528)] {
        let mut client = Client::new(Limits::default(), 1);
        let body: Vec<u8> = (0..200_000u32).map(|i| (i * 3) as u8).collect();
        call(&mut client, 0, &body);
        let bind = only(&mut client);
        let mut answer = ack(&bind, MPX, &[Verdict::ACCEPTED]);
        answer[18..20].copy_from_slice(&u16::to_le_bytes(receives));
        receive(&mut client, &answer);
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

/// C706 section 14.1: the receiver converts, in headers too.
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
    assert_eq!(receive(&mut client, &answer), []);
    assert_eq!(
        (client.group(), client.multiplexes()),
        (Some(9), Some(false))
    );
    let [a, b, c, d] = only(&mut client).header.call_id.to_be_bytes();
    let mut reply = vec![5, 0, 2, 3, 0, 0, 0, 0, 0, 28, 0, 0, a, b, c, d];
    reply.extend([0, 0, 0, 4, 0, 0, 0, 0, 0xca, 0xfe, 0xba, 0xbe]);
    let want = Seen::Reply(id, vec![0xca, 0xfe, 0xba, 0xbe], [0; 4]);
    assert_eq!(receive(&mut client, &reply), [want]);
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
            fault::status(PROTOCOL_ERROR),
            1,
        ),
    ] {
        let before = client.counters().not_executed;
        let id = call(&mut client, 0, b"");
        let seen = receive(&mut client, &fault(id.0 as u32, flags, status));
        assert_eq!(seen, [Seen::Failed(id, error.into())]);
        assert_eq!(client.counters().not_executed - before, not_executed);
    }
    // A fault in the middle of a response ends it.
    let id = call(&mut client, 0, b"");
    let mut half = response(id.0 as u32, &[1; 64]);
    half[3] = flag::FIRST;
    half.extend(fault(id.0 as u32, 0, FAULT_UNSPEC));
    let seen = receive(&mut client, &half);
    assert_eq!(seen, [Seen::Failed(id, Fault::ServerFailure.into())]);
    assert_eq!(client.frames.deadline(), None);
}

#[test]
fn what_cannot_be_called_is_our_own_fault() {
    let mut client = Client::new(
        Limits {
            dce: DceLimits {
                presentation_contexts: 2,
                ..DceLimits::default()
            },
            ..Limits::default()
        },
        1,
    );
    let refused = |client: &mut Client, head: CallHead<'_>| {
        matches!(
            client.begin_call(&head),
            Err(CallError::Misuse(Misuse::NotOffered(_)))
        )
    };
    let head = CallHead::new(interface(0), 0);
    let kind = CallKind::Broadcast;
    assert!(refused(&mut client, CallHead { kind, ..head }));
    assert!(refused(&mut client, CallHead::new(InterfaceId::ONLY, 0)));
    let operation = 65536;
    assert!(refused(&mut client, CallHead { operation, ..head }));
    call(&mut client, 0, b"");
    call(&mut client, 1, b"");
    assert!(refused(&mut client, CallHead::new(interface(2), 0)));
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
