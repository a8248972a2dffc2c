//! The contract's guarantees, for every engine, in a good network.

use std::time::Duration;

use manyrpc_driver::sim::{
    Actor, Command, Conditions, Ctx, Cue, Delay, End, Segmentation, StreamOptions, What, World,
};
use manyrpc_engine::{CallError, CallHead, CallKind, Closed, Fault, Limits, Outcome};

use crate::systems::{DCE_CL, NCS, ONC_TCP, ONC_UDP, System, all, datagrams, streams};
use crate::world::{
    CLIENT, LONG, Plan, SERVER, Shared, address, bodies, call, ms, serve, serve_at,
};

fn quiet(world: &mut World, system: System) {
    assert_eq!(world.run(), End::Quiet, "{}", system.name);
    assert_eq!(world.packets_in_flight(), 0, "{}", system.name);
}

#[test]
fn results_are_those_of_the_calls() {
    for system in all() {
        for at_once in [1, 7, 100] {
            let mut world = World::new(1);
            serve(&mut world, system, &Limits::default(), Outcome::Done);
            let plan = Plan {
                at_once,
                ..Plan::calls(bodies(300, 9000))
            };
            let (_, seen) = call(&mut world, system, plan.clone());
            quiet(&mut world, system);
            let (mut got, mut wanted) = (seen.borrow().bodies(), plan.bodies);
            if system.acknowledges {
                // Longer messages take longer than those that begin after them.
                got.sort();
                wanted.sort();
            }
            assert_eq!(got, wanted, "{}", system.name);
            assert_eq!(world.log().count(What::Executed), 300);
            // Nothing was lost, so nothing was retransmitted. The last results of each activity are
            // acknowledged after their timeout.
            let acks = if system.acknowledges { at_once } else { 0 };
            let timers = world.log().count(What::Timer);
            assert!(timers <= acks as u64, "{}: {timers}", system.name);
        }
    }
}

/// Runs calls over a stream cut like this.
fn cut(system: System, segmentation: Segmentation, seed: u64) -> Shared {
    let mut world = World::new(seed);
    world.streams(StreamOptions {
        segmentation,
        window_bytes: 3000,
        ..StreamOptions::default()
    });
    serve(&mut world, system, &Limits::default(), Outcome::Done);
    let plan = Plan {
        at_once: 5,
        ..Plan::calls(bodies(60, 2000))
    };
    let (_, seen) = call(&mut world, system, plan);
    quiet(&mut world, system);
    seen
}

#[test]
fn any_segmentation_of_a_stream_gives_the_same() {
    for system in streams() {
        let whole = cut(system, Segmentation::Packets, 1);
        assert_eq!(whole.borrow().bodies(), bodies(60, 2000));
        for seed in 1..20 {
            let pieces = match seed {
                1 => Segmentation::Bytes,
                n => Segmentation::Random(n * n),
            };
            let seen = cut(system, pieces, seed as u64);
            assert_eq!(seen.borrow().bodies(), whole.borrow().bodies());
            assert!(seen.borrow().failures.is_empty());
        }
    }
}

#[test]
fn a_slow_link_takes_the_time_of_its_bits() {
    // Fragments that wait for acknowledgements take longer, text is longer.
    let exact = |s: &System| !s.acknowledges && !s.in_text;
    for system in all().filter(exact) {
        let mut world = World::new(1);
        world.usual(Conditions {
            latency: Delay::NONE,
            rate_bits: Some(10_000_000),
            frame_bytes: 38,
            ..Conditions::default()
        });
        serve(&mut world, system, &Limits::default(), Outcome::Done);
        // The first call of some protocols takes an additional exchange.
        let plan = Plan::calls([vec![], vec![7; 8000]]);
        let (_, seen) = call(&mut world, system, plan);
        quiet(&mut world, system);
        let seen = seen.borrow();
        let took = (seen.replies[1].0 - seen.replies[0].0).as_nanos() as u64;
        // In each direction 8000 bytes, between 4 and 60 bytes of the protocol, and the overhead of
        // six packets.
        let least = 2 * (8000 + 4 + 6 * (20 + 38) + 8) * 800;
        let most = 2 * (8000 + 60 + 7 * (40 + 38)) * 800;
        assert!((least..=most).contains(&took), "{}: {took}", system.name);
    }
}

