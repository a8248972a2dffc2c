//! Streams on which both ends call: connections that break at any byte, and restarts of either end.
//!
//! Each end numbers its calls, and the other end's application counts how often it carries each out. No protocol of these
//! sends a call again over another connection, so each is carried out at most once, whatever happens (CORBA 3.0 section
//! 15.5.1.1 would permit it only behind CloseConnection).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manyrpc_driver::sim::{
    Command, Conditions, Ctx, Cue, Delay, End, Rng, Segmentation, StreamOptions, What, World,
};
use manyrpc_engine::peer;
use manyrpc_engine::{Buf, Call, CallError, CallHead, CallId, Fault, Handler, Limits, Outcome};

use crate::systems::{System, peers};
use crate::world::{CLIENT, SERVER, ms};

/// What one end was asked to do: how often by number of the call.
#[derive(Default)]
struct Ledger {
    executed: Mutex<BTreeMap<u64, u32>>,
    system: Option<System>,
}

impl Handler for Ledger {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        let arguments = &received[call.arguments.clone()];
        let costume = self.system.expect("a system").costume;
        let body = (costume.off)(arguments);
        let Some(number) = body.first_chunk().copied().map(u64::from_be_bytes) else {
            return Outcome::Fault(Fault::BadArguments);
        };
        *self.executed.lock().unwrap().entry(number).or_default() += 1;
        reply.put(arguments);
        Outcome::Done
    }
}

/// What one end has seen of its own calls.
#[derive(Default)]
struct Calls {
    begun: u64,
    in_flight: BTreeMap<CallId, u64>,
    answered: BTreeSet<u64>,
    failed: BTreeSet<u64>,
    wrong: u64,
}

/// A conversation: how many calls each end makes, and how many of them at a time.
#[derive(Clone, Debug)]
struct Talk {
    calls: u64,
    at_once: usize,
    longest: usize,
    timeout: Duration,
}

impl Talk {
    fn body(&self, number: u64) -> Vec<u8> {
        let more = (number as usize * 52) % (self.longest + 4) / 4 * 4;
        let mut body = number.to_be_bytes().to_vec();
        body.extend((0..more).map(|at| (at as u64 * 7 + number) as u8));
        body
    }
}

/// Both ends' views.
type Shared = Rc<[RefCell<Calls>; 2]>;

/// The script of the end `me`; 0 opens the connection.
struct Script {
    me: usize,
    talk: Talk,
    system: System,
    head: CallHead<'static>,
    all: Shared,
}

impl Script {
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>) {
        match cue {
            // A crash: nobody learns of calls in flight.
            Cue::Started | Cue::Opened => self.forget(),
            Cue::Reply { id, body } => {
                let mut mine = self.all[self.me].borrow_mut();
                let number = mine.in_flight.remove(&id).expect("a call in flight");
                let right = (self.system.costume.off)(body)[..] == self.talk.body(number);
                mine.wrong += u64::from(!right);
                mine.answered.insert(number);
            }
            Cue::Failed { id, .. } => {
                let mut mine = self.all[self.me].borrow_mut();
                let number = mine.in_flight.remove(&id).expect("a call in flight");
                mine.failed.insert(number);
            }
            Cue::Closed(_) => {
                if self.me == 0 && !self.are_all_done() {
                    cx.wake_after(RECONNECT, AGAIN);
                }
                return;
            }
            Cue::Woken(AGAIN) => return cx.reconnect(),
            Cue::Woken(_) => {}
            other @ (Cue::Ended { .. } | Cue::Broken(_)) => panic!("{other:?}"),
        }
        if !matches!(cue, Cue::Started) {
            self.go_on(cx, matches!(cue, Cue::Opened));
        }
    }

    fn forget(&self) {
        let mut mine = self.all[self.me].borrow_mut();
        let lost = std::mem::take(&mut mine.in_flight);
        mine.failed.extend(lost.into_values());
    }

    fn are_all_done(&self) -> bool {
        let done = |end: &RefCell<Calls>| {
            let end = end.borrow();
            end.begun >= self.talk.calls && end.in_flight.is_empty()
        };
        self.all.iter().all(done)
    }

    /// Calls as much as is to be. Where only an offer lets the other end call, the end that has opened the connection calls
    /// once more than it would.
    fn go_on(&mut self, cx: &mut Ctx<'_>, just_opened: bool) {
        let offers = self.me == 0 && just_opened && !self.are_all_done();
        loop {
            let mine = self.all[self.me].borrow();
            let more = mine.begun < self.talk.calls || (offers && mine.in_flight.is_empty());
            if !more || mine.in_flight.len() >= self.talk.at_once {
                return;
            }
            let number = mine.begun;
            drop(mine);
            let body = self.talk.body(number);
            let on = self.system.costume.on;
            match cx.call(&self.head, |b| on(&body, b)) {
                Ok(id) => {
                    let mut mine = self.all[self.me].borrow_mut();
                    mine.begun += 1;
                    mine.in_flight.insert(id, number);
                }
                // No offer has come yet.
                Err(CallError::Misuse(_)) => return cx.wake_after(POLL, LATER),
                Err(CallError::Closed(_)) => return,
                Err(other) => panic!("{other}"),
            }
        }
    }
}

