use super::toy::{ToyClient, ToyServer};
use super::*;
use crate::sim::counter::{CounterReport, CounterTest};
use crate::sim::{
    Command, Conditions, Corrupted, Delay, End, Endpoint, Keep, Transport, What, World,
};

const D: Transport = Transport::Datagram;

fn bad_network() -> Conditions {
    Conditions {
        latency: Delay::Exponential {
            min: Duration::from_micros(50),
            mean: Duration::from_micros(200),
        },
        loss: 0.2,
        duplication: 0.1,
        reordering: 0.2,
        reordering_delay: Delay::Uniform {
            min: Duration::ZERO,
            max: Duration::from_millis(5),
        },
        ..Conditions::default()
    }
}

fn counter(seed: u64, remembers: usize, conditions: Conditions) -> CounterReport {
    let test = CounterTest {
        seed,
        calls_each: 5000,
        conditions,
        ..CounterTest::default()
    };
    test.run(Box::new(ToyServer::make(D, remembers)), ToyClient::make(D))
}

/// One caller and one echo server; returns the server.
fn pair(world: &mut World, sizes: &[usize], timeout: Duration, seen: &Seen) -> Endpoint {
    let server = world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
    let script = caller(sizes, timeout, seen);
    world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
    server
}

#[test]
fn same_seed_same_log() {
    let run = |seed| {
        let mut world = World::new(seed);
        world.keep_log(Keep::All);
        world.usual(bad_network());
        let seen = Seen::default();
        pair(&mut world, &[8; 200], LONG, &seen);
        assert_eq!(world.run(), End::Quiet);
        assert_eq!(world.packets_in_flight(), 0);
        (world.log().to_string(), world.log().hash())
    };
    let (first, again, other) = (run(5), run(5), run(6));
    assert_eq!(first, again);
    assert!(first.0.lines().count() > 1000);
    assert_ne!(first.0, other.0);
    assert_ne!(first.1, other.1);
}

#[test]
fn kept_log_is_bounded_and_the_hash_is_not_touched_by_it() {
    let run = |keep| {
        let mut world = World::new(5);
        world.keep_log(keep);
        pair(&mut world, &[8; 50], LONG, &Seen::default());
        world.run();
        (world.log().records().len(), world.log().hash())
    };
    let (none, some, all) = (run(Keep::HashOnly), run(Keep::Last(10)), run(Keep::All));
    assert_eq!((none.0, some.0), (0, 10));
    assert!(all.0 > 100);
    assert!(none.1 == all.1 && some.1 == all.1);
}

#[test]
fn counter_counts_what_a_memory_of_replies_prevents() {
    let with = counter(1, 64, bad_network());
    assert_eq!((with.answered, with.executed), (20_000, 20_000));
    assert_eq!((with.lost, with.doubled, with.wrong), (0, 0, 0));
    let without = counter(1, 0, bad_network());
    assert_eq!(
        (without.answered, without.lost, without.wrong),
        (20_000, 0, 0)
    );
    assert_eq!(without.executed, 20_000 + without.doubled);
    assert!(without.doubled > 2_000, "{without:?}");
}

#[test]
fn round_trip_is_latency_and_service() {
    let mut world = World::new(1);
    world.usual(Conditions {
        latency: Delay::millis(3),
        ..Conditions::default()
    });
    let seen = Seen::default();
    let server = pair(&mut world, &[4], LONG, &seen);
    world.service(server, Delay::millis(5));
    world.run();
    assert_eq!(when(&seen, "reply 4"), ms(11));
}

#[test]
fn slow_link_takes_the_time_of_its_bits() {
    // 10 Mbit/s, 4312 bytes and the id: three packets of Ethernet.
    let conditions = Conditions {
        latency: Delay::NONE,
        rate_bits: Some(10_000_000),
        frame_bytes: 38,
        ..Conditions::default()
    };
    let on_link = 4320 + 8 + 3 * (20 + 38);
    assert_eq!(conditions.datagram_bytes(4320), on_link);
    let mut world = World::new(1);
    world.usual(conditions);
    let seen = Seen::default();
    pair(&mut world, &[4312], LONG, &seen);
    world.run();
    let expected = 2 * on_link as u64 * 8 * 100;
    assert_eq!(when(&seen, "reply 4312"), Instant::from_nanos(expected));
}

