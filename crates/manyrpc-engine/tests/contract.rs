//! The contract that every engine fulfils, whatever its protocol.

mod support;

use std::time::Duration;

use manyrpc_engine::limits::{DatagramLimits, ReplyCacheLimits};
use manyrpc_engine::{
    CallError, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Clock, Closed, Fault, Limits,
    Misuse, Outcome, Rx, ServerEngine, WireError,
};
use manyrpc_engines::Exceptions;
use support::network::{Network, Random};
use support::*;

#[test]
fn a_call_and_its_reply_meet() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for n in 0..100 {
            let body = vec![n as u8; 4 * n];
            let id = call(&mut *client, kind, ECHO, &body, at(0));
            for bytes in output(&mut *client) {
                to_server.buf.put(&bytes);
            }
            assert_eq!(serve(&mut *server, &mut to_server, at(0)), 1);
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
            }
            let seen = events(&mut *client, &mut to_client, at(0));
            assert_eq!(seen, [Seen::Reply(id, kind.body(&body))], "{kind:?}");
            assert!(to_server.buf.is_empty() && to_client.buf.is_empty());
            assert_eq!(client.next_timeout(), None);
        }
    }
}

#[test]
fn a_fault_leaves_nothing_of_the_result() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for (operation, fault) in [(REFUSE, Fault::BadArguments), (99, Fault::NoSuchOperation)] {
            let id = call(&mut *client, kind, operation, b"args", at(0));
            to_server.buf.put(&output(&mut *client).concat());
            serve(&mut *server, &mut to_server, at(0));
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
            }
            let error = CallError::Fault(fault);
            let failed = Seen::Other(ClientEvent::Failed { id, error });
            assert_eq!(
                events(&mut *client, &mut to_client, at(0)),
                [failed],
                "{kind:?}"
            );
        }
    }
}

/// A protocol sends what it supports: a name, or else only the number.
#[test]
fn an_exception_arrives_by_name_or_as_its_number() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for _ in 0..3 {
            call(&mut *client, kind, RAISE, b"args", at(0));
            to_server.buf.put(&output(&mut *client).concat());
            serve(&mut *server, &mut to_server, at(0));
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
            }
            let seen = events(&mut *client, &mut to_client, at(0));
            let [Seen::Other(ClientEvent::Failed { error, .. })] = &seen[..] else {
                panic!("{kind:?}: {seen:?}");
            };
            let CallError::Fault(fault) = error else {
                panic!("{kind:?}: {error:?}");
            };
            assert_eq!(fault.plain(), Fault::Other(5), "{kind:?}");
            let sent = raised();
            let expected = match kind.engines().exceptions {
                Some(Exceptions::Protobuf) => &sent.exceptions()[1..],
                Some(Exceptions::Json) => &sent.exceptions()[..1],
                None => &[],
            };
            assert_eq!(fault.exceptions(), expected, "{kind:?}");
        }
    }
}

/// Three calls, or their replies, as one stream.
fn three(kind: Kind) -> (Vec<u8>, Vec<u8>, Vec<CallId>, Box<dyn ClientEngine>) {
    let limits = Limits::default();
    let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
    let bodies = [&b"one."[..], &[9; 1000], b""];
    let ids = bodies.map(|body| call(&mut *client, kind, ECHO, body, at(0)));
    let requests = output(&mut *client).concat();
    let mut rx = Rx::default();
    rx.buf.put(&requests);
    assert_eq!(serve(&mut *server, &mut rx, at(0)), 3);
    let replies = server_output(&mut *server);
    assert_eq!(
        replies.len(),
        1,
        "{kind:?}: all that is pending goes as one piece"
    );
    let replies = replies.into_iter().flat_map(|(_, bytes)| bytes).collect();
    (requests, replies, ids.to_vec(), client)
}

