//! Context handles over connectionless DCE (C706 section 9.5.4): how a server identifies its
//! clients (SEND_WAY2) and detects that one is gone.

mod support;

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::contract::{Associations, Liveness};
use manyrpc_engine::dce::cl::callback::{Answer, CONV, CONVC, Query};
use manyrpc_engine::dce::cl::pdu::{Header, PduType, flag};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::{
    Buf, CallHead, ClientEngine, Clock, Instant, Limits, Outcome, Rx, ServerEngine,
};
use support::{DCE, ECHO, Seen, at, events, output, server_output};

/// Creates and uses context handles; answers with its caller's association.
const OPEN: u32 = 6;
const ACTIVITY: [u8; 16] = *b"somebody's calls";
const SPACE: [u8; 16] = *b"an address space";

fn limits() -> Limits {
    Limits {
        dce: DceLimits {
            associations: 8,
            ..DceLimits::default()
        },
        ..Limits::default()
    }
}

fn server() -> Server {
    let mut server = Server::new(limits(), Personality::DEFAULT, 2, 5);
    server.keep_contexts([(DCE.uuid, 1, OPEN as u16)]);
    server
}

fn client(seed: u64) -> Client {
    Client::new(limits(), Personality::DEFAULT, seed)
}

/// Serves what is in `rx`; returns the associations of the calls.
fn serve(server: &mut Server, rx: &mut Rx, now: Instant) -> Vec<u64> {
    let mut seen = Vec::new();
    while let Some(call) = server.next_call(rx, &Clock::at(now)) {
        seen.push(call.association);
        server.begin_reply(call.id);
        server.body().put(&call.association.to_le_bytes());
        server.finish_reply(Outcome::Done, &Clock::at(now));
    }
    seen
}

fn head(operation: u32, idempotent: bool) -> CallHead<'static> {
    CallHead {
        idempotent,
        ..CallHead::new(DCE, operation)
    }
}

/// One call: the callbacks to the client, the operation, the result.
fn call(client: &mut Client, server: &mut Server, head: &CallHead, body: &[u8]) -> (Vec<u16>, u64) {
    client.begin_call(head).unwrap();
    client.body().put(body);
    client.finish_call(at(0)).unwrap();
    let (mut asked, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        for bytes in output(client) {
            seen.extend(serve(server, &mut datagram(&bytes), at(0)));
        }
        for (_, bytes) in server_output(server) {
            let header = Header::parse(&bytes).unwrap();
            if header.ptype == PduType::Request {
                asked.push(header.opnum);
            }
            if let Some(event) = events(client, &mut datagram(&bytes), at(0)).pop() {
                let Seen::Reply(_, body) = event else {
                    panic!("{event:?}");
                };
                let association = u64::from_le_bytes(body[..8].try_into().unwrap());
                assert_eq!(seen, [association]);
                return (asked, association);
            }
        }
    }
    panic!("no reply: {server:?}");
}

fn datagram(bytes: &[u8]) -> Rx {
    let mut rx = Rx::default();
    rx.buf.put(bytes);
    rx.from = Some(SocketAddr::from(([10, 0, 0, 1], 7)));
    rx
}

const WAY: u16 = 0;
const WAY2: u16 = 1;

/// C706 section 10.2.1: SEND_WAY2 is called only if the stub signals that it requires the execution
/// context, and not where that was obtained already; it supersedes SEND_WAY.
#[test]
fn only_calls_with_contexts_ask_for_the_address_space_and_once() {
    for idempotent in [false, true] {
        let (mut client, mut server) = (client(1), server());
        let (open, echo) = (head(OPEN, idempotent), head(ECHO, idempotent));
        let (asked, association) = call(&mut client, &mut server, &open, b"");
        assert_eq!(asked, [WAY2], "one question for both");
        assert!(association > u64::from(u32::MAX));
        let again = call(&mut client, &mut server, &open, &[7; 40_000]);
        assert_eq!(again, (vec![], association));
        assert_eq!(call(&mut client, &mut server, &echo, b""), (vec![], 0));
        // And the other way around.
        let mut client = self::client(2);
        let (asked, none) = call(&mut client, &mut server, &echo, b"");
        assert_eq!(asked, if idempotent { vec![] } else { vec![WAY] });
        assert_eq!(none, 0);
        let (asked, other) = call(&mut client, &mut server, &open, &[7; 40_000]);
        assert_eq!(asked, [WAY2]);
        assert!(other != 0 && other != association);
        assert_eq!(server.associations(), 2);
    }
}

