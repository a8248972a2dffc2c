use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use manyrpc_codec::Encoding;

use super::*;
use crate::contract::InterfaceKey;
use crate::dce::co::bind::{
    Bind, BindAck, BindNak, ContextReason, ContextResult, KEEP_ON_ORPHAN,
    MULTIPLE_SECURITY_CONTEXTS, NakReason, Proposal, Verdict,
};
use crate::dce::co::pdu::{FAULT_HEAD, HEADER, REQUEST_HEAD, RequestHead, fault_status};
use crate::dce::fault::*;
use crate::dce::uuid;
use crate::fault::Fault;

mod endings;
mod hostile;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

const ECHO: Syntax = Syntax {
    uuid: uuid::parse("60a15ec5-4de8-11d7-a637-005056a20182"),
    major: 1,
    minor: 2,
};

/// Serves version 1.2 of any interface whose UUID starts like [`ECHO`]'s; counts associations.
#[derive(Default)]
struct Process {
    in_group: AtomicU32,
}

impl Host for Process {
    fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        uuid[0] == ECHO.uuid[0] && major == 1 && minor <= 2
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        self.in_group.fetch_add(1, Relaxed);
        (wanted == 0 || wanted == 5).then_some(5)
    }

    fn leave_group(&self, id: u32) -> bool {
        assert_eq!(id, 5);
        self.in_group.fetch_sub(1, Relaxed) == 1
    }

    fn port(&self) -> &str {
        "40001"
    }
}

fn server() -> Server {
    Server::new(Limits::default(), Arc::new(Process::default()))
}

fn propose(id: u16) -> Proposal {
    Proposal {
        id,
        interface: ECHO,
        transfer: Syntax::NDR,
    }
}

/// A proposal with a distinct interface, except for the first.
fn distinct(id: u16) -> Proposal {
    let mut proposal = propose(id);
    proposal.interface.uuid[14] ^= id.to_le_bytes()[0];
    proposal.interface.uuid[15] ^= id.to_le_bytes()[1];
    proposal
}

fn bind(kind: PduType, list: &[Proposal]) -> Vec<u8> {
    let mut header = Header::new(kind, 3);
    header.flags |= flag::MULTIPLEX;
    let mut out = Buf::new();
    Bind::emit(&header, (4280, 2000), 0, list, &mut out);
    out.data().to_vec()
}

fn request(call_id: u32, flags: u8, context: u16, stub: &[u8]) -> Vec<u8> {
    let head = RequestHead {
        alloc_hint: 0,
        context,
        opnum: 1,
        object: None,
    };
    let mut header = Header::new(PduType::Request, call_id);
    header.flags = flags;
    header.frag_length = (REQUEST_HEAD + stub.len()) as u16;
    [&header.emit()[..], &head.emit(), stub].concat()
}

fn control(kind: PduType, call_id: u32) -> Vec<u8> {
    let header = Header {
        frag_length: HEADER as u16,
        ..Header::new(kind, call_id)
    };
    header.emit().to_vec()
}

/// The answers, PDU by PDU.
fn answers(server: &mut Server) -> Vec<(Header, Vec<u8>)> {
    let mut bytes = Vec::new();
    while let Some(transmit) = server.poll_transmit() {
        bytes.extend_from_slice(transmit.bytes);
        let n = transmit.bytes.len();
        server.sent(n);
    }
    let (mut all, mut rest) = (Vec::new(), &bytes[..]);
    while let Some(head) = rest.first_chunk() {
        let header = Header::parse(head).unwrap();
        let (pdu, others) = rest.split_at(header.frag_length.into());
        all.push((header, pdu.to_vec()));
        rest = others;
    }
    assert!(rest.is_empty());
    all
}

/// The calls in `bytes`, left open.
fn calls(server: &mut Server, bytes: &[u8]) -> Vec<(Call, Vec<u8>)> {
    let (mut rx, mut all) = (Rx::default(), Vec::new());
    rx.buf.put(bytes);
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        let arguments = rx.buf.data()[call.arguments.clone()].to_vec();
        all.push((call, arguments));
    }
    all
}

fn reply(server: &mut Server, id: CallId, body: &[u8], outcome: Outcome) {
    server.begin_reply(id);
    server.body().put(body);
    server.finish_reply(outcome, &Clock::at(at(0)));
}

fn verdicts(pdu: &(Header, Vec<u8>)) -> Vec<Verdict> {
    let ack = BindAck::parse(&pdu.0, &pdu.1).unwrap();
    ack.verdicts().collect()
}