#[test]
fn bytes_of_a_stream_mean_the_same_in_any_pieces() {
    for kind in streams() {
        let (requests, whole, ids, _) = three(kind);
        for step in [1, 2, 3, 7, 100, 5000] {
            let mut server = kind.server(&Limits::default());
            let (mut rx, mut replies, mut calls) = (Rx::default(), Vec::new(), 0);
            for piece in requests.chunks(step) {
                rx.buf.put(piece);
                calls += serve(&mut *server, &mut rx, at(0));
                replies.extend(server_output(&mut *server).into_iter().flat_map(|(_, b)| b));
            }
            assert_eq!(
                (calls, &replies),
                (3, &whole),
                "{kind:?} in steps of {step}"
            );
            assert!(rx.buf.is_empty() && server.wanted() == 0);
            assert_eq!((server.next_timeout(), server.broken()), (None, None));

            let (_, _, _, mut client) = three(kind);
            let (mut rx, mut seen) = (Rx::default(), Vec::new());
            for piece in whole.chunks(step) {
                rx.buf.put(piece);
                seen.extend(events(&mut *client, &mut rx, at(0)));
            }
            let bodies = [b"one.".to_vec(), vec![9; 1000], vec![]];
            let want: Vec<_> = ids
                .iter()
                .zip(bodies)
                .map(|(id, b)| Seen::Reply(*id, kind.body(&b)))
                .collect();
            assert_eq!(seen, want, "{kind:?} in steps of {step}");
            assert!(rx.buf.is_empty() && client.wanted() == 0);
        }
    }
}

/// Feeds bytes to both roles, which may answer anything but must not panic, hoard or hang.
fn feed(kind: Kind, bytes: &[u8], limits: &Limits) {
    let (mut client, mut server) = (kind.client(limits, 1), kind.server(limits));
    call(&mut *client, kind, ECHO, b"abcd", at(0));
    output(&mut *client);
    for step in [1, bytes.len().max(1)] {
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for piece in bytes.chunks(if kind.is_stream() { step } else { usize::MAX }) {
            for rx in [&mut to_server, &mut to_client] {
                if server.broken().is_none() {
                    rx.buf.put(piece);
                }
            }
            serve(&mut *server, &mut to_server, at(1));
            server_output(&mut *server);
            events(&mut *client, &mut to_client, at(1));
            output(&mut *client);
            let most = limits.sent_message_bytes + 64;
            assert!(server.wanted() <= most && client.wanted() <= most);
        }
        if !kind.is_stream() {
            assert!(to_server.buf.is_empty() && to_client.buf.is_empty());
        }
    }
    server.handle_timeout(at(100_000));
    client.handle_timeout(at(100_000));
    events(&mut *client, &mut Rx::default(), at(100_000));
    assert_eq!(client.next_timeout(), None, "everything is over");
}

#[test]
fn garbage_does_no_harm() {
    let limits = Limits::default();
    for kind in kinds() {
        let mut random = Random(kind.seed());
        for _ in 0..3000 {
            let n = random.below(120) as usize;
            let bytes: Vec<u8> = (0..n).map(|_| random.next() as u8).collect();
            feed(kind, &bytes, &limits);
        }
        let (request, reply) = kind.messages(ECHO, b"some arguments..");
        for valid in [request, reply] {
            for _ in 0..3000 {
                let mut bytes = valid.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(bytes.len() as u64) as usize;
                    match random.below(4) {
                        0 => bytes[at] = random.next() as u8,
                        1 => bytes[at] ^= 1 << random.below(8),
                        2 => bytes.truncate(at.max(1)),
                        _ => bytes.extend_from_within(at..),
                    }
                }
                feed(kind, &bytes, &limits);
            }
            for n in 0..valid.len() {
                feed(kind, &valid[..n], &limits);
            }
        }
    }
}

