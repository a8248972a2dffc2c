//! State that a server keeps for its clients over connectionless DCE, and when it is released (C706
//! section 9.5.4): live clients keep theirs, dead ones do not, whatever the network does.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manyrpc_driver::sim::{Command, Conditions, Ctx, Cue, End, Endpoint, Transport, World};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::{Buf, Call, CallHead, ClientEngine, Handler, Limits, Outcome, ServerEngine};

use crate::systems::DCE_CL;
use crate::world::{SERVER, address, bad_network, ms};

/// Creates a context handle.
const OPEN: u32 = 6;
/// Destroys it.
const CLOSE: u32 = 7;

/// The contexts kept, by association, and those run down.
#[derive(Default)]
struct Kept(Mutex<(BTreeMap<u64, u32>, Vec<u64>)>);

impl Kept {
    fn held(&self) -> Vec<u64> {
        self.0.lock().unwrap().0.keys().copied().collect()
    }

    fn ended(&self) -> Vec<u64> {
        self.0.lock().unwrap().1.clone()
    }
}

impl Handler for Kept {
    fn handle(&self, call: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        let mut kept = self.0.lock().unwrap();
        assert_ne!(call.association, 0);
        match call.operation {
            OPEN => *kept.0.entry(call.association).or_default() += 1,
            _ => drop(kept.0.remove(&call.association)),
        }
        Outcome::Done
    }

    fn association_ended(&self, association: u64) {
        let mut kept = self.0.lock().unwrap();
        if kept.0.remove(&association).is_some() {
            kept.1.push(association);
        }
    }
}

fn world(conditions: Conditions) -> (World, Arc<Kept>, Endpoint) {
    let uuid = DCE_CL.interface.uuid;
    let mut world = World::new(1997);
    world.usual(conditions);
    let (kept, mut life) = (Arc::new(Kept::default()), 0);
    let factory = Box::new(move |seed| {
        life += 1;
        let mut engine = Server::new(Limits::default(), Personality::DEFAULT, seed, life);
        engine.keep_contexts([OPEN, CLOSE].map(|operation| (uuid, 1, operation as u16)));
        Box::new(engine) as Box<dyn ServerEngine>
    });
    let server = world.serve_datagram(SERVER, factory, kept.clone());
    (world, kept, server)
}

/// A client that opens a context at its start and at each of its `again` calls of that operation;
/// sends keepalives, if it is of that kind. Failed calls are repeated once.
fn open(world: &mut World, host: u8, says: bool, again: &'static [(u64, u32)]) -> Endpoint {
    let factory = Box::new(|seed| {
        let engine = Client::new(Limits::default(), Personality::DEFAULT, seed);
        Box::new(engine) as Box<dyn ClientEngine>
    });
    let mut operation = OPEN;
    let actor = move |cx: &mut Ctx<'_>, cue: Cue<'_>| {
        match cue {
            Cue::Started => {
                for (n, (at, _)) in again.iter().enumerate() {
                    cx.wake_after(Duration::from_secs(*at), n as u64);
                }
            }
            Cue::Reply { .. } => {
                let contexts = usize::from(operation == OPEN && says);
                return cx.keep_alive(contexts);
            }
            Cue::Woken(n) => operation = again[n as usize].1,
            Cue::Failed { .. } => {}
            other => panic!("{other:?}"),
        }
        let head = CallHead::new(DCE_CL.interface, operation);
        cx.call(&head, |_| {}).unwrap();
    };
    let at = address(host, 1000);
    world.client(at, Transport::Datagram, SERVER, factory, actor)
}

fn until(world: &mut World, seconds: u64) {
    let end = world.run_until(ms(seconds * 1000));
    assert!(matches!(end, End::TimeUp | End::Quiet), "{end:?}");
}

/// Its last keepalive is 40 s old when it dies, then two minutes pass.
#[test]
fn a_client_that_dies_is_run_down_and_others_are_not() {
    let (mut world, kept, _) = world(Conditions::default());
    let dies = open(&mut world, 2, true, &[]);
    open(&mut world, 3, true, &[]);
    open(&mut world, 4, false, &[]);
    world.at(ms(50_000), Command::Crash(dies));
    until(&mut world, 1);
    assert_eq!(kept.held().len(), 3);
    until(&mut world, 159);
    assert_eq!(kept.held().len(), 3);
    until(&mut world, 161);
    assert_eq!((kept.held().len(), kept.ended().len()), (2, 1));
    // Idle but alive; silent without ever having sent a keepalive.
    until(&mut world, 100_000);
    assert_eq!((kept.held().len(), kept.ended().len()), (2, 1));
}

/// A client that destroyed its context sends no more keepalives, and may open another.
#[test]
fn a_client_without_contexts_is_silent() {
    let (mut world, kept, _) = world(Conditions::default());
    open(&mut world, 2, true, &[(30, CLOSE), (500, OPEN)]);
    until(&mut world, 29);
    let before = kept.held();
    until(&mut world, 499);
    assert_eq!(kept.held(), []);
    until(&mut world, 5000);
    let after = kept.held();
    assert_eq!((after.len(), kept.ended().len()), (1, 0));
    assert_ne!(
        before, after,
        "the first association ended with its silence"
    );
}

/// A restarted server keeps nothing and knows nobody; clients that reopen send keepalives again.
#[test]
fn a_server_that_starts_again() {
    let (mut world, kept, server) = world(Conditions::default());
    let client = open(&mut world, 2, true, &[(100, OPEN), (101, OPEN)]);
    world.at(ms(30_000), Command::Crash(server));
    world.at(ms(31_000), Command::Restart(server));
    until(&mut world, 32);
    let before = kept.held();
    // The application's memory was lost with its server.
    kept.0.lock().unwrap().0.clear();
    until(&mut world, 99);
    assert_eq!(kept.held(), [], "its words are of no context");
    until(&mut world, 5000);
    let after = kept.held();
    assert_eq!(after.len(), 1);
    assert_ne!(before, after);
    world.command(Command::Crash(client));
    until(&mut world, 5121);
    assert_eq!((kept.held(), kept.ended()), (vec![], after));
}

/// 20 % loss, duplicates, reordering: half of them die, and only those are run down.
#[test]
fn a_bad_network_takes_nobody_for_dead() {
    let (mut world, kept, _) = world(bad_network());
    let clients: Vec<_> = (2..42).map(|n| open(&mut world, n, true, &[])).collect();
    until(&mut world, 100);
    assert_eq!(kept.held().len(), 40);
    for (n, client) in clients.iter().enumerate().filter(|(n, _)| n % 2 == 0) {
        world.at(ms(100_000 + n as u64 * 10_000), Command::Crash(*client));
    }
    until(&mut world, 2000);
    assert_eq!((kept.held().len(), kept.ended().len()), (20, 20));
}

/// A call of three minutes delays its server: the keepalives that arrived meanwhile are read before
/// any client is given up.
#[test]
fn a_server_that_was_busy_gives_nobody_up() {
    let (mut world, kept, server) = world(Conditions::default());
    open(&mut world, 2, true, &[]);
    open(&mut world, 3, true, &[(30, OPEN)]);
    until(&mut world, 29);
    let takes = manyrpc_driver::sim::Delay::Fixed(Duration::from_secs(180));
    world.service(server, takes);
    until(&mut world, 40);
    world.service(server, manyrpc_driver::sim::Delay::NONE);
    until(&mut world, 5000);
    assert_eq!((kept.held().len(), kept.ended().len()), (2, 0));
}