#[test]
fn a_cancelled_call_gives_no_cue() {
    for system in all() {
        let mut world = World::new(1);
        serve(&mut world, system, &Limits::default(), Outcome::Done);
        let head = CallHead {
            timeout: Some(LONG),
            ..system.head(1)
        };
        let on = system.costume.on;
        let mut cues = Vec::new();
        let mut wanted = None;
        let script = move |cx: &mut Ctx<'_>, cue: Cue<'_>| match cue {
            Cue::Started => {
                let ids: Vec<_> = (0..3)
                    .map(|_| cx.call(&head, |b| on(&[1; 8], b)).unwrap())
                    .collect();
                cx.cancel(ids[0]);
                cx.cancel(ids[2]);
                // One that has ended, and one that never existed.
                cx.cancel(ids[0]);
                wanted = Some(ids[1]);
            }
            Cue::Reply { id, .. } => {
                cues.push(id);
                assert_eq!(cues, [wanted.unwrap()]);
                cx.note(1);
            }
            Cue::Opened => {}
            other => panic!("{}: {other:?}", system.name),
        };
        let factory = system.client_factory();
        world.client(CLIENT, system.transport, SERVER, factory, script);
        quiet(&mut world, system);
        assert_eq!(world.log().count(What::Note), 1);
    }
}

/// Makes three calls, and abandons the others when the first fails, while they fail at the same
/// time: the world would report an event for one of them.
fn gives_up(system: System) -> impl Actor + 'static {
    let head = CallHead {
        timeout: Some(Duration::from_secs(10)),
        ..system.head(1)
    };
    let on = system.costume.on;
    let mut ids = Vec::new();
    move |cx: &mut Ctx<'_>, cue: Cue<'_>| match cue {
        Cue::Started => {
            let call = |_| cx.call(&head, |b| on(&[1; 8], b)).unwrap();
            ids = (0..3).map(call).collect();
        }
        Cue::Failed { id, .. } => {
            assert!(ids.contains(&id), "{}: a cue too many", system.name);
            ids.drain(..).for_each(|id| cx.cancel(id));
            cx.note(1);
        }
        Cue::Opened | Cue::Closed(_) => {}
        other => panic!("{}: {other:?}", system.name),
    }
}

#[test]
fn a_call_cancelled_while_another_fails_gives_no_cue() {
    for system in all() {
        for dies in [false, true] {
            let mut world = World::new(1);
            let server = serve(&mut world, system, &Limits::default(), Outcome::Done);
            // So long that all of them time out at once, or the server dies before.
            world.service(server, Delay::millis(60_000));
            if dies {
                world.at(ms(1000), Command::Crash(server));
            }
            let factory = system.client_factory();
            let script = gives_up(system);
            world.client(CLIENT, system.transport, SERVER, factory, script);
            assert_eq!(world.run(), End::Quiet, "{}", system.name);
            assert_eq!(world.log().count(What::Note), 1, "{}", system.name);
        }
    }
}

#[test]
fn faults_come_back_as_faults() {
    for system in all() {
        let fault = Fault::NoSuchOperation;
        let mut world = World::new(1);
        serve(
            &mut world,
            system,
            &Limits::default(),
            Outcome::Fault(fault.clone()),
        );
        let (_, seen) = call(&mut world, system, Plan::calls(bodies(3, 100)));
        quiet(&mut world, system);
        let errors = seen.borrow().errors();
        assert_eq!(errors.len(), 3, "{}", system.name);
        assert!(
            errors.iter().all(|e| matches!(e, CallError::Fault(_))),
            "{}: {errors:?}",
            system.name
        );
        if system.name.starts_with("onc") {
            assert_eq!(errors, vec![CallError::Fault(fault); 3]);
        }
    }
}