#[test]
fn a_call_times_out_once() {
    for kind in kinds() {
        let limits = Limits {
            call_timeout: Duration::from_secs(3),
            ..Limits::default()
        };
        let mut client = kind.client(&limits, 1);
        let mut rx = Rx::default();
        let id = call(&mut *client, kind, ECHO, b"", at(0));
        let second = call(&mut *client, kind, ECHO, b"", at(1000));
        output(&mut *client);
        let mut failed = Vec::new();
        let mut last = at(0);
        while let Some(due) = client.next_timeout() {
            assert!(due > last, "{kind:?}: never in the past");
            // Somewhat late, as timers are.
            last = due + Duration::from_micros(50);
            client.handle_timeout(last);
            output(&mut *client);
            for seen in events(&mut *client, &mut rx, last) {
                let Seen::Other(ClientEvent::Failed {
                    id,
                    error: CallError::TimedOut { .. },
                }) = seen
                else {
                    panic!("{seen:?}");
                };
                failed.push((id, last.as_nanos() / 1_000_000));
            }
        }
        assert_eq!(failed, [(id, 3000), (second, 4000)], "{kind:?}");
        client.handle_timeout(at(1_000_000));
        assert_eq!(events(&mut *client, &mut rx, at(1_000_000)), []);
    }
}

#[test]
fn a_call_has_the_time_it_asks_for() {
    for kind in kinds() {
        let mut client = kind.client(&Limits::default(), 1);
        let timeout = Some(Duration::from_millis(20));
        let id = client
            .begin_call(&CallHead {
                timeout,
                ..kind.head(ECHO)
            })
            .unwrap();
        client.finish_call(at(0)).unwrap();
        assert_eq!(client.next_timeout(), Some(at(20)), "{kind:?}");
        client.handle_timeout(at(20));
        let error = CallError::TimedOut { transmissions: 1 };
        let failed = Seen::Other(ClientEvent::Failed { id, error });
        assert_eq!(events(&mut *client, &mut Rx::default(), at(20)), [failed]);
    }
}

/// A call abandoned while it was written does not reach the server.
fn nothing_of_it_goes(kind: Kind, client: &mut dyn ClientEngine, server: &mut dyn ServerEngine) {
    let went = output(client);
    assert_eq!(went.is_empty(), !kind.engines().opens_first, "{kind:?}");
    let mut rx = Rx::default();
    rx.buf.put(&went.concat());
    assert_eq!(serve(server, &mut rx, at(0)), 0, "{kind:?}");
    assert!(server_output(server).is_empty() && server.broken().is_none());
}

#[test]
fn a_cancelled_call_is_forgotten() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        let first = call(&mut *client, kind, ECHO, b"aaaa", at(0));
        to_server.buf.put(&output(&mut *client).concat());
        serve(&mut *server, &mut to_server, at(0));
        client.cancel(first);
        client.cancel(first);
        assert_eq!(client.next_timeout(), None, "{kind:?}");
        let replies = server_output(&mut *server);
        to_client
            .buf
            .put(&replies.into_iter().flat_map(|(_, b)| b).collect::<Vec<_>>());
        assert_eq!(events(&mut *client, &mut to_client, at(0)), [], "{kind:?}");
        // Some protocols notify the server.
        output(&mut *client);
        // A call being written can be cancelled too, and nothing of it is sent.
        let written = client.begin_call(&kind.head(ECHO)).unwrap();
        client.body().put(b"never");
        client.cancel(written);
        nothing_of_it_goes(kind, &mut *client, &mut *server);
        let second = call(&mut *client, kind, ECHO, b"bbbb", at(0));
        assert!(second != first && second != written);
    }
}

#[test]
fn an_abandoned_call_leaves_nothing() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        client.begin_call(&kind.head(ECHO)).unwrap();
        client.body().put(&[1; 100]);
        client.abandon_call();
        assert_eq!(client.next_timeout(), None);
        nothing_of_it_goes(kind, &mut *client, &mut *server);
        assert!(client.finish_call(at(0)).is_err());
        call(&mut *client, kind, ECHO, b"", at(0));
        let next = output(&mut *client);
        let alone = kind.messages(ECHO, b"").0.len();
        match kind.engines().opens_first {
            true => assert!(next.len() == 1 && next[0].len() < alone),
            false => assert_eq!(next.iter().map(Vec::len).collect::<Vec<_>>(), [alone]),
        }
    }
}