#[test]
fn full_queue_drops() {
    let mut world = World::new(1);
    world.usual(Conditions {
        rate_bits: Some(100_000),
        queue_bytes: 3000,
        ..Conditions::default()
    });
    let seen = Seen::default();
    let script = |cx: &mut Ctx<'_>, cue: Cue<'_>| {
        if cue == Cue::Started {
            for _ in 0..10 {
                cx.call(&head(Duration::from_millis(40)), |b| b.put(&[0; 1000]))
                    .unwrap();
            }
        }
    };
    world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
    world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
    world.run();
    assert!(seen.borrow().is_empty());
    // One is being sent, and the queue holds the next ones.
    assert_eq!(world.log().count(What::QueueFull), 10 - 3);
    assert_eq!(world.log().count(What::Failed), 10);
}

#[test]
fn full_socket_drops() {
    let mut world = World::new(1);
    let server = world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
    world.socket_bytes(server, 3000);
    world.service(server, Delay::millis(1));
    let script = |cx: &mut Ctx<'_>, cue: Cue<'_>| {
        if cue == Cue::Started {
            for _ in 0..10 {
                cx.call(&head(Duration::from_millis(40)), |b| b.put(&[0; 1000]))
                    .unwrap();
            }
        }
    };
    world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
    world.run();
    // One is being served, two wait.
    assert_eq!(world.log().count(What::SocketFull), 7);
    assert_eq!(world.log().count(What::Reply), 3);
}

#[test]
fn fragments_are_lost_together() {
    let lost = |size: usize| {
        let mut world = World::new(3);
        world.usual(Conditions {
            loss: 0.05,
            ..Conditions::default()
        });
        pair(&mut world, &vec![size; 2000], LONG, &Seen::default());
        world.run();
        let log = world.log();
        log.count(What::Lost) as f64 / log.count(What::Send) as f64
    };
    let (one, six) = (lost(100), lost(8000));
    assert!((0.04..0.06).contains(&one), "{one}");
    // 1 - 0.95^6 = 0.265
    assert!((0.245..0.285).contains(&six), "{six}");
}

#[test]
fn partition_heals_or_the_call_times_out() {
    for (heals, expected) in [(300, "reply 4"), (1500, "failed: no reply in time")] {
        let mut world = World::new(1);
        let seen = Seen::default();
        pair(&mut world, &[4], Duration::from_secs(1), &seen);
        world.partition(at(1, 0).ip(), at(2, 0).ip(), ms(0), ms(heals));
        world.command(Command::Cut(at(1, 0).ip(), at(2, 0).ip()));
        assert_eq!(world.run(), End::Quiet);
        assert_eq!(texts(&seen), ["Started", expected]);
        assert!(world.log().count(What::Cut) > 3);
        let end = if heals < 1000 { heals } else { 1000 };
        assert!(when(&seen, expected) >= ms(end));
        assert!(when(&seen, expected) <= ms(end + 51));
    }
}

#[test]
fn one_way_partition_loses_replies_only() {
    let mut world = World::new(1);
    let seen = Seen::default();
    pair(&mut world, &[4], Duration::from_millis(120), &seen);
    world.command(Command::CutOneWay(at(1, 0).ip(), at(2, 0).ip()));
    world.run();
    assert_eq!(texts(&seen), ["Started", "failed: no reply in time"]);
    let count = |what| world.log().count(what);
    assert_eq!((count(What::Executed), count(What::Cut)), (1, 3));
}

