//! Levy's counter test over ONC RPC: how often a call is lost, and how often executed twice.

use std::time::Duration;

use manyrpc_driver::sim::counter::{CounterReport, CounterTest, SERVER, client_address};
use manyrpc_driver::sim::{Command, Conditions, Corrupted, Delay, Endpoint, World};
use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{Instant, Limits};

use crate::systems::{ONC_TCP, ONC_UDP, RAW_TCP, System, all};
use crate::world::{bad_network, ms};

fn test(system: System, clients: u32, calls_each: u32) -> CounterTest {
    CounterTest {
        seed: 1989,
        clients,
        calls_each,
        conditions: bad_network(),
        transport: system.transport,
        interface: system.interface,
        name: system.operation_name,
        costume: system.costume,
        ..CounterTest::default()
    }
}

fn run(test: &CounterTest, system: System, limits: &Limits) -> CounterReport {
    test.run(system.server(limits), system.client(limits))
}

fn without_cache() -> Limits {
    Limits {
        reply_cache: ReplyCacheLimits {
            replies: 0,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    }
}

/// One million calls under 20 % loss, 10 % duplication and reordering.
#[test]
fn a_million_calls_none_lost_none_doubled() {
    let report = run(&test(ONC_UDP, 8, 125_000), ONC_UDP, &Limits::default());
    println!("{report:?}");
    assert_eq!((report.answered, report.failed), (1_000_000, 0));
    assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
    assert_eq!(report.executed, 1_000_000);
    // The network really was bad.
    assert!(report.packets > 2_400_000);
}

#[test]
fn without_the_cache_calls_are_carried_out_twice() {
    let report = run(&test(ONC_UDP, 8, 12_500), ONC_UDP, &without_cache());
    println!("{report:?} {:?}", report.per_million());
    assert_eq!((report.answered, report.failed), (100_000, 0));
    assert_eq!((report.lost, report.wrong), (0, 0));
    assert_eq!(report.executed, 100_000 + report.doubled);
    // A reply is lost or a call duplicated about every third time.
    assert!((20_000..60_000).contains(&report.doubled));
}

#[test]
fn a_busy_server_and_impatient_clients() {
    // As observed in 1989: the server takes longer than clients wait, so calls are retransmitted.
    let slow = CounterTest {
        conditions: Conditions::default(),
        service: Delay::Exponential {
            min: Duration::ZERO,
            mean: Duration::from_millis(20),
        },
        ..test(ONC_UDP, 20, 250)
    };
    let with = run(&slow, ONC_UDP, &Limits::default());
    assert_eq!((with.answered, with.lost, with.doubled), (5000, 0, 0));
    let without = run(&slow, ONC_UDP, &without_cache());
    assert_eq!((without.answered, without.lost), (5000, 0));
    assert!(without.doubled > 20, "{without:?}");
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for system in all() {
        let test = CounterTest {
            timeout: Duration::from_secs(20),
            ..test(system, 3, 300)
        };
        let other = CounterTest {
            seed: 7,
            ..test.clone()
        };
        let report = run(&test, system, &Limits::default());
        assert_eq!(
            report,
            run(&test, system, &Limits::default()),
            "{}",
            system.name
        );
        assert_ne!(report.hash, run(&other, system, &Limits::default()).hash);
        assert_eq!(report.answered + report.failed, 900, "{}", system.name);
        assert_eq!((report.lost, report.wrong), (0, 0), "{}", system.name);
    }
}

#[test]
fn streams_lose_and_double_nothing_without_any_cache() {
    for system in [ONC_TCP, RAW_TCP] {
        let report = run(&test(system, 4, 2500), system, &without_cache());
        assert_eq!((report.answered, report.executed), (10_000, 10_000));
        assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
    }
}

#[test]
fn a_checksum_keeps_wrong_results_out() {
    let conditions = Conditions {
        corruption: 0.1,
        ..bad_network()
    };
    let test = CounterTest {
        conditions,
        ..test(ONC_UDP, 4, 2500)
    };
    let report = run(&test, ONC_UDP, &Limits::default());
    assert_eq!((report.answered, report.failed), (10_000, 0));
    assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
}

#[test]
fn without_checksum_wrong_results_get_through() {
    // ONC RPC has no checksum of its own: results are protected by UDP's.
    let conditions = Conditions {
        corruption: 0.1,
        corrupted: Corrupted::Delivered,
        ..bad_network()
    };
    let test = CounterTest {
        conditions,
        timeout: Duration::from_secs(60),
        ..test(ONC_UDP, 4, 2500)
    };
    let report = run(&test, ONC_UDP, &Limits::default());
    assert_eq!(report.answered + report.failed, 10_000);
    assert!(report.wrong > 0);
}

#[test]
fn partitions_heal_and_nothing_is_lost_or_doubled() {
    let test = test(ONC_UDP, 4, 2500);
    let mut world = World::new(test.seed);
    for (i, from) in [(0, 500), (1, 2_000), (2, 700), (0, 60_000)] {
        let client = client_address(i).ip();
        world.partition(SERVER.ip(), client, ms(from), ms(from + 40_000));
    }
    let limits = Limits::default();
    let report = test.run_in(
        &mut world,
        ONC_UDP.server(&limits),
        ONC_UDP.client(&limits),
        |_, _| {},
    );
    assert_eq!((report.answered, report.failed), (10_000, 0));
    assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
}

/// The server remembers a client for `ReplyCacheLimits::keep_for` after its latest call: a longer
/// partition between a call's execution and its reply causes a second execution.
#[test]
fn at_most_once_ends_with_the_servers_memory() {
    let doubled = |keep_for| {
        let test = CounterTest {
            conditions: Conditions::default(),
            service: Delay::millis(5),
            ..test(ONC_UDP, 1, 1)
        };
        let limits = Limits {
            reply_cache: ReplyCacheLimits {
                keep_for: Duration::from_secs(keep_for),
                ..ReplyCacheLimits::default()
            },
            ..Limits::default()
        };
        let mut world = World::new(1);
        world.partition(SERVER.ip(), client_address(0).ip(), ms(3), ms(100_000));
        let (server, client) = (ONC_UDP.server(&limits), ONC_UDP.client(&limits));
        let report = test.run_in(&mut world, server, client, |_, _| {});
        assert_eq!((report.answered, report.failed), (1, 0));
        report.doubled
    };
    assert_eq!(doubled(60), 1);
    assert_eq!(doubled(120), 0);
}

/// More clients than replies are kept: calls whose reply is gone fail, and are not executed again.
#[test]
fn a_small_cache_fails_calls_and_doubles_none() {
    let test = CounterTest {
        timeout: Duration::from_secs(30),
        ..test(ONC_UDP, 300, 100)
    };
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            replies: 100,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    };
    let report = run(&test, ONC_UDP, &limits);
    println!("{report:?}");
    assert_eq!(report.answered + report.failed, 30_000);
    assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
    assert!(report.failed > 0);
}