const RECONNECT: Duration = Duration::from_millis(100);
const POLL: Duration = Duration::from_millis(3);
/// Connects anew.
const AGAIN: u64 = 1;
/// Tries to call again.
const LATER: u64 = 2;

/// What a conversation came to.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    answered: [usize; 2],
    failed: [usize; 2],
    hash: u64,
}

/// Lets both ends talk in a world, and checks what must always hold.
fn talk(
    world: &mut World,
    system: System,
    limits: &Limits,
    talk: &Talk,
    plan: impl FnOnce(&mut World, [manyrpc_driver::sim::Endpoint; 2]),
) -> Report {
    let all = Shared::default();
    let ledger = || {
        Arc::new(Ledger {
            system: Some(system),
            ..Ledger::default()
        })
    };
    let ledgers = [ledger(), ledger()];
    let script = |me| {
        let mut script = Script {
            me,
            talk: talk.clone(),
            system,
            head: CallHead {
                timeout: Some(talk.timeout),
                ..system.head(3)
            },
            all: all.clone(),
        };
        move |cx: &mut Ctx<'_>, cue: Cue<'_>| script.cue(cx, cue)
    };
    let opened = system.peer(limits, peer::End::Opened);
    let accepted = system.peer(limits, peer::End::Accepted);
    // The calls of one are in the ledger of the other.
    let right = world.peer(SERVER, None, accepted, ledgers[0].clone(), script(1));
    let left = world.peer(CLIENT, Some(SERVER), opened, ledgers[1].clone(), script(0));
    plan(world, [left, right]);
    let what = system.name;
    assert_eq!(world.run(), End::Quiet, "{what}");
    assert_eq!(world.packets_in_flight(), 0, "{what}");
    for (end, ledger) in all.iter().zip(&ledgers) {
        let (end, executed) = (end.borrow(), ledger.executed.lock().unwrap());
        assert!(end.in_flight.is_empty(), "{what}: {:?}", end.in_flight);
        assert!(end.begun >= talk.calls, "{what}: {}", end.begun);
        assert_eq!(end.answered.len() + end.failed.len(), end.begun as usize);
        assert_eq!(end.wrong, 0, "{what}");
        for number in 0..end.begun {
            let times = executed.get(&number).copied().unwrap_or(0);
            assert!(
                times <= 1,
                "{what}: call {number} was carried out {times} times"
            );
            let lost = times == 0 && end.answered.contains(&number);
            assert!(
                !lost,
                "{what}: call {number} was answered and not carried out"
            );
        }
        assert!(executed.keys().all(|number| *number < end.begun), "{what}");
    }
    let count = |of: fn(&Calls) -> usize| [of(&all[0].borrow()), of(&all[1].borrow())];
    Report {
        answered: count(|calls| calls.answered.len()),
        failed: count(|calls| calls.failed.len()),
        hash: world.log().hash(),
    }
}

/// GIOP's messages are cut into short fragments, those of both directions alternate.
fn in_fragments() -> Limits {
    let mut limits = Limits::default();
    limits.giop.piece_bytes = 64;
    limits
}

/// A byte a millisecond, each in a segment of its own.
fn byte_by_byte(world: &mut World) {
    world.usual(Conditions {
        latency: Delay::NONE,
        rate_bits: Some(41 * 8 * 1000),
        ..Conditions::default()
    });
    world.streams(StreamOptions {
        segmentation: Segmentation::Bytes,
        ..StreamOptions::default()
    });
}

