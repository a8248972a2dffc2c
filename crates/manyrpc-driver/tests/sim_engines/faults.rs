//! Every engine in a bad network, through partitions and restarts.

use std::time::Duration;

use manyrpc_driver::sim::{Command, Conditions, Corrupted, Delay, End, StreamOptions, What, World};
use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{CallError, Limits, Outcome};

use crate::systems::{ONC_UDP, all, datagrams, streams};
use crate::world::{CLIENT, Plan, SERVER, bad_network, bodies, call, ms, serve};

#[test]
fn two_engines_over_a_bad_network_reach_quiet() {
    for system in all() {
        for seed in 0..20 {
            let mut world = World::new(seed);
            world.usual(bad_network());
            // At most once holds while the server remembers at least as long as clients retransmit:
            // with the usual 60 s, one run in twenty repeats a call whose duplicates were all lost
            // for a minute.
            let timeout = Duration::from_secs(300);
            let limits = Limits {
                reply_cache: ReplyCacheLimits {
                    keep_for: timeout,
                    ..ReplyCacheLimits::default()
                },
                ..Limits::default()
            };
            serve(&mut world, system, &limits, Outcome::Done);
            let plan = Plan {
                at_once: 1 + seed as usize * 7 % 40,
                timeout,
                ..Plan::calls(bodies(100, 4000))
            };
            let (_, seen) = call(&mut world, system, plan.clone());
            assert_eq!(world.run(), End::Quiet, "{} seed {seed}", system.name);
            assert_eq!(world.packets_in_flight(), 0);
            let mut replies = seen.borrow().bodies();
            let failures = seen.borrow().failures.len();
            assert_eq!(replies.len() + failures, 100, "{}", system.name);
            if system.reliable {
                assert_eq!(
                    failures,
                    0,
                    "{} seed {seed}: {:?}",
                    system.name,
                    seen.borrow().failures
                );
                let mut expected = plan.bodies;
                replies.sort();
                expected.sort();
                assert_eq!(replies, expected, "{} seed {seed}", system.name);
                assert_eq!(world.log().count(What::Executed), 100, "{}", system.name);
            } else {
                assert!(failures > 0);
            }
        }
    }
}

#[test]
fn a_partition_heals_and_the_call_completes() {
    for system in all().filter(|s| s.reliable) {
        let mut world = World::new(1);
        let server = serve(&mut world, system, &Limits::default(), Outcome::Done);
        world.service(server, Delay::millis(5));
        // It comes while the call is being served: the call has arrived, the reply is lost.
        world.partition(SERVER.ip(), CLIENT.ip(), ms(3), ms(20_000));
        let (_, seen) = call(&mut world, system, Plan::calls(bodies(2, 100)));
        assert_eq!(world.run(), End::Quiet);
        assert_eq!(seen.borrow().bodies(), bodies(2, 100), "{}", system.name);
        assert!(seen.borrow().replies[0].0 > ms(20_000));
        assert_eq!(world.log().count(What::Executed), 2, "{}", system.name);
    }
}

#[test]
fn a_partition_that_stays_ends_the_call_in_time() {
    for system in all() {
        let mut world = World::new(1);
        world.streams(StreamOptions {
            give_up: Duration::from_secs(60),
            ..StreamOptions::default()
        });
        let server = serve(&mut world, system, &Limits::default(), Outcome::Done);
        world.service(server, Delay::millis(5));
        world.at(ms(3), Command::Cut(SERVER.ip(), CLIENT.ip()));
        let plan = Plan {
            timeout: Duration::from_secs(10),
            ..Plan::calls(bodies(1, 100))
        };
        let (_, seen) = call(&mut world, system, plan);
        assert_eq!(world.run(), End::Quiet, "{}", system.name);
        let seen = seen.borrow();
        assert_eq!(seen.failures.len(), 1);
        let (at, _, error) = &seen.failures[0];
        assert_eq!(*at, ms(10_000), "{}", system.name);
        assert!(matches!(error, CallError::TimedOut { .. }), "{error:?}");
    }
}

#[test]
fn a_restarted_client_takes_no_reply_meant_for_its_former_life() {
    for system in datagrams() {
        for seed in 0..50 {
            let mut world = World::new(seed);
            let server = serve(&mut world, system, &Limits::default(), Outcome::Done);
            world.service(server, Delay::millis(5));
            let (client, seen) = call(&mut world, system, Plan::calls([vec![1; 8], vec![2; 8]]));
            world.at(ms(2), Command::Crash(client));
            world.at(ms(3), Command::Restart(client));
            assert_eq!(world.run(), End::Quiet);
            // Same address, same port, another instance: the first body must not come back.
            assert_eq!(seen.borrow().bodies(), [vec![2; 8]], "{}", system.name);
        }
    }
}

#[test]
fn a_restarted_server_answers_again() {
    let mut world = World::new(1);
    let server = serve(&mut world, ONC_UDP, &Limits::default(), Outcome::Done);
    world.service(server, Delay::millis(5));
    world.at(ms(3), Command::Crash(server));
    world.at(ms(2000), Command::Restart(server));
    let (_, seen) = call(&mut world, ONC_UDP, Plan::calls(bodies(3, 100)));
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(seen.borrow().bodies(), bodies(3, 100));
    // The crash came before the first execution.
    assert_eq!(world.log().count(What::Executed), 3);
}

#[test]
fn flipped_bits_break_nobody() {
    for system in datagrams() {
        for seed in 0..10 {
            let mut world = World::new(seed);
            world.usual(Conditions {
                corruption: 0.3,
                corrupted: Corrupted::Delivered,
                ..bad_network()
            });
            serve(&mut world, system, &Limits::default(), Outcome::Done);
            let plan = Plan {
                at_once: 4,
                timeout: Duration::from_secs(60),
                ..Plan::calls(bodies(200, 300))
            };
            let (_, seen) = call(&mut world, system, plan);
            assert_eq!(world.run(), End::Quiet, "{}", system.name);
            let seen = seen.borrow();
            assert_eq!(seen.replies.len() + seen.failures.len(), 200);
            assert!(world.log().count(What::Flipped) > 50);
        }
    }
}

#[test]
fn a_window_of_few_bytes_stops_no_stream() {
    for system in streams() {
        let mut world = World::new(1);
        world.streams(StreamOptions {
            window_bytes: 100,
            ..StreamOptions::default()
        });
        serve(&mut world, system, &Limits::default(), Outcome::Done);
        // Both sides have more to send than the window holds, at the same time.
        let plan = Plan {
            at_once: 20,
            ..Plan::calls(bodies(40, 5000))
        };
        let (_, seen) = call(&mut world, system, plan.clone());
        assert_eq!(world.run(), End::Quiet);
        assert_eq!(seen.borrow().bodies(), plan.bodies, "{}", system.name);
    }
}