#[test]
fn limits_on_calls_are_kept() {
    for kind in kinds() {
        let limits = Limits {
            calls_in_flight: 3,
            message_bytes: 400,
            sent_message_bytes: 400,
            ..Limits::default()
        };
        let mut client = kind.client(&limits, 1);
        let ids: Vec<_> = (0..3)
            .map(|_| call(&mut *client, kind, ECHO, b"", at(0)))
            .collect();
        assert!(client.is_full(), "{kind:?}");
        let refused = client.begin_call(&kind.head(ECHO));
        assert_eq!(refused, Err(Misuse::TooManyCalls.into()), "{kind:?}");
        client.cancel(ids[1]);
        assert!(!client.is_full(), "{kind:?}");
        client.begin_call(&kind.head(ECHO)).unwrap();
        client.body().put(&[0; 500]);
        let refused = client.finish_call(at(0));
        let max = 400;
        assert!(
            matches!(refused, Err(CallError::Misuse(Misuse::TooLarge { max: m, .. })) if m == max),
            "{kind:?}: {refused:?}"
        );
        call(&mut *client, kind, ECHO, b"", at(0));
    }
}

#[test]
fn a_client_that_has_released_memory_goes_on() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        for n in 0..3 {
            let body = [n; 40];
            let id = call(&mut *client, kind, ECHO, &body, at(0));
            // What is to be sent stays, and so does who waits for a reply.
            client.shrink();
            for bytes in output(&mut *client) {
                to_server.buf.put(&bytes);
            }
            client.shrink();
            assert_eq!(serve(&mut *server, &mut to_server, at(0)), 1, "{kind:?}");
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
            }
            let seen = events(&mut *client, &mut to_client, at(0));
            assert_eq!(seen, [Seen::Reply(id, kind.body(&body))], "{kind:?}");
            client.shrink();
        }
        // Nothing refers to calls that are gone.
        let queued = [1, 2].map(|n| call(&mut *client, kind, ECHO, &[n; 8], at(0)));
        queued.into_iter().for_each(|id| client.cancel(id));
        client.shrink();
        output(&mut *client);
        assert_eq!(events(&mut *client, &mut Rx::default(), at(0)), []);
        let later = call(&mut *client, kind, ECHO, b"later", at(0));
        assert!(!queued.contains(&later), "{kind:?}");
    }
}

#[test]
fn one_way_calls_leave_nothing_behind() {
    for kind in kinds() {
        let limits = Limits {
            calls_in_flight: 2,
            ..Limits::default()
        };
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let mut rx = Rx::default();
        for _ in 0..10 {
            let one_way = CallHead {
                kind: CallKind::OneWay,
                ..kind.head(SILENT)
            };
            client.begin_call(&one_way).unwrap();
            client.body().put(&kind.body(b"note"));
            client.finish_call(at(0)).unwrap();
            rx.buf.put(&output(&mut *client).concat());
            assert_eq!(serve(&mut *server, &mut rx, at(0)), 1, "{kind:?}");
            let sent = server_output(&mut *server);
            assert_eq!(sent.is_empty(), !kind.engines().always_replies, "{kind:?}");
            let mut back = Rx::default();
            sent.iter().for_each(|(_, bytes)| back.buf.put(bytes));
            assert_eq!(events(&mut *client, &mut back, at(0)), []);
            assert!(back.buf.is_empty());
        }
        assert_eq!(client.next_timeout(), None);
        assert_eq!(events(&mut *client, &mut Rx::default(), at(0)), []);
    }
}