/// C706 section 9.5.4: execution context is not related to activities.
#[test]
fn all_activities_of_an_address_space_have_one_association() {
    let (mut first, mut server) = (client(1), server());
    let mut second = first.companion(77);
    let open = head(OPEN, false);
    let (_, association) = call(&mut first, &mut server, &open, b"");
    assert_eq!(
        call(&mut second, &mut server, &open, b""),
        (vec![WAY2], association)
    );
    // Two calls in flight take two activities.
    for n in 0..2u8 {
        second.begin_call(&open).unwrap();
        second.body().put(&[n]);
        second.finish_call(at(0)).unwrap();
    }
    let (mut seen, mut asked) = (Vec::new(), 0);
    for _ in 0..4 {
        for bytes in output(&mut second) {
            seen.extend(serve(&mut server, &mut datagram(&bytes), at(0)));
        }
        for (_, bytes) in server_output(&mut server) {
            asked += usize::from(Header::parse(&bytes).unwrap().ptype == PduType::Request);
            events(&mut second, &mut datagram(&bytes), at(0));
        }
    }
    assert_eq!((seen, asked), (vec![association; 2], 1));
}

/// A request of a client that is fully known.
fn request(activity: [u8; 16], seq: u32, flags: u8) -> Vec<u8> {
    let header = Header {
        ptype: PduType::Request,
        flags,
        interface: DCE.uuid,
        interface_version: 1,
        activity,
        seq,
        opnum: OPEN as u16,
        ..Header::EMPTY
    };
    header.emit().to_vec()
}

/// The callback that the server sends.
fn question(server: &mut Server) -> Header {
    let sent = server_output(server);
    let asked: Vec<_> = sent
        .iter()
        .map(|(_, b)| Header::parse(b).unwrap())
        .collect();
    let [question] = asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!(
        (question.ptype, question.interface),
        (PduType::Request, CONV)
    );
    question
}

fn answer(to: &Header, ptype: PduType, body: &[u8]) -> Rx {
    let header = Header {
        ptype,
        flags: 0,
        len: body.len() as u16,
        ..*to
    };
    datagram(&[&header.emit()[..], body].concat())
}

/// The answer of a client that is making call `seq`.
fn space(question: &Header, activity: [u8; 16], seq: u32, space: [u8; 16]) -> Rx {
    let about = manyrpc_engine::dce::cl::callback::Question { activity, boot: 5 };
    let mut body = Buf::new();
    Answer::ClientOnly(seq).emit(&Query::WhoAreYou2(about), space, &mut body);
    answer(question, PduType::Response, body.data())
}

/// A call by a client with that address space; returns its association.
fn opened(server: &mut Server, activity: [u8; 16], of: [u8; 16], now: Instant) -> Option<u64> {
    let mut rx = datagram(&request(activity, 1, flag::IDEMPOTENT));
    assert_eq!(serve(server, &mut rx, now), []);
    let question = question(server);
    assert_eq!(question.opnum, WAY2);
    let seen = serve(server, &mut space(&question, activity, 1, of), now);
    seen.first().copied()
}

fn alive(space: [u8; 16]) -> Rx {
    let mut client = client(1);
    // A client's own activity with another's address space.
    client.keep_alive(1, at(0));
    let mut said = output(&mut client).remove(0);
    let header = Header::parse(&said).unwrap();
    assert_eq!(header.interface, CONVC);
    assert_eq!(header.flags, flag::MAYBE | flag::IDEMPOTENT);
    assert_eq!(header.len, 16);
    said[80..].copy_from_slice(&space);
    said[80..84].reverse();
    said[84..86].reverse();
    said[86..88].reverse();
    datagram(&said)
}

