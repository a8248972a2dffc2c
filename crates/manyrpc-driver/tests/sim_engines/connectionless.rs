//! The connectionless DCE protocol and NCS in difficult conditions: at most once under heavy loss
//! and restarts of either side, windows, and the reproduced anomalies of old runtimes.

use std::time::Duration;

use manyrpc_driver::sim::counter::{CounterReport, CounterTest, SERVER, client_address};
use manyrpc_driver::sim::{ClientFactory, Command, Conditions, Delay, End, Transport, World};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{CallKind, ClientEngine, Limits, Outcome, ServerEngine};

use crate::systems::DCE_CL;
use crate::wire::Observer;
use crate::world::{self, CLIENT, Plan, bad_network, ms};

/// 30 % loss, 10 % duplication, a fifth of the rest reordered.
fn terrible_network() -> Conditions {
    Conditions {
        loss: 0.3,
        ..bad_network()
    }
}

/// Every 40th call has several fragments.
fn mixed(n: u32) -> usize {
    match n % 40 {
        7 => 1400 + n as usize % 5000,
        _ => n as usize % 50,
    }
}

fn test(clients: u32, calls_each: u32) -> CounterTest {
    CounterTest {
        seed: 1996,
        clients,
        calls_each,
        conditions: terrible_network(),
        transport: Transport::Datagram,
        interface: DCE_CL.interface,
        padding: mixed,
        ..CounterTest::default()
    }
}