#[test]
fn nobody_answers_and_the_time_is_kept() {
    for system in datagrams() {
        let mut world = World::new(1);
        let plan = Plan {
            timeout: Duration::from_secs(30),
            ..Plan::calls(bodies(2, 100))
        };
        let (_, seen) = call(&mut world, system, plan);
        quiet(&mut world, system);
        let seen = seen.borrow();
        let times: Vec<_> = seen.failures.iter().map(|f| f.0).collect();
        assert_eq!(times, [ms(30_000), ms(60_000)], "{}", system.name);
        let mut sent = 0;
        for error in seen.errors() {
            let CallError::TimedOut { transmissions } = error else {
                panic!("{}: {error:?}", system.name);
            };
            sent += u64::from(transmissions);
        }
        // It reports how often it sent, and each timer had a reason.
        assert_eq!(sent, world.log().count(What::Send), "{}", system.name);
        assert!(world.log().count(What::Timer) <= sent + 2);
        assert_eq!(system.reliable, sent > 2, "{}", system.name);
    }
}

#[test]
fn a_slow_server_is_not_asked_to_work_twice() {
    let mut world = World::new(1);
    let server = serve(&mut world, ONC_UDP, &Limits::default(), Outcome::Done);
    world.service(server, Delay::millis(3000));
    let (_, seen) = call(&mut world, ONC_UDP, Plan::calls(bodies(4, 100)));
    quiet(&mut world, ONC_UDP);
    assert_eq!(seen.borrow().bodies(), bodies(4, 100));
    assert_eq!(world.log().count(What::Executed), 4);
    // It was called all the same.
    assert!(world.log().count(What::Timer) >= 2);
}

#[test]
fn one_way_calls_are_carried_out_and_not_answered() {
    for system in [ONC_UDP, ONC_TCP, DCE_CL, NCS] {
        let mut world = World::new(1);
        serve(&mut world, system, &Limits::default(), Outcome::Silent);
        let plan = Plan {
            kind: CallKind::OneWay,
            ..Plan::calls(bodies(20, 500))
        };
        let (_, seen) = call(&mut world, system, plan);
        quiet(&mut world, system);
        assert_eq!(world.log().count(What::Executed), 20, "{}", system.name);
        assert!(seen.borrow().replies.is_empty() && seen.borrow().failures.is_empty());
        assert_eq!(world.log().count(What::Timer), 0);
    }
}

#[test]
fn a_broadcast_call_collects_answers_until_its_time_is_over() {
    let system = ONC_UDP;
    let mut world = World::new(1);
    for host in [1, 3, 4] {
        let at = address(host, 111);
        serve_at(&mut world, system, at, &Limits::default(), Outcome::Done);
    }
    let everybody = "255.255.255.255:111".parse().unwrap();
    let head = CallHead {
        kind: CallKind::Broadcast,
        timeout: Some(Duration::from_secs(2)),
        ..system.head(0)
    };
    let mut replies = 0;
    let script = move |cx: &mut Ctx<'_>, cue: Cue<'_>| match cue {
        Cue::Started => {
            cx.call(&head, |b| b.put(&[5; 12])).unwrap();
        }
        Cue::Reply { body, .. } => {
            assert_eq!(body, [5; 12]);
            replies += 1;
        }
        Cue::Failed { error, .. } => {
            assert!(matches!(error, CallError::TimedOut { .. }));
            assert_eq!((replies, cx.now()), (3, ms(2000)));
            cx.note(1);
        }
        other => panic!("{other:?}"),
    };
    let factory = system.client_factory();
    world.client(CLIENT, system.transport, everybody, factory, script);
    quiet(&mut world, system);
    assert_eq!(world.log().count(What::Note), 1);
}

#[test]
fn a_server_that_dies_fails_the_calls_in_flight_once() {
    for system in streams() {
        let mut world = World::new(1);
        let server = serve(&mut world, system, &Limits::default(), Outcome::Done);
        world.service(server, Delay::millis(2));
        let plan = Plan {
            at_once: 10,
            ..Plan::calls(bodies(10, 100))
        };
        let (_, seen) = call(&mut world, system, plan);
        world.at(ms(7), Command::Crash(server));
        quiet(&mut world, system);
        let seen = seen.borrow();
        assert_eq!(seen.bodies(), bodies(10, 100)[..3], "{}", system.name);
        assert_eq!(seen.errors(), vec![CallError::Closed(Closed::ByPeer); 7]);
        assert_eq!(seen.others, ["Opened", "Closed(ByPeer)"]);
    }
}