/// A server with an association and context 0.
fn bound() -> Server {
    let mut server = server();
    assert!(calls(&mut server, &bind(PduType::Bind, &[propose(0)])).is_empty());
    let all = answers(&mut server);
    assert_eq!(verdicts(&all[0]), [Verdict::ACCEPTED]);
    server
}

#[test]
fn a_bind_is_answered_context_by_context() {
    let mut server = server();
    let unknown = Syntax {
        uuid: [7; 16],
        ..ECHO
    };
    let newer = Syntax { minor: 3, ..ECHO };
    let ndr64 = Syntax::new(uuid::parse("71710533-beba-4937-8319-b5dbef9ccc36"), 1);
    let with = |id, interface, transfer| Proposal {
        id,
        interface,
        transfer,
    };
    let other = Syntax { minor: 1, ..ECHO };
    let list = [
        with(1, ECHO, ndr64),
        propose(7),
        with(2, unknown, Syntax::NDR),
        with(3, newer, Syntax::NDR),
        with(4, ECHO, Syntax::of_features(0xff)),
        // MS-RPCE section 3.3.1.5.6: one per interface. Another interface is permitted by C706.
        propose(7),
        with(5, other, Syntax::NDR),
    ];
    calls(&mut server, &bind(PduType::Bind, &list));
    let all = answers(&mut server);
    let (header, pdu) = &all[0];
    assert_eq!((header.kind, header.call_id), (PduType::BindAck, 3));
    assert!(header.has(flag::MULTIPLEX | flag::WHOLE));
    let ack = BindAck::parse(header, pdu).unwrap();
    // C706 section 12.6.2: the smaller of both limits.
    assert_eq!((ack.max_transmit, ack.max_receive), (2000, 2000));
    assert_eq!((ack.group, ack.port), (5, &b"40001\0"[..]));
    let want = [
        Verdict::refused(ContextReason::TransferSyntaxes),
        Verdict::ACCEPTED,
        Verdict::refused(ContextReason::AbstractSyntax),
        Verdict::refused(ContextReason::AbstractSyntax),
        // MS-RPCE section 3.3.1.5.3: unknown bits are cleared.
        Verdict::features(MULTIPLE_SECURITY_CONTEXTS | KEEP_ON_ORPHAN),
        Verdict::refused(ContextReason::TransferSyntaxes),
        Verdict::ACCEPTED,
    ];
    assert_eq!(verdicts(&all[0]), want);
    let got = calls(&mut server, &request(9, flag::WHOLE, 7, b"args"));
    let (call, arguments) = &got[0];
    assert_eq!(
        (call.operation, call.association, &arguments[..]),
        (1, 5, &b"args"[..])
    );
    let Syntax { uuid, major, minor } = ECHO;
    assert_eq!(call.interface, InterfaceKey::Uuid { uuid, major, minor });
    assert_eq!(server.counters().contexts_refused, 4);
}

#[test]
fn an_id_means_one_interface() {
    let mut server = bound();
    calls(&mut server, &bind(PduType::AlterContext, &[propose(0)]));
    let all = answers(&mut server);
    assert_eq!(all[0].0.kind, PduType::AlterContextResponse);
    assert_eq!(verdicts(&all[0]), [Verdict::ACCEPTED]);
    assert_eq!(BindAck::parse(&all[0].0, &all[0].1).unwrap().port, b"");
    let mut other = propose(0);
    other.interface.uuid[15] = 9;
    calls(&mut server, &bind(PduType::AlterContext, &[other]));
    let (header, pdu) = answers(&mut server).remove(0);
    assert_eq!(fault_status(&header, &pdu), Ok(PROTOCOL_ERROR));
    assert!(server.broken().is_some());
    // Likewise in one bind.
    let mut server = self::server();
    calls(&mut server, &bind(PduType::Bind, &[propose(0), other]));
    assert_eq!(answers(&mut server)[0].0.kind, PduType::BindNak);
}