/// Limits under which a server remembers results as long as clients ask for them.
fn patient() -> Limits {
    Limits {
        reply_cache: ReplyCacheLimits {
            keep_for: Duration::from_secs(3600),
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    }
}

fn run(
    test: &CounterTest,
    personality: Personality,
    plan: impl FnOnce(&mut World),
) -> (CounterReport, Observer) {
    let observer = Observer::new(personality.clone());
    let (watch, p, mut life) = (observer.clone(), personality.clone(), 0);
    let server = Box::new(move |seed| {
        life += 1;
        let engine = Server::new(patient(), p.clone(), seed, life);
        Box::new(watch.server(engine)) as Box<dyn ServerEngine>
    });
    let watch = observer.clone();
    let client = move |seed| {
        let engine = Client::new(patient(), personality.clone(), seed);
        Box::new(watch.client(engine)) as Box<dyn ClientEngine>
    };
    let mut world = World::new(test.seed);
    let report = test.run_in(&mut world, server, client, |world, _| plan(world));
    (report, observer)
}

fn check_wire(observer: &Observer) {
    observer.seen(|seen| {
        assert!(seen.fragments > 0);
        assert_eq!(seen.beyond, 0, "no fragment beyond the receiver's window");
    });
}

#[test]
fn a_million_calls_none_lost_none_doubled() {
    let (report, observer) = run(&test(8, 125_000), Personality::DEFAULT, |_| {});
    println!("{report:?}");
    assert_eq!((report.answered, report.failed), (1_000_000, 0));
    assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
    assert_eq!(report.executed, 1_000_000);
    // The network really was bad.
    assert!(report.packets > 2_800_000);
    check_wire(&observer);
}

#[test]
fn the_other_personalities_lose_and_double_nothing_either() {
    for personality in Personality::ALL {
        let name = personality.name;
        let (report, observer) = run(&test(4, 2500), personality, |_| {});
        assert_eq!((report.answered, report.failed), (10_000, 0), "{name}");
        assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
        check_wire(&observer);
    }
}

/// Both sides crash repeatedly, during calls.
fn with_restarts(personality: Personality) -> CounterReport {
    let test = CounterTest {
        service: Delay::micros(300),
        ..test(4, 5000)
    };
    let (report, _) = run(&test, personality, |world| {
        let server = world.endpoint(SERVER, Transport::Datagram).unwrap();
        for n in 0..60 {
            let at = 20_000 + n * 30_000;
            world.at(ms(at), Command::Crash(server));
            world.at(ms(at + n % 7 * 900), Command::Restart(server));
            let client = client_address(n as u32 % 4);
            let client = world.endpoint(client, Transport::Datagram).unwrap();
            world.at(ms(at + 15_000), Command::Crash(client));
            world.at(ms(at + 15_001 + n % 5 * 100), Command::Restart(client));
        }
    });
    report
}

#[test]
fn restarts_of_either_side_double_nothing() {
    for personality in [Personality::DEFAULT, Personality::NCS] {
        let name = personality.name;
        let report = with_restarts(personality);
        println!("{name} {report:?}");
        assert_eq!(report.answered + report.failed, 20_000, "{name}");
        assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
        // Each crash fails at most the calls in flight: four of the server's, one of a client's.
        assert!(report.failed <= 60 * 5, "{name}: {report:?}");
        assert!(report.failed > 20, "{name}: the crashes came in time");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for personality in [Personality::DEFAULT, Personality::NCS] {
        let again = || run(&test(3, 500), personality.clone(), |_| {}).0;
        assert_eq!(again(), again());
    }
    assert_eq!(
        with_restarts(Personality::DEFAULT),
        with_restarts(Personality::DEFAULT)
    );
}

/// How long a call with this many bytes of arguments takes, from one personality to another, over a
/// link of 10 Mbit/s; the third of three calls.
fn takes(client: &Personality, server: &Personality, bytes: usize) -> Duration {
    let mut world = World::new(1);
    world.usual(Conditions {
        latency: Delay::micros(300),
        rate_bits: Some(10_000_000),
        frame_bytes: 38,
        ..Conditions::default()
    });
    let p = server.clone();
    let factory = Box::new(move |seed| {
        Box::new(Server::new(Limits::default(), p.clone(), seed, 1)) as Box<dyn ServerEngine>
    });
    let handler = std::sync::Arc::new(Length);
    world.serve_datagram(world::SERVER, factory, handler);
    let p = client.clone();
    let factory: ClientFactory = Box::new(move |seed| {
        Box::new(Client::new(Limits::default(), p.clone(), seed)) as Box<dyn ClientEngine>
    });
    let plan = Plan {
        kind: CallKind::Call,
        ..Plan::calls(vec![vec![5; bytes]; 3])
    };
    let seen = world::call_with(&mut world, CLIENT, factory, DCE_CL, plan);
    assert_eq!(world.run(), End::Quiet);
    let seen = seen.borrow();
    assert_eq!(seen.replies.len(), 3);
    seen.replies[2].0.since(seen.replies[1].0)
}

/// Answers without results.
struct Length;

impl manyrpc_engine::Handler for Length {
    fn handle(&self, _: &manyrpc_engine::Call, _: &[u8], _: &mut manyrpc_engine::Buf) -> Outcome {
        Outcome::Done
    }
}

/// The study's figures, sections 6.2 and 6.3.2.
#[test]
fn the_anomalies_of_old_runtimes_show_with_them_and_only_with_them() {
    let (unix, os2) = (Personality::DIGITAL_UNIX, Personality::OS2);
    let ms_of = |c: &Personality, s: &Personality, n| takes(c, s, n).as_secs_f64() * 1e3;
    // Beyond 16 PDUs of 1464 bytes, the call waits for a window that is not recomputed.
    let (before, after) = (ms_of(&unix, &os2, 22_000), ms_of(&unix, &os2, 24_000));
    assert!(after > 10.0 * before, "{before} ms, then {after} ms");
    // Between two of a kind it does not,
    let (before, after) = (ms_of(&unix, &unix, 22_000), ms_of(&unix, &unix, 24_000));
    assert!(after < 1.3 * before, "{before} ms, then {after} ms");
    let ours = Personality::DEFAULT;
    let (before, after) = (ms_of(&ours, &ours, 22_000), ms_of(&ours, &ours, 24_000));
    assert!(after < 1.3 * before, "{before} ms, then {after} ms");
    // and between two OS/2 runtimes only beyond 16 of their PDUs.
    let (before, after) = (ms_of(&os2, &os2, 64_000), ms_of(&os2, &os2, 72_000));
    assert!(after > 3.0 * before, "{before} ms, then {after} ms");
    assert!(before < 1.3 * 64.0 / 60.0 * ms_of(&os2, &os2, 60_000));
    // A congestion window stuck at one costs a round trip for each PDU.
    let stuck = Personality {
        window_follows_pdu: true,
        ..os2.clone()
    };
    let free = Personality {
        congestion: manyrpc_engine::dce::cl::personality::Congestion::SlowStart,
        ..stuck.clone()
    };
    let (one, many) = (ms_of(&stuck, &stuck, 43_000), ms_of(&free, &free, 43_000));
    assert!(one > 1.1 * many, "{one} ms against {many} ms");
}