#[test]
fn a_connection_may_break_at_any_byte() {
    for system in peers() {
        let few = Talk {
            calls: 2,
            at_once: 2,
            longest: 100,
            timeout: Duration::from_secs(60),
        };
        let mut world = World::new(1);
        byte_by_byte(&mut world);
        let undisturbed = talk(&mut world, system, &in_fragments(), &few, |_, _| {});
        assert_eq!(undisturbed.failed, [0, 0], "{}", system.name);
        // In one direction at a time, or both: it is over after so many milliseconds.
        let bytes = world.log().count(What::Send);
        assert!(bytes > 200, "{}: {bytes}", system.name);
        let mut failed = 0;
        for who in [0, 1] {
            for at in 0..bytes {
                let mut world = World::new(1);
                byte_by_byte(&mut world);
                let report = talk(&mut world, system, &in_fragments(), &few, |world, ends| {
                    world.at(ms(at), Command::Crash(ends[who]));
                    world.at(ms(at + 5), Command::Restart(ends[who]));
                });
                failed += report.failed.iter().sum::<usize>();
            }
        }
        assert!(
            failed > bytes as usize / 2,
            "{}: {failed} of {bytes}",
            system.name
        );
    }
}

fn drawn(seed: u64, system: System) -> Report {
    let rng = &mut Rng::new(seed);
    let mut world = World::new(seed);
    let spread = |rng: &mut Rng, most_us: u64| Delay::Exponential {
        min: Duration::from_micros(rng.below(most_us)),
        mean: Duration::from_micros(rng.below(most_us)),
    };
    world.usual(Conditions {
        latency: spread(rng, 20_000),
        rate_bits: rng.chance(0.3).then(|| 100_000 << rng.below(12)),
        loss: rng.unit() * 0.3,
        mtu: 68 + rng.below(1500) as usize,
        ..Conditions::default()
    });
    world.streams(StreamOptions {
        window_bytes: 1 + rng.below(3000) as usize,
        segmentation: Segmentation::Random(1 + rng.below(100) as usize),
        give_up: Duration::from_secs(1 + rng.below(30)),
        ..StreamOptions::default()
    });
    let this = Talk {
        calls: 1 + rng.below(60),
        at_once: 1 + rng.below(12) as usize,
        longest: rng.below(900) as usize,
        timeout: Duration::from_millis(50 + rng.below(20_000)),
    };
    let mut limits = in_fragments();
    limits.giop.piece_bytes = 32 << rng.below(7);
    talk(&mut world, system, &limits, &this, |world, ends| {
        for end in ends {
            world.service(end, spread(rng, 50_000));
            for _ in 0..rng.below(5) {
                let at = ms(rng.below(20_000));
                world.at(at, Command::Crash(end));
                let down = Duration::from_micros(rng.below(3_000_000));
                world.at(at + down, Command::Restart(end));
            }
        }
        for _ in 0..rng.below(4) {
            let at = ms(rng.below(20_000));
            let lasts = Duration::from_millis(rng.below(10_000));
            world.partition(SERVER.ip(), CLIENT.ip(), at, at + lasts);
        }
    })
}

/// Each with every engine.
const SEEDS: u64 = 60;

#[test]
fn no_restart_and_no_network_doubles_a_call_or_loses_one_silently() {
    for system in peers() {
        let (mut answered, mut failed) = ([0; 2], [0; 2]);
        for seed in 0..SEEDS {
            let report = drawn(seed, system);
            for end in [0, 1] {
                answered[end] += report.answered[end];
                failed[end] += report.failed[end];
            }
        }
        let what = format!("{}: {answered:?} {failed:?}", system.name);
        assert!(answered.iter().chain(&failed).all(|n| *n > 100), "{what}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for system in peers() {
        for seed in 0..5 {
            let report = drawn(seed, system);
            assert_eq!(report, drawn(seed, system), "{}", system.name);
            assert_ne!(report.hash, drawn(seed + 1, system).hash);
        }
    }
}

/// Each byte arrives: the calls in flight of both ends come through a network that loses every third segment.
#[test]
fn what_the_network_loses_costs_time_only() {
    for system in peers() {
        let mut world = World::new(9);
        world.usual(Conditions {
            loss: 0.33,
            ..Conditions::default()
        });
        let this = Talk {
            calls: 300,
            at_once: 20,
            longest: 3000,
            timeout: Duration::from_secs(100_000),
        };
        let report = talk(&mut world, system, &in_fragments(), &this, |_, _| {});
        assert_eq!(report.failed, [0, 0], "{}", system.name);
        assert_eq!(report.answered, [300, 300], "{}", system.name);
        assert_eq!(world.log().count(What::Executed), 600, "{}", system.name);
    }
}
