//! The timers of connectionless DCE (C706 appendix K): when each expires and what happens then.

mod support;

use std::time::Duration;

use manyrpc_engine::contract::{Liveness, RemoteCancel};
use manyrpc_engine::dce::cl::pdu::{Header, PduType};
use manyrpc_engine::dce::cl::{Client, Personality, Server, Timeouts};
use manyrpc_engine::limits::{DatagramLimits, DceLimits, ReplyCacheLimits};
use manyrpc_engine::{
    CallError, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Instant, Limits, Rx,
    ServerEngine,
};
use support::{DCE, ECHO, Seen, at, events, output, serve, server_output};

/// All different, so that they cannot be confused; in milliseconds.
const TIMEOUTS: Timeouts = Timeouts {
    ack: Duration::from_millis(110),
    broadcast: Duration::from_millis(5300),
    cancel: Duration::from_millis(170),
    frag: Duration::from_millis(230),
    idle: Duration::from_secs(290),
    indy: Duration::from_millis(2100),
    live: Duration::from_millis(7700),
    ping: Duration::from_millis(310),
    resend: Duration::from_millis(370),
    longest: Duration::from_millis(1300),
};

fn personality() -> Personality {
    Personality {
        timeouts: TIMEOUTS,
        ..Personality::CLASSIC
    }
}