#[test]
fn a_peer_that_does_not_read_is_not_served_without_end() {
    for kind in streams() {
        let limits = Limits {
            queued_bytes: 10_000,
            ..Limits::default()
        };
        let mut server = kind.server(&limits);
        let mut client = kind.client(&Limits::default(), 7);
        let mut rx = Rx::default();
        for _ in 0..100 {
            call(&mut *client, kind, ECHO, &[5; 1000], at(0));
            rx.buf.put(&output(&mut *client).concat());
        }
        let all = rx.buf.data().to_vec();
        let mut calls = serve(&mut *server, &mut rx, at(0));
        assert!((8..13).contains(&calls), "{kind:?}: {calls}");
        assert_eq!(serve(&mut *server, &mut rx, at(0)), 0);
        assert!(!rx.buf.is_empty(), "the rest waits where it is");
        let mut sent = 0;
        while let Some(transmit) = server.poll_transmit() {
            // A few bytes at a time.
            let n = transmit.bytes.len().min(777);
            sent += n;
            server.sent(n);
            calls += serve(&mut *server, &mut rx, at(0));
        }
        let mut ample = kind.server(&Limits::default());
        rx.buf.put(&all);
        assert_eq!(serve(&mut *ample, &mut rx, at(0)), 100);
        let replies = server_output(&mut *ample);
        let bytes: usize = replies.iter().map(|(_, bytes)| bytes.len()).sum();
        assert_eq!((calls, sent), (100, bytes), "{kind:?}");
    }
}

#[test]
fn calls_may_end_in_any_order_and_a_full_server_says_so() {
    // HTTP/2 refuses a stream above the limit, and continues reading (RFC 9113, 5.1.2).
    for kind in streams().filter(|kind| *kind != Kind::GRPC) {
        let limits = Limits {
            calls_in_flight: 3,
            ..Limits::default()
        };
        let mut client = kind.client(&Limits::default(), 1);
        let mut server = kind.server(&limits);
        let sent: Vec<_> = (0..4u8)
            .map(|i| call(&mut *client, kind, ECHO, &[i; 8], at(0)))
            .collect();
        let mut rx = Rx::default();
        rx.buf.put(&output(&mut *client).concat());
        let mut taken = Vec::new();
        while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
            let body = manyrpc_engines::sent(&rx.buf.data()[call.arguments.clone()]).to_vec();
            taken.push((call.id, body));
        }
        assert_eq!(taken.len(), 3, "{kind:?}");
        assert!(server.is_full(), "{kind:?}");
        assert!(!rx.buf.is_empty(), "the rest waits where it is");

        let end = |server: &mut dyn ServerEngine, (id, body): &(CallId, Vec<u8>)| {
            server.begin_reply(*id);
            server.body().put(body);
            server.finish_reply(Outcome::Done, &Clock::at(at(0)));
        };
        end(&mut *server, &taken[2]);
        assert!(!server.is_full(), "{kind:?}");
        let last = server
            .next_call(&mut rx, &Clock::at(at(0)))
            .expect("there is room");
        let body = manyrpc_engines::sent(&rx.buf.data()[last.arguments.clone()]).to_vec();
        for call in [&taken[0], &(last.id, body), &taken[1]] {
            end(&mut *server, call);
        }
        let mut back = Rx::default();
        for (_, bytes) in server_output(&mut *server) {
            back.buf.put(&bytes);
        }
        let order = if kind.engines().is_in_order {
            [0, 1, 2, 3]
        } else {
            [2, 0, 3, 1]
        };
        let right = order.map(|i| Seen::Reply(sent[usize::from(i)], kind.body(&[i; 8])));
        assert_eq!(events(&mut *client, &mut back, at(0)), right, "{kind:?}");
    }
}

#[test]
fn datagrams_above_the_queue_are_dropped() {
    for kind in [Kind::RAW_DATAGRAM, Kind::ONC_DATAGRAM] {
        let limits = Limits {
            queued_bytes: 10_000,
            reply_cache: ReplyCacheLimits {
                replies: 0,
                ..ReplyCacheLimits::default()
            },
            ..Limits::default()
        };
        let mut server = kind.server(&limits);
        let (request, _) = kind.messages(ECHO, &[5; 1000]);
        let mut calls = 0;
        for _ in 0..100 {
            let mut rx = Rx::default();
            rx.buf.put(&request);
            calls += serve(&mut *server, &mut rx, at(0));
            assert!(rx.buf.is_empty());
        }
        assert!((10..13).contains(&calls), "{kind:?}: {calls}");
        assert_eq!(server_output(&mut *server).len(), calls);
    }
}