/// A client that rejects the callback gets the older one if necessary; it has no association, and
/// is not asked again.
#[test]
fn old_clients_do_without() {
    for (flags, questions) in [(0, 2), (flag::IDEMPOTENT, 1)] {
        let mut server = server();
        let mut rx = datagram(&request(ACTIVITY, 1, flags));
        assert_eq!(serve(&mut server, &mut rx, at(0)), []);
        let first = question(&mut server);
        assert_eq!(first.opnum, WAY2);
        let refusal = 0x1c01_0002u32.to_le_bytes();
        let mut rx = answer(&first, PduType::Reject, &refusal);
        let mut seen = serve(&mut server, &mut rx, at(0));
        if questions == 2 {
            let second = question(&mut server);
            assert_eq!(second.opnum, WAY);
            assert_ne!(second.seq, first.seq, "another call");
            let mut rx = answer(&second, PduType::Response, &[1, 0, 0, 0, 0, 0, 0, 0]);
            seen = serve(&mut server, &mut rx, at(0));
        }
        assert_eq!(seen, [0]);
        server_output(&mut server);
        let known = Header {
            boot: 5,
            ..Header::parse(&request(ACTIVITY, 2, flags)).unwrap()
        };
        assert_eq!(serve(&mut server, &mut datagram(&known.emit()), at(1)), [0]);
    }
}

/// C706 section 10.2.1: a call that the client is not making is not executed, idempotent or not.
#[test]
fn a_call_that_nobody_makes_has_no_context() {
    let mut server = server();
    let mut rx = datagram(&request(ACTIVITY, 1, flag::IDEMPOTENT));
    assert_eq!(serve(&mut server, &mut rx, at(0)), []);
    let question = question(&mut server);
    let mut rx = space(&question, ACTIVITY, 9, SPACE);
    assert_eq!(serve(&mut server, &mut rx, at(0)), []);
    assert_eq!((server.counters().disowned, server.associations()), (1, 0));
}

/// C706 section 9.5.4, RUNDOWN_CONTEXT_HANDLES, after the silence of deployed runtimes; any PDU of
/// the client ends the silence.
#[test]
fn silence_ends_an_association() {
    let mut server = server();
    let association = opened(&mut server, ACTIVITY, SPACE, at(0)).unwrap();
    server_output(&mut server);
    let silent = |server: &Server| server.next_timeout().map(|due| due.as_nanos() / 1_000_000);
    while let Some(due) = server.next_timeout() {
        server.handle_timeout(due);
        server_output(&mut server);
    }
    assert_eq!(server.poll_association_ended(), None, "it never promised");
    serve(&mut server, &mut alive(SPACE), at(1_000_000));
    assert_eq!(server_output(&mut server), [], "nobody waits for an answer");
    assert_eq!(silent(&server), Some(1_120_000));
    serve(&mut server, &mut alive(*b"another's uuid.."), at(1_030_000));
    assert_eq!(silent(&server), Some(1_120_000));
    // A ping of the last call, and a call without context handles.
    let ping = Header {
        ptype: PduType::Ping,
        ..Header::parse(&request(ACTIVITY, 1, 0)).unwrap()
    };
    serve(&mut server, &mut datagram(&ping.emit()), at(1_040_000));
    assert_eq!(silent(&server), Some(1_160_000));
    let echo = Header {
        opnum: ECHO as u16,
        ..Header::parse(&request(ACTIVITY, 2, flag::IDEMPOTENT)).unwrap()
    };
    let mut rx = datagram(&echo.emit());
    assert_eq!(serve(&mut server, &mut rx, at(1_050_000)), [0]);
    assert_eq!(silent(&server), Some(1_170_000));
    server.handle_timeout(at(1_170_000));
    assert_eq!(server.poll_association_ended(), Some(association));
    assert_eq!(server.poll_association_ended(), None);
    // It was alive after all: its later calls belong to another association.
    let mut rx = datagram(&request(ACTIVITY, 3, flag::IDEMPOTENT));
    assert_eq!(serve(&mut server, &mut rx, at(1_200_000)), []);
    server_output(&mut server);
    let other = opened(&mut server, *b"another activity", SPACE, at(1_200_000));
    assert!(other.is_some_and(|other| other != association));
}