/// None of the other limits is in the way.
fn limits() -> Limits {
    Limits {
        cancel_timeout: Duration::from_secs(9),
        reply_cache: ReplyCacheLimits {
            keep_for: Duration::ZERO,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    }
}

fn client() -> Client {
    Client::new(limits(), personality(), 1)
}

fn server() -> Server {
    Server::new(limits(), personality(), 2, 5)
}

fn begin(client: &mut Client, kind: CallKind, idempotent: bool, body: &[u8]) -> CallId {
    let head = CallHead {
        kind,
        idempotent,
        ..CallHead::new(DCE, ECHO)
    };
    let id = client.begin_call(&head).unwrap();
    client.body().put(body);
    client.finish_call(at(0)).unwrap();
    id
}

fn types(sent: &[Vec<u8>]) -> Vec<PduType> {
    sent.iter()
        .map(|pdu| Header::parse(pdu).unwrap().ptype)
        .collect()
}

fn due(client: &Client) -> u64 {
    client.next_timeout().map_or(0, millis)
}

fn millis(instant: Instant) -> u64 {
    instant.as_nanos() / 1_000_000
}

/// The client receives a response to its call; `sent` is one of its PDUs.
fn hear(client: &mut Client, sent: &[u8], ptype: PduType, now: u64) -> Vec<Seen> {
    let header = Header {
        ptype,
        flags: 0,
        boot: 5,
        len: 0,
        ..Header::parse(sent).unwrap()
    };
    let mut rx = Rx::default();
    rx.buf.put(&header.emit());
    events(client, &mut rx, at(now))
}

fn tick(client: &mut Client) -> Vec<PduType> {
    let now = client.next_timeout().unwrap();
    client.handle_timeout(now);
    types(&output(client))
}

/// TIMEOUT_ACK.
#[test]
fn results_are_acknowledged_when_no_call_does_so() {
    let mut client = client();
    begin(&mut client, CallKind::Call, false, b"");
    let sent = output(&mut client);
    assert_eq!(hear(&mut client, &sent[0], PduType::Response, 40).len(), 1);
    assert_eq!(due(&client), 40 + 110);
    assert_eq!(tick(&mut client), [PduType::Ack]);
    assert_eq!(client.next_timeout(), None, "once");
}

/// The limits take precedence over the table.
#[test]
fn limits_say_when_a_call_goes_again() {
    let hurried = Limits {
        datagram: DatagramLimits {
            first_retransmit: Some(Duration::from_millis(60)),
            longest_retransmit: Some(Duration::from_millis(100)),
            ..DatagramLimits::default()
        },
        ..limits()
    };
    for (limits, times) in [(limits(), [230, 460, 920]), (hurried, [60, 120, 220])] {
        let mut client = Client::new(limits, personality(), 1);
        begin(&mut client, CallKind::Call, true, b"");
        output(&mut client);
        for time in times {
            assert_eq!(due(&client), time);
            assert_eq!(tick(&mut client), [PduType::Request]);
        }
    }
}

/// TIMEOUT_BROADCAST.
#[test]
fn a_broadcast_gathers_answers_for_a_while() {
    let mut client = client();
    let id = begin(&mut client, CallKind::Broadcast, true, b"");
    let sent = output(&mut client);
    for now in [10, 20] {
        assert_eq!(hear(&mut client, &sent[0], PduType::Response, now).len(), 1);
    }
    assert_eq!(due(&client), 5300);
    assert_eq!(tick(&mut client), []);
    let over = ClientEvent::Failed {
        id,
        error: CallError::TimedOut { transmissions: 1 },
    };
    let seen = events(&mut client, &mut Rx::default(), at(5300));
    assert_eq!(seen, [Seen::Other(over)]);
}

/// TIMEOUT_CANCEL.
#[test]
fn a_cancel_goes_again_until_it_is_acknowledged() {
    let mut client = client();
    let id = begin(&mut client, CallKind::Call, true, b"");
    let sent = output(&mut client);
    hear(&mut client, &sent[0], PduType::Working, 0);
    assert!(client.request_cancel(id, at(50)));
    assert_eq!(types(&output(&mut client)), [PduType::Cancel]);
    for n in 1..=3 {
        // The first ping comes between the second and the third.
        while due(&client) < 50 + n * 170 {
            assert_eq!(tick(&mut client), [PduType::Ping]);
        }
        assert_eq!(due(&client), 50 + n * 170);
        assert_eq!(tick(&mut client), [PduType::Cancel]);
    }
    let mut rx = Rx::default();
    let ack = Header {
        ptype: PduType::CancelAck,
        boot: 5,
        len: 9,
        flags: 0,
        ..Header::parse(&sent[0]).unwrap()
    };
    rx.buf.put(&ack.emit());
    rx.buf.put(&[0, 0, 0, 0, 1, 0, 0, 0, 1]);
    assert_eq!(events(&mut client, &mut rx, at(600)), []);
    assert_eq!(tick(&mut client), [PduType::Ping], "no cancel any more");
}

/// TIMEOUT_FRAG, which doubles.
#[test]
fn an_unacknowledged_fragment_is_retransmitted() {
    let mut client = client();
    begin(&mut client, CallKind::Call, true, &[1; 9000]);
    assert_eq!(output(&mut client).len(), 2);
    let mut now = 0;
    for wait in [230, 230, 460, 920, 1300] {
        now += wait;
        assert_eq!(due(&client), now);
        let pdus = tick(&mut client);
        assert_eq!(pdus, [PduType::Request], "one at a time");
    }
}

/// TIMEOUT_PING, which doubles.
#[test]
fn a_server_that_is_silent_is_asked() {
    let mut client = client();
    begin(&mut client, CallKind::Call, true, b"");
    let sent = output(&mut client);
    hear(&mut client, &sent[0], PduType::Working, 20);
    let mut now = 20;
    for wait in [310, 310, 620, 1240, 1300] {
        now += wait;
        assert_eq!(due(&client), now);
        assert_eq!(tick(&mut client), [PduType::Ping]);
    }
    hear(&mut client, &sent[0], PduType::Working, now + 1);
    assert_eq!(due(&client), now + 1 + 310, "from anew");
}

/// C706 section 9.5.4: a client with context handles sends keepalives, from the start and while it
/// has any.
#[test]
fn a_client_with_contexts_says_that_it_lives() {
    let mut client = client();
    client.keep_alive(1, at(40));
    assert_eq!(types(&output(&mut client)), [PduType::Request]);
    client.keep_alive(2, at(50));
    assert_eq!(
        output(&mut client),
        [] as [Vec<u8>; 0],
        "it has just been said"
    );
    for n in 1..=3 {
        assert_eq!(due(&client), 40 + n * 2100);
        assert_eq!(tick(&mut client), [PduType::Request]);
    }
    client.keep_alive(0, at(6500));
    assert_eq!(client.next_timeout(), None);
    let often = Limits {
        dce: DceLimits {
            alive_every: Some(Duration::from_millis(9)),
            ..DceLimits::default()
        },
        ..limits()
    };
    let mut client = Client::new(often, personality(), 1);
    client.keep_alive(1, at(40));
    assert_eq!(due(&client), 49);
}

/// One call of a known client, its results not acknowledged.
fn replied(server: &mut Server, client: &mut Client) {
    begin(client, CallKind::Call, false, b"results");
    let mut asked = 0;
    while let Some(transmit) = client.poll_transmit() {
        let bytes = transmit.bytes.to_vec();
        client.sent(bytes.len());
        let mut rx = Rx::default();
        rx.buf.put(&bytes);
        serve(server, &mut rx, at(0));
        for (_, bytes) in server_output(server) {
            if Header::parse(&bytes).unwrap().ptype == PduType::Request {
                rx.buf.clear();
                rx.buf.put(&bytes);
                assert_eq!(events(client, &mut rx, at(0)), []);
                asked += 1;
            }
        }
    }
    assert_eq!(asked, 1);
}

/// TIMEOUT_RESEND, which doubles, and MAX_REPLIES.
#[test]
fn results_go_again_until_they_are_acknowledged() {
    let mut server = server();
    replied(&mut server, &mut client());
    let mut now = 0;
    for wait in [370, 740, 1300, 1300, 1300] {
        now += wait;
        assert_eq!(server.next_timeout().map(millis), Some(now));
        server.handle_timeout(at(now));
        let sent: Vec<_> = server_output(&mut server)
            .into_iter()
            .map(|(_, b)| b)
            .collect();
        assert_eq!(types(&sent), [PduType::Response]);
    }
    while let Some(due) = server.next_timeout() {
        server.handle_timeout(due);
        assert_eq!(
            server_output(&mut server),
            [],
            "then only who asks gets them"
        );
    }
}

/// TIMEOUT_IDLE: how long an activity with unacknowledged results is remembered.
#[test]
fn an_activity_is_remembered_while_its_client_may_come_back() {
    let limits = Limits {
        dce: DceLimits {
            activities: 1,
            ..DceLimits::default()
        },
        ..limits()
    };
    let mut server = Server::new(limits, personality(), 2, 5);
    replied(&mut server, &mut client());
    let mut other = Client::new(Limits::default(), personality(), 77);
    begin(&mut other, CallKind::Call, true, b"other");
    let request = output(&mut other).remove(0);
    for (now, taken) in [(289_000, 0), (290_001, 1)] {
        let mut rx = Rx::default();
        rx.buf.put(&request);
        assert_eq!(serve(&mut server, &mut rx, at(now)), taken, "{now} ms");
    }
}