#[test]
fn a_slow_sender_is_given_up() {
    for kind in streams() {
        let limits = Limits {
            message_timeout: Duration::from_secs(2),
            ..Limits::default()
        };
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (request, _) = kind.messages(ECHO, b"slow");
        let mut rx = Rx::default();
        for (i, byte) in request.iter().enumerate() {
            rx.buf.put(&[*byte]);
            if i + 1 < request.len() {
                assert_eq!(serve(&mut *server, &mut rx, at(100 * i as u64)), 0);
                assert_eq!(
                    server.next_timeout(),
                    Some(at(2000)),
                    "{kind:?}: from the first byte"
                );
            }
            if i == 5 {
                break;
            }
        }
        server.handle_timeout(at(1999));
        assert_eq!(server.broken(), None);
        server.handle_timeout(at(2000));
        assert_eq!(
            (server.broken(), server.next_timeout()),
            (Some(WireError::TooSlow), None)
        );

        let id = call(&mut *client, kind, ECHO, b"", at(0));
        output(&mut *client);
        let mut rx = Rx::default();
        // The engine does not wait for more bytes if these cannot start a message.
        rx.buf.put(kind.engines().beginning);
        assert_eq!(events(&mut *client, &mut rx, at(0)), []);
        client.handle_timeout(at(2000));
        let error = CallError::Wire(WireError::TooSlow);
        let want = [
            ClientEvent::Failed { id, error },
            ClientEvent::Broken(WireError::TooSlow),
        ];
        assert_eq!(
            events(&mut *client, &mut rx, at(2000)),
            want.map(Seen::Other),
            "{kind:?}"
        );
        assert!(client.begin_call(&kind.head(ECHO)).is_err());
    }
}

#[test]
fn a_closed_connection_ends_every_call() {
    for kind in kinds() {
        let mut client = kind.client(&Limits::default(), 1);
        let ids = [1, 2, 3].map(|_| call(&mut *client, kind, ECHO, b"", at(0)));
        output(&mut *client);
        client.handle_closed(Closed::ByPeer);
        let error = CallError::Closed(Closed::ByPeer);
        let want = ids.map(|id| {
            Seen::Other(ClientEvent::Failed {
                id,
                error: error.clone(),
            })
        });
        assert_eq!(
            events(&mut *client, &mut Rx::default(), at(0)),
            want,
            "{kind:?}"
        );
        assert_eq!(client.next_timeout(), None);
        let next = client.begin_call(&kind.head(ECHO));
        assert_eq!(
            next.is_err(),
            kind.is_stream(),
            "a datagram socket lives on"
        );
    }
}

#[test]
fn announced_lengths_end_a_stream_at_the_limit() {
    for kind in [Kind::RAW_STREAM, Kind::ONC_STREAM] {
        let limits = Limits {
            message_bytes: 1 << 20,
            ..Limits::default()
        };
        for length in [(1u32 << 20) + 1, 0x7fff_ffff] {
            let mut server = kind.server(&limits);
            let mut rx = Rx::default();
            let last = if kind == Kind::ONC_STREAM {
                0x8000_0000
            } else {
                0
            };
            rx.buf.put(&(last | length).to_be_bytes());
            assert_eq!(serve(&mut *server, &mut rx, at(0)), 0);
            let bytes = u64::from(length);
            assert_eq!(
                server.broken(),
                Some(WireError::TooLarge { bytes }),
                "{kind:?}"
            );
            assert!(rx.buf.capacity() <= 512);
        }
    }
}