/// MS-RPCE section 3.3.1.5.3: features are offered in the first transfer syntax of one element of a
/// bind.
#[test]
fn features_are_offered_once() {
    let offers = |id, features| Proposal {
        transfer: Syntax::of_features(features),
        ..propose(id)
    };
    for (list, want) in [
        (vec![offers(1, 0)], Some(vec![Verdict::features(0)])),
        (
            vec![offers(1, KEEP_ON_ORPHAN), propose(2)],
            Some(vec![Verdict::features(KEEP_ON_ORPHAN), Verdict::ACCEPTED]),
        ),
        (vec![offers(1, 1), offers(2, 2)], None),
    ] {
        let mut server = server();
        calls(&mut server, &bind(PduType::Bind, &list));
        let all = answers(&mut server);
        match want {
            Some(want) => assert_eq!(verdicts(&all[0]), want),
            None => assert_eq!(all[0].0.kind, PduType::BindNak),
        }
    }
    let mut server = bound();
    calls(&mut server, &bind(PduType::AlterContext, &[offers(3, 1)]));
    let refused = Verdict::refused(ContextReason::TransferSyntaxes);
    assert_eq!(verdicts(&answers(&mut server)[0]), [refused]);
}

/// As in Samba's server: multiplexing is agreed with a new context, and then whenever requested.
#[test]
fn several_calls_at_a_time_come_with_a_context() {
    let unknown = Proposal {
        interface: Syntax::NDR,
        ..propose(0)
    };
    let mut server = server();
    for (kind, proposal, flags, agreed) in [
        (PduType::Bind, unknown, flag::MULTIPLEX, false),
        (PduType::AlterContext, propose(1), 0, false),
        (PduType::AlterContext, propose(1), flag::MULTIPLEX, false),
        (PduType::AlterContext, distinct(2), flag::MULTIPLEX, true),
        (PduType::AlterContext, distinct(2), flag::MULTIPLEX, true),
        (PduType::AlterContext, distinct(3), 0, false),
    ] {
        let mut bytes = bind(kind, &[proposal]);
        bytes[3] = flag::WHOLE | flags;
        calls(&mut server, &bytes);
        let (header, _) = answers(&mut server).remove(0);
        assert_eq!(header.has(flag::MULTIPLEX), agreed, "{proposal:?}");
    }
}

/// The values of Windows and Samba.
#[test]
fn fragments_have_one_size_both_ways() {
    for (sizes, most, want) in [
        ((0xffff, 0xffff), 5840, 5840),
        ((0, 0xffff), 5840, 2048),
        ((0xffff, 0), 5840, 2048),
        ((0, 0), 5840, 2048),
        ((3199, 0), 5840, 2048),
        ((3199, 0xffff), 5840, 3192),
        ((0xffff, 3199), 5840, 3192),
        // C706 section 12.6.2: no more than the client can receive, and no less than everybody can.
        ((0xffff, 1500), 5840, 1496),
        ((100, 0xffff), 5840, 1432),
        ((0xffff, 0xffff), usize::MAX, 65528),
    ] {
        let limits = Limits {
            fragment_bytes: most,
            ..Limits::default()
        };
        let mut server = Server::new(limits, Arc::new(Process::default()));
        let mut out = Buf::new();
        let header = Header::new(PduType::Bind, 3);
        Bind::emit(&header, sizes, 0, &[propose(0)], &mut out);
        calls(&mut server, out.data());
        let all = answers(&mut server);
        let ack = BindAck::parse(&all[0].0, &all[0].1).unwrap();
        assert_eq!(
            (ack.max_transmit, ack.max_receive),
            (want, want),
            "{sizes:?}"
        );
    }
}

#[test]
fn contexts_have_a_limit() {
    let mut server = bound();
    let (mut accepted, mut id) = (1, 1u16);
    for _ in 0..65536 / 128 {
        let list: Vec<_> = (0..128).map(|n| distinct(id.wrapping_add(n))).collect();
        id = id.wrapping_add(128);
        // A bind PDU has room for more than its negotiated fragment size; ours is not small.
        calls(&mut server, &bind(PduType::AlterContext, &list));
        let all = answers(&mut server);
        let yes = |v: &Verdict| *v == Verdict::ACCEPTED;
        accepted += verdicts(&all[0]).iter().filter(|v| yes(v)).count();
    }
    // Context 0 is proposed again at the end.
    assert_eq!(accepted, Limits::default().dce.presentation_contexts + 1);
    assert_eq!(
        server.contexts.len(),
        Limits::default().dce.presentation_contexts
    );
    assert_eq!(
        calls(&mut server, &request(1, flag::WHOLE, 200, b"")).len(),
        1
    );
    assert!(calls(&mut server, &request(2, flag::WHOLE, 60000, b"")).is_empty());
    let all = answers(&mut server);
    assert_eq!(fault_status(&all[0].0, &all[0].1), Ok(UNKNOWN_INTERFACE));
}

