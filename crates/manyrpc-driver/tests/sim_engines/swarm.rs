//! Randomly drawn worlds: each seed combines everything that can go wrong differently.

use std::time::Duration;

use manyrpc_driver::sim::counter::{CounterReport, CounterTest, SERVER, client_address};
use manyrpc_driver::sim::{
    Command, Conditions, Corrupted, Delay, Endpoint, Rng, Segmentation, StreamOptions, Transport,
    World,
};
use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{Instant, Limits};

use crate::systems::{System, all};

/// What a seed caused, for checking the result.
struct Drawn {
    test: CounterTest,
    streams: StreamOptions,
    limits: Limits,
    crashes: Vec<(Instant, Duration)>,
    partitions: Vec<(u32, Instant, Duration)>,
}

fn micros(rng: &mut Rng, most: u64) -> Duration {
    // Small ones are as frequent as large ones.
    let magnitude = rng.below(u64::from(most.ilog2()) + 1);
    Duration::from_micros(rng.below(1 << magnitude))
}

fn sometimes(rng: &mut Rng, most: f64) -> f64 {
    let happens = rng.chance(0.5);
    let p = rng.unit() * most;
    if happens { p } else { 0.0 }
}

fn delay(rng: &mut Rng, most: u64) -> Delay {
    let (a, b) = (micros(rng, most), micros(rng, most));
    match rng.below(3) {
        0 => Delay::Fixed(a),
        1 => Delay::Uniform {
            min: a.min(b),
            max: a.max(b),
        },
        _ => Delay::Exponential { min: a, mean: b },
    }
}

fn conditions(rng: &mut Rng) -> Conditions {
    Conditions {
        latency: delay(rng, 100_000),
        rate_bits: rng.chance(0.3).then(|| 10_000 << rng.below(17)),
        queue_bytes: 200 << rng.below(12),
        loss: sometimes(rng, 0.4),
        duplication: sometimes(rng, 0.5),
        reordering: sometimes(rng, 0.5),
        reordering_delay: delay(rng, 10_000_000),
        corruption: sometimes(rng, 0.2),
        corrupted: if rng.chance(0.2) {
            Corrupted::Delivered
        } else {
            Corrupted::Dropped
        },
        mtu: 68 + rng.below(1500) as usize,
        frame_bytes: rng.below(50) as usize,
    }
}

fn draw(seed: u64, system: System) -> Drawn {
    let mut rng = Rng::new(seed);
    let rng = &mut rng;
    let clients = 1 + rng.below(12) as u32;
    let test = CounterTest {
        seed,
        clients,
        calls_each: 1 + rng.below(150) as u32,
        conditions: conditions(rng),
        service: delay(rng, 1_000_000),
        transport: system.transport,
        interface: system.interface,
        name: system.operation_name,
        costume: system.costume,
        timeout: Duration::from_millis(1 + rng.below(100_000)),
        ..CounterTest::default()
    };
    let at = |rng: &mut Rng| Instant::ZERO + Duration::from_millis(rng.below(100_000));
    let crashes = (0..rng.below(6).saturating_sub(2))
        .map(|_| (at(rng), micros(rng, 10_000_000)))
        .collect();
    let partitions = (0..rng.below(6).saturating_sub(2))
        .map(|_| {
            let client = rng.below(u64::from(clients)) as u32;
            (client, at(rng), micros(rng, 40_000_000))
        })
        .collect();
    Drawn {
        test,
        streams: StreamOptions {
            window_bytes: 1 + rng.below(3000) as usize,
            segmentation: Segmentation::Random(1 + rng.below(100) as usize),
            give_up: Duration::from_secs(1 + rng.below(300)),
            ..StreamOptions::default()
        },
        limits: Limits {
            reply_cache: ReplyCacheLimits {
                replies: 1 + rng.below(200) as usize,
                bytes: 100 << rng.below(17),
                keep_for: Duration::from_secs(300),
            },
            ..Limits::default()
        },
        crashes,
        partitions,
    }
}

fn run(drawn: &Drawn, system: System) -> CounterReport {
    let mut world = World::new(drawn.test.seed);
    world.streams(drawn.streams.clone());
    for (client, from, lasts) in &drawn.partitions {
        let client = client_address(*client).ip();
        world.partition(SERVER.ip(), client, *from, *from + *lasts);
    }
    let plan = |world: &mut World, server: Endpoint| {
        for (from, lasts) in &drawn.crashes {
            world.at(*from, Command::Crash(server));
            world.at(*from + *lasts, Command::Restart(server));
        }
    };
    let server = system.server(&drawn.limits);
    let client = system.client(&drawn.limits);
    let report = drawn.test.run_in(&mut world, server, client, plan);
    assert_eq!(world.packets_in_flight(), 0);
    report
}

fn check(seed: u64, system: System) {
    let drawn = draw(seed, system);
    let report = run(&drawn, system);
    let what = format!("{} seed {seed}: {report:?}", system.name);
    let calls = u64::from(drawn.test.clients) * u64::from(drawn.test.calls_each);
    assert_eq!(report.answered + report.failed, calls, "{what}");
    let conditions = &drawn.test.conditions;
    let datagrams = system.transport == Transport::Datagram;
    let intact =
        !datagrams || conditions.corruption == 0.0 || conditions.corrupted == Corrupted::Dropped;
    if intact {
        assert_eq!((report.lost, report.wrong), (0, 0), "{what}");
        assert!(report.executed >= report.answered, "{what}");
    }
    let sent_once = !datagrams || (!system.reliable && conditions.duplication == 0.0);
    let remembered = system.reliable && drawn.crashes.is_empty();
    if intact && (sent_once || remembered) {
        assert_eq!(report.doubled, 0, "{what}");
    }
}

/// A hundred times as many have been tried; these are for every day.
const SEEDS: u64 = 60;

#[test]
fn no_world_makes_an_engine_lie() {
    for seed in 0..SEEDS {
        for system in all() {
            check(seed, system);
        }
    }
}