#[test]
fn results_too_large_to_send_are_a_fault() {
    for kind in kinds() {
        let limits = Limits {
            sent_message_bytes: 500,
            ..Limits::default()
        };
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let id = call(&mut *client, kind, ECHO, b"", at(0));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        to_server.buf.put(&output(&mut *client).concat());
        let call = server.next_call(&mut to_server, &Clock::at(at(0))).unwrap();
        server.begin_reply(call.id);
        server.body().put(&[1; 501]);
        server.finish_reply(Outcome::Done, &Clock::at(at(0)));
        to_client.buf.put(&server_output(&mut *server)[0].1);
        let error = CallError::Fault((kind.engines().unsendable)());
        let failed = Seen::Other(ClientEvent::Failed { id, error });
        assert_eq!(
            events(&mut *client, &mut to_client, at(0)),
            [failed],
            "{kind:?}"
        );
    }
}

#[test]
fn replies_may_come_in_any_order() {
    for kind in kinds() {
        let limits = Limits::default();
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut calls, mut to_client) = (Vec::new(), Rx::default());
        let ids = [b"aaaa", b"bbbb", b"cccc"].map(|b| call(&mut *client, kind, ECHO, b, at(0)));
        for bytes in output(&mut *client) {
            let mut rx = Rx::default();
            rx.buf.put(&bytes);
            while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
                let arguments = manyrpc_engines::sent(&rx.buf.data()[call.arguments]);
                calls.push((call.id, arguments.to_vec()));
            }
        }
        let mut seen = Vec::new();
        for (id, arguments) in calls.iter().rev() {
            server.begin_reply(*id);
            server.body().put(arguments);
            server.finish_reply(Outcome::Done, &Clock::at(at(0)));
            for (_, bytes) in server_output(&mut *server) {
                to_client.buf.put(&bytes);
                seen.extend(events(&mut *client, &mut to_client, at(0)));
            }
        }
        let mut want = [(ids[2], "cccc"), (ids[1], "bbbb"), (ids[0], "aaaa")];
        if kind.engines().is_in_order {
            want.reverse();
        }
        let want = want.map(|(id, body)| Seen::Reply(id, kind.body(body.as_bytes())));
        assert_eq!(seen, want, "{kind:?}");
    }
}

#[test]
fn two_engines_reach_quiet_over_a_bad_network() {
    for kind in [Kind::RAW_DATAGRAM, Kind::ONC_DATAGRAM] {
        let limits = Limits {
            datagram: DatagramLimits {
                longest_retransmit: Some(Duration::from_secs(1)),
                ..DatagramLimits::default()
            },
            ..Limits::default()
        };
        let (mut client, mut server) = (kind.client(&limits, 9), kind.server(&limits));
        let mut net = Network::bad(kind.seed());
        let (here, there) = ("10.0.0.2:9".parse().unwrap(), "10.0.0.1:9".parse().unwrap());
        let (mut now, mut ends) = (at(0), 0);
        for n in 0..200u32 {
            call(&mut *client, kind, ECHO, &n.to_be_bytes(), now);
        }
        loop {
            for bytes in output(&mut *client) {
                net.send(now, here, there, &bytes);
            }
            let packet = net.queue.peek().map(|p| p.0.at);
            match (client.next_timeout(), packet) {
                (Some(due), _) if packet.is_none_or(|p| due <= p) => {
                    now = now.max(due);
                    client.handle_timeout(now);
                    ends += events(&mut *client, &mut Rx::default(), now).len();
                }
                (_, Some(_)) => {
                    let packet = net.queue.pop().unwrap().0;
                    now = now.max(packet.at);
                    let mut rx = Rx {
                        from: Some(packet.from),
                        ..Rx::default()
                    };
                    rx.buf.put(&packet.bytes);
                    if packet.to == there {
                        serve(&mut *server, &mut rx, now);
                        for (to, bytes) in server_output(&mut *server) {
                            net.send(now, there, to.unwrap(), &bytes);
                        }
                    } else {
                        ends += events(&mut *client, &mut rx, now).len();
                    }
                }
                _ => break,
            }
        }
        assert_eq!(ends, 200, "{kind:?}: every call ends once");
        assert_eq!(client.next_timeout(), None);
        assert!(client.poll_transmit().is_none() && server.poll_transmit().is_none());
    }
}