#[test]
fn a_call_for_what_is_not_there_is_refused_and_the_connection_goes_on() {
    let mut server = bound();
    assert!(calls(&mut server, &request(8, flag::WHOLE, 3, b"")).is_empty());
    let (header, pdu) = answers(&mut server).remove(0);
    assert_eq!(
        (header.kind, header.call_id, pdu.len()),
        (PduType::Fault, 8, FAULT_HEAD)
    );
    assert!(header.has(flag::DID_NOT_EXECUTE));
    assert_eq!(fault_status(&header, &pdu), Ok(UNKNOWN_INTERFACE));
    assert_eq!(server.broken(), None);
    for (outcome, status, not_executed) in [
        (Fault::NoSuchOperation, OP_RANGE_ERROR, true),
        (Fault::NoSuchInterface, UNKNOWN_INTERFACE, true),
        (Fault::BadArguments, BAD_STUB_DATA, true),
        (Fault::ServerFailure, FAULT_UNSPEC, false),
        (
            fault::status(FAULT_CONTEXT_MISMATCH),
            FAULT_CONTEXT_MISMATCH,
            false,
        ),
        (fault::status(7), 7, false),
        (Fault::Other(7), 0xe500_0007, false),
    ] {
        let id = calls(&mut server, &request(8, flag::WHOLE, 0, b""))[0].0.id;
        reply(
            &mut server,
            id,
            b"half a result",
            Outcome::Fault(outcome.clone()),
        );
        let (header, pdu) = answers(&mut server).remove(0);
        assert_eq!(fault_status(&header, &pdu), Ok(status));
        assert_eq!(
            header.has(flag::DID_NOT_EXECUTE),
            not_executed,
            "{outcome:?}"
        );
        assert_eq!(pdu.len(), FAULT_HEAD);
    }
}

#[test]
fn a_maybe_call_is_carried_out_and_never_answered() {
    let mut server = bound();
    for outcome in [
        Outcome::Done,
        Outcome::Silent,
        Outcome::Fault(Fault::BadArguments),
    ] {
        let got = calls(&mut server, &request(1, flag::WHOLE | flag::MAYBE, 0, b"a"));
        reply(&mut server, got[0].0.id, b"result", outcome);
        assert!(answers(&mut server).is_empty());
        assert_eq!(server.calls_in_flight(), 0);
    }
}

/// C706 section 14.1: the receiver converts, in headers too.
#[test]
fn a_big_endian_client_is_understood() {
    let mut server = server();
    let mut bytes = vec![5, 0, 11, 3, 0, 0, 0, 0, 0, 72, 0, 0, 0, 0, 0, 9];
    bytes.extend([
        0x16, 0xd0, 0x16, 0xd0, 0, 0, 0, 0, 1, 0, 0, 0, 0x12, 0x34, 1, 0,
    ]);
    bytes.extend(ECHO.uuid);
    bytes.extend([0, 1, 0, 1]);
    bytes.extend(Syntax::NDR.uuid);
    bytes.extend([0, 0, 0, 2]);
    bytes.extend([5, 0, 0, 0x83, 0, 0, 0, 0, 0, 44, 0, 0, 0, 0, 0, 9]);
    bytes.extend([0, 0, 0, 4, 0x12, 0x34, 0, 7]);
    let object = uuid::parse("00112233-4455-6677-8899-aabbccddeeff");
    bytes.extend(object);
    bytes.extend([1, 2, 3, 4]);
    let got = calls(&mut server, &bytes);
    let (call, arguments) = &got[0];
    assert_eq!(
        (call.operation, call.object.clone()),
        (7, Some(object.into()))
    );
    assert_eq!(
        (call.encoding, &arguments[..]),
        (Encoding::Ndr([0; 4]), &[1, 2, 3, 4][..])
    );
    let InterfaceKey::Uuid { major, minor, .. } = call.interface else {
        panic!("{call:?}");
    };
    assert_eq!((major, minor), (1, 1));
    let (header, _) = answers(&mut server).remove(0);
    assert_eq!((header.call_id, header.little), (9, true));
    assert!(!header.has(flag::MULTIPLEX), "the client did not offer it");
}

#[test]
fn replies_to_no_call_change_nothing() {
    let mut server = bound();
    reply(&mut server, CallId(99), b"to nobody", Outcome::Done);
    assert!(answers(&mut server).is_empty());
    assert_eq!(ContextResult::from(7), ContextResult::Unknown(7));
}