/// Crashes the server every ten seconds, each time for half a second.
fn crashes(times: u64) -> impl FnOnce(&mut World, Endpoint) {
    move |world, server| {
        for i in 1..=times {
            world.at(ms(i * 10_000), Command::Crash(server));
            world.at(ms(i * 10_000 + 500), Command::Restart(server));
        }
    }
}

/// At most once holds within one instance of the server. Its cache is lost with it, and ONC RPC's
/// messages do not identify the instance (RFC 5531 has no boot time, unlike NCS or DCE): a call
/// that was executed and whose reply was lost is executed again by the next instance. So each
/// restart can repeat at most the one call that each client has in flight.
#[test]
fn a_restart_doubles_at_most_what_was_in_flight() {
    const CRASHES: u64 = 60;
    let test = test(ONC_UDP, 8, 10_000);
    let mut world = World::new(test.seed);
    let limits = Limits::default();
    let report = test.run_in(
        &mut world,
        ONC_UDP.server(&limits),
        ONC_UDP.client(&limits),
        crashes(CRASHES),
    );
    println!("{report:?}");
    assert!(report.elapsed > ms(CRASHES * 10_000).since(Instant::ZERO));
    assert_eq!((report.answered, report.failed), (80_000, 0));
    assert_eq!((report.lost, report.wrong), (0, 0));
    assert!(report.doubled > 0);
    assert!(report.doubled <= CRASHES * u64::from(test.clients));
}

/// Over a stream the client learns that the connection is gone, and nothing is retransmitted
/// implicitly: no call is executed twice, some fail, and of those some were executed.
#[test]
fn a_restart_fails_calls_over_streams_and_doubles_none() {
    for system in [ONC_TCP, RAW_TCP] {
        let test = test(system, 8, 2_000);
        let mut world = World::new(test.seed);
        let limits = Limits::default();
        let report = test.run_in(
            &mut world,
            system.server(&limits),
            system.client(&limits),
            crashes(20),
        );
        println!("{}: {report:?}", system.name);
        assert_eq!(report.answered + report.failed, 16_000);
        assert_eq!((report.lost, report.doubled, report.wrong), (0, 0, 0));
        assert!(report.failed > 0 && report.failed <= 20 * 8);
        assert!(report.executed >= report.answered);
    }
}