#[test]
fn crash_forgets_what_the_server_remembered() {
    let mut world = World::new(1);
    let seen = Seen::default();
    let server = pair(&mut world, &[4], LONG, &seen);
    // The reply is lost, the server restarts, the call is retransmitted.
    world.command(Command::CutOneWay(at(1, 0).ip(), at(2, 0).ip()));
    world.at(ms(10), Command::Crash(server));
    world.at(ms(70), Command::Restart(server));
    world.at(ms(70), Command::Heal(at(1, 0).ip(), at(2, 0).ip()));
    world.run();
    assert_eq!(texts(&seen), ["Started", "reply 4"]);
    assert_eq!(world.log().count(What::Executed), 2);
    assert_eq!(world.log().count(What::NoListener), 1);
}

#[test]
fn crash_while_serving_carries_nothing_out() {
    let mut world = World::new(1);
    let seen = Seen::default();
    let server = pair(&mut world, &[4], Duration::from_millis(45), &seen);
    world.service(server, Delay::millis(5));
    world.at(ms(3), Command::Crash(server));
    world.at(ms(4), Command::Restart(server));
    world.run();
    let count = |what| world.log().count(what);
    assert_eq!((count(What::Received), count(What::Executed)), (1, 0));
    assert_eq!(texts(&seen), ["Started", "failed: no reply in time"]);
}

#[test]
fn client_crash_starts_the_script_again() {
    let mut world = World::new(1);
    let seen = Seen::default();
    let server = world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
    world.service(server, Delay::millis(5));
    let script = caller(&[4, 5], LONG, &seen);
    let client = world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
    world.at(ms(3), Command::Crash(client));
    world.at(ms(4), Command::Restart(client));
    assert_eq!(world.run(), End::Quiet);
    // The reply to the first process means nothing to the second.
    assert_eq!(texts(&seen), ["Started", "Started", "reply 5"]);
    assert_eq!(world.log().count(What::Executed), 2);
}

#[test]
fn corruption_is_dropped_or_delivered() {
    let run = |corrupted| {
        let mut world = World::new(1);
        world.usual(Conditions {
            corruption: 0.3,
            corrupted,
            ..Conditions::default()
        });
        let replies = Rc::new(RefCell::new((0, 0)));
        let counts = replies.clone();
        world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
        let script = move |cx: &mut Ctx<'_>, cue: Cue<'_>| {
            if let Cue::Reply { body, .. } = cue {
                counts.borrow_mut().0 += 1;
                counts.borrow_mut().1 += u32::from(body != [0xAA; 32]);
            }
            if counts.borrow().0 < 300 {
                cx.call(&head(LONG), |b| b.put(&[0xAA; 32])).unwrap();
            }
        };
        world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
        world.run();
        let counts = *replies.borrow();
        (
            counts,
            world.log().count(What::BadChecksum),
            world.log().count(What::Flipped),
        )
    };
    let ((replies, wrong), bad, flipped) = run(Corrupted::Dropped);
    assert_eq!((replies, wrong, flipped), (300, 0, 0));
    assert!(bad > 100);
    let ((replies, wrong), bad, flipped) = run(Corrupted::Delivered);
    assert_eq!((replies, bad), (300, 0));
    assert!(wrong > 100 && flipped > 100, "{wrong} of {flipped}");
}

#[test]
fn broadcast_reaches_every_server_on_the_port() {
    let mut world = World::new(1);
    for host in [1, 3, 4] {
        world.serve_datagram(at(host, 9), Box::new(ToyServer::make(D, 8)), echo());
    }
    world.serve_datagram(at(5, 10), Box::new(ToyServer::make(D, 8)), echo());
    let everybody = SocketAddr::from(([255, 255, 255, 255], 9));
    // The toy does not broadcast: it sends without a destination, which is the peer.
    let seen = Seen::default();
    let script = caller(&[4], Duration::from_millis(30), &seen);
    world.client(at(2, 8), D, everybody, Box::new(ToyClient::make(D)), script);
    world.run();
    assert_eq!(world.log().count(What::Executed), 3);
    assert_eq!(world.log().count(What::Deliver), 6);
}