/// Invented clients are limited by `DceLimits::associations`, and evict no live ones.
#[test]
fn invented_clients_are_bounded() {
    let mut server = server();
    let live = opened(&mut server, ACTIVITY, SPACE, at(0)).unwrap();
    server_output(&mut server);
    serve(&mut server, &mut alive(SPACE), at(0));
    for n in 0..100u8 {
        assert!(opened(&mut server, [n; 16], [n; 16], at(1)).is_some());
        server_output(&mut server);
        assert!(server.associations() <= 8);
    }
    let mut ended = 0;
    while let Some(association) = server.poll_association_ended() {
        assert_ne!(association, live);
        ended += 1;
    }
    assert_eq!(ended, 93);
    // Clients that send keepalives stay until they are silent: then there is no room for others.
    for n in 93..100u8 {
        serve(&mut server, &mut alive([n; 16]), at(2));
    }
    let refused = opened(&mut server, [200; 16], [200; 16], at(3));
    assert_eq!(refused, None);
    let sent = server_output(&mut server);
    assert_eq!(Header::parse(&sent[0].1).unwrap().ptype, PduType::Reject);
    server.handle_closed();
    let ends = std::iter::from_fn(|| server.poll_association_ended());
    assert_eq!(ends.count(), 8, "the server is over");
}

/// C706 appendix P: other operations than `convc_indy` are no keepalives.
#[test]
fn malformed_keepalives_are_ignored() {
    let mut server = server();
    opened(&mut server, ACTIVITY, SPACE, at(0)).unwrap();
    let whole = alive(SPACE).buf.data().to_vec();
    for n in 0..whole.len() {
        serve(&mut server, &mut datagram(&whole[..n]), at(1));
        let mut short = whole.clone();
        short.truncate(n.max(80));
        short[74..76].copy_from_slice(&((n.max(80) - 80) as u16).to_le_bytes());
        serve(&mut server, &mut datagram(&short), at(1));
    }
    for (at_byte, value) in [(68, 1), (2, flag::FRAG | flag::MAYBE)] {
        let mut other = whole.clone();
        other[at_byte] = value;
        serve(&mut server, &mut datagram(&other), at(1));
    }
    assert_eq!(server.counters().alive, 0);
    serve(&mut server, &mut datagram(&whole), at(1));
    assert_eq!(server.counters().alive, 1);
}

/// A server without context handles calls back as before, whoever calls.
#[test]
fn without_contexts_nothing_changes() {
    let mut server = Server::new(limits(), Personality::DEFAULT, 2, 5);
    let (asked, association) = call(&mut client(1), &mut server, &head(OPEN, false), b"");
    assert_eq!((asked, association), (vec![WAY], 0));
    let (asked, _) = call(&mut client(2), &mut server, &head(OPEN, true), b"");
    assert_eq!(asked, [] as [u16; 0]);
}

/// `Limits` take precedence over the protocol's timeouts.
#[test]
fn limits_say_how_long() {
    let limits = Limits {
        dce: DceLimits {
            silent_for: Some(Duration::from_millis(700)),
            ..limits().dce
        },
        ..limits()
    };
    let mut server = Server::new(limits, Personality::DEFAULT, 2, 5);
    server.keep_contexts([(DCE.uuid, 1, OPEN as u16)]);
    let association = opened(&mut server, ACTIVITY, SPACE, at(0)).unwrap();
    serve(&mut server, &mut alive(SPACE), at(10));
    server.handle_timeout(at(709));
    assert_eq!(server.poll_association_ended(), None);
    server.handle_timeout(at(710));
    assert_eq!(server.poll_association_ended(), Some(association));
}