#[test]
fn connected_socket_hears_its_peer_only() {
    let mut world = World::new(1);
    let seen = Seen::default();
    pair(&mut world, &[4], LONG, &seen);
    // Another client calls the first one.
    let script = caller(&[4], Duration::from_millis(20), &Seen::default());
    world.client(at(3, 8), D, at(2, 8), Box::new(ToyClient::make(D)), script);
    world.run();
    assert_eq!(texts(&seen), ["Started", "reply 4"]);
    assert_eq!(world.log().count(What::NoListener), 1);
}

#[test]
fn refusal_timers_wakings_and_stop() {
    let mut world = World::new(1);
    world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
    let script = |cx: &mut Ctx<'_>, cue: Cue<'_>| match cue {
        Cue::Started => {
            let none = CallHead {
                operation: 0,
                ..head(LONG)
            };
            assert!(cx.call(&none, |_| {}).is_err());
            let id = cx.call(&head(LONG), |_| {}).unwrap();
            cx.cancel(id);
            cx.wake_after(Duration::from_millis(7), 42);
        }
        Cue::Woken(token) => {
            cx.note(token);
            cx.stop();
        }
        other => panic!("unexpected {other:?}"),
    };
    world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
    assert_eq!(world.run_until(ms(5)), End::TimeUp);
    assert_eq!(world.now(), ms(5));
    assert_eq!(world.run(), End::Stopped);
    assert_eq!(world.now(), ms(7));
    let count = |what| world.log().count(what);
    assert_eq!(
        (
            count(What::Refused),
            count(What::Cancelled),
            count(What::Note)
        ),
        (1, 1, 1)
    );
}

#[test]
fn going_in_circles_is_noticed() {
    let mut world = World::new(1);
    let script = |cx: &mut Ctx<'_>, _: Cue<'_>| cx.wake_after(Duration::ZERO, 0);
    world.client(at(2, 8), D, at(1, 9), Box::new(ToyClient::make(D)), script);
    assert_eq!(world.run(), End::Stuck);
}

#[test]
fn a_bus_is_shared_and_changes_on_command() {
    let ethernet = Conditions {
        latency: Delay::NONE,
        rate_bits: Some(10_000_000),
        ..Conditions::default()
    };
    let mut world = World::new(1);
    let bus = world.link(ethernet.clone());
    let seen = [(); 3].map(|()| Seen::default());
    world.serve_datagram(at(1, 9), Box::new(ToyServer::make(D, 8)), echo());
    for (host, seen) in (2..).zip(&seen) {
        world.route(at(host, 0).ip(), at(1, 0).ip(), bus);
        world.route(at(1, 0).ip(), at(host, 0).ip(), bus);
        let script = caller(&[992, 992], Duration::from_secs(1), seen);
        let client = Box::new(ToyClient::make(D));
        world.client(at(host, 8), D, at(1, 9), client, script);
    }
    let slower = Conditions {
        rate_bits: Some(5_000_000),
        ..ethernet
    };
    world.at(ms(3), Command::Link(bus, slower));
    world.run();
    // 1000 bytes and 28 of headers; in both directions three take turns.
    let slot = Duration::from_nanos(1028 * 800);
    let replies = |seen: &Seen| {
        let hits = |(at, text): &(Instant, String)| text.starts_with("reply").then_some(*at);
        let all: Vec<Instant> = seen.borrow().iter().filter_map(hits).collect();
        all
    };
    for (i, seen) in (0..).zip(&seen) {
        assert_eq!(replies(seen)[0], Instant::ZERO + slot * (4 + i));
    }
    // What was queued when the bus became slow is sent at the old rate; the rest takes twice as
    // long.
    assert!(replies(&seen[2])[1] > Instant::ZERO + slot * 12);
}

#[test]
fn service_and_stop_on_command() {
    let mut world = World::new(1);
    let seen = Seen::default();
    let server = pair(&mut world, &[4; 100], LONG, &seen);
    world.at(ms(1), Command::Service(server, Delay::millis(10)));
    world.at(ms(45), Command::Stop);
    assert_eq!(world.run(), End::Stopped);
    assert_eq!(world.now(), ms(45));
    // 200 µs each for the first millisecond, then 10 ms more each.
    assert_eq!(world.log().count(What::Reply), 5 + 4);
}
