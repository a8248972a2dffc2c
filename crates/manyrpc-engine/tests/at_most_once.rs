//! Calls that must not be executed twice, over a network that loses, duplicates and reorders.
//!
//! RFC 5531 section 5, "execute-at-most-once semantics".

mod support;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::limits::{DatagramLimits, ReplyCacheLimits};
use manyrpc_engine::onc::{Client, Server};
use manyrpc_engine::{
    CallId, ClientEngine, ClientEvent, Clock, Instant, Limits, Outcome, Rx, ServerEngine,
};
use support::network::{Network, Packet};
use support::{Kind, call};

struct World {
    network: Network,
    now: Instant,
    server: Server,
    clients: Vec<ClientSide>,
    /// How often each call (client, number) was executed.
    carried_out: HashMap<[u8; 8], u32>,
    to_start: u64,
    idempotent: bool,
}

struct ClientSide {
    engine: Client,
    address: SocketAddr,
    started: u32,
    waiting: HashMap<CallId, [u8; 8]>,
    answered: u64,
    timed_out: u64,
}

/// Limits under which a call is sent about thirty times before it times out.
fn patient() -> Limits {
    Limits {
        datagram: DatagramLimits {
            longest_retransmit: Some(Duration::from_secs(1)),
            ..DatagramLimits::default()
        },
        ..Limits::default()
    }
}

fn server_address() -> SocketAddr {
    "10.0.0.1:2049".parse().unwrap()
}

impl World {
    fn new(clients: usize, calls: u64, limits: Limits, seed: u64) -> Self {
        let side = |n: usize| ClientSide {
            engine: Client::datagram(limits.clone(), seed * 1000 + n as u64),
            address: SocketAddr::from(([10, 0, 1, (n / 100) as u8], 1000 + (n % 100) as u16)),
            started: 0,
            waiting: HashMap::new(),
            answered: 0,
            timed_out: 0,
        };
        World {
            network: Network::bad(seed),
            now: Instant::ZERO,
            server: Server::datagram(limits.clone()),
            clients: (0..clients).map(side).collect(),
            carried_out: HashMap::new(),
            to_start: calls,
            idempotent: false,
        }
    }

    fn start_call(&mut self, n: usize) {
        if self.to_start == 0 {
            return;
        }
        self.to_start -= 1;
        let side = &mut self.clients[n];
        let mut name = [0; 8];
        name[..4].copy_from_slice(&(n as u32).to_be_bytes());
        name[4..].copy_from_slice(&side.started.to_be_bytes());
        side.started += 1;
        let id = call(&mut side.engine, Kind::ONC_DATAGRAM, 1, &name, self.now);
        side.waiting.insert(id, name);
    }

    fn flush(&mut self, n: usize) {
        let side = &mut self.clients[n];
        while let Some(transmit) = side.engine.poll_transmit() {
            let len = transmit.bytes.len();
            self.network
                .send(self.now, side.address, server_address(), transmit.bytes);
            side.engine.sent(len);
        }
    }

    fn at_server(&mut self, packet: &Packet) {
        let mut rx = Rx {
            from: Some(packet.from),
            ..Rx::default()
        };
        rx.buf.put(&packet.bytes);
        loop {
            let call = self.server.next_call(&mut rx, &Clock::at(self.now));
            if let Some(call) = &call {
                let name: [u8; 8] = rx.buf.data()[call.arguments.clone()].try_into().unwrap();
                *self.carried_out.entry(name).or_default() += 1;
                self.server.begin_reply(call.id);
                self.server.body().put(&name);
                let outcome = if self.idempotent {
                    Outcome::Idempotent
                } else {
                    Outcome::Done
                };
                self.server.finish_reply(outcome, &Clock::at(self.now));
            }
            while let Some(transmit) = self.server.poll_transmit() {
                let (to, len) = (transmit.to.unwrap(), transmit.bytes.len());
                self.network
                    .send(self.now, server_address(), to, transmit.bytes);
                self.server.sent(len);
            }
            if call.is_none() {
                return;
            }
        }
    }

    fn at_client(&mut self, n: usize, packet: Option<&Packet>) {
        let mut rx = Rx::default();
        if let Some(packet) = packet {
            rx.buf.put(&packet.bytes);
        }
        while let Some(event) = self.clients[n]
            .engine
            .next_event(&mut rx, &Clock::at(self.now))
        {
            let side = &mut self.clients[n];
            match event {
                ClientEvent::Reply { id, body, .. } => {
                    let name = side.waiting.remove(&id).expect("one reply for each call");
                    assert_eq!(rx.buf.data()[body], name);
                    side.answered += 1;
                }
                ClientEvent::Failed { id, .. } => {
                    side.waiting.remove(&id).expect("one end for each call");
                    side.timed_out += 1;
                }
                ClientEvent::Ended { .. } => unreachable!("no call here has several messages"),
                ClientEvent::Broken(e) => panic!("{e}"),
            }
            self.start_call(n);
        }
        self.flush(n);
    }

    /// Runs until nothing more happens.
    fn run(&mut self, in_flight: usize) {
        for n in 0..self.clients.len() {
            for _ in 0..in_flight {
                self.start_call(n);
            }
            self.flush(n);
        }
        loop {
            let timers = self.clients.iter().enumerate();
            let timer = timers
                .filter_map(|(n, c)| Some((c.engine.next_timeout()?, n)))
                .min();
            let packet = self.network.queue.peek().map(|Reverse(p)| p.at);
            match (timer, packet) {
                (Some((at, n)), _) if packet.is_none_or(|p| at <= p) => {
                    self.now = self.now.max(at);
                    self.clients[n].engine.handle_timeout(self.now);
                    assert!(
                        self.clients[n]
                            .engine
                            .next_timeout()
                            .is_none_or(|t| t > self.now)
                    );
                    self.at_client(n, None);
                }
                (_, Some(_)) => {
                    let Reverse(packet) = self.network.queue.pop().unwrap();
                    self.now = self.now.max(packet.at);
                    if packet.to == server_address() {
                        self.at_server(&packet);
                    } else {
                        let n = self
                            .clients
                            .iter()
                            .position(|c| c.address == packet.to)
                            .unwrap();
                        self.at_client(n, Some(&packet));
                    }
                }
                _ => return,
            }
        }
    }

    fn answered(&self) -> u64 {
        self.clients.iter().map(|c| c.answered).sum()
    }

    fn most_often(&self) -> u32 {
        self.carried_out.values().copied().max().unwrap_or(0)
    }
}

#[test]
fn one_call_in_flight_each_is_exactly_once() {
    let mut world = World::new(32, 40_000, patient(), 1);
    world.run(1);
    assert_eq!(world.answered(), 40_000, "no call lost");
    assert_eq!(world.most_often(), 1, "no call carried out twice");
    assert_eq!(world.carried_out.len(), 40_000);
    let seen = world.server.counters();
    assert!(
        seen.duplicates_answered > 5000,
        "the network was bad: {seen:?}"
    );
    assert_eq!(world.server.calls_in_flight(), 0);
}

#[test]
fn a_small_cache_still_keeps_the_last_reply_of_each_client() {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            replies: 40,
            ..ReplyCacheLimits::default()
        },
        ..patient()
    };
    let mut world = World::new(32, 20_000, limits, 2);
    world.run(1);
    assert_eq!((world.answered(), world.most_often()), (20_000, 1));
    assert!(world.server.cache_usage().0 <= 40);
}

#[test]
fn many_calls_in_flight_are_at_most_once_and_lost_only_with_their_reply() {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            replies: 200,
            ..ReplyCacheLimits::default()
        },
        ..patient()
    };
    let mut world = World::new(8, 30_000, limits, 3);
    world.run(16);
    assert_eq!(world.most_often(), 1);
    let lost = 30_000 - world.answered();
    assert!(lost > 0, "this cache is too small to answer all");
    assert!(world.server.counters().duplicates_forgotten >= lost);
    let mut world = World::new(8, 30_000, patient(), 3);
    world.run(16);
    assert_eq!(world.most_often(), 1);
    assert!(world.answered() >= 29_990, "{}", world.answered());
}

#[test]
fn without_a_cache_calls_are_carried_out_again() {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            replies: 0,
            ..ReplyCacheLimits::default()
        },
        ..patient()
    };
    let mut world = World::new(8, 2000, limits, 4);
    world.run(1);
    assert_eq!(world.answered(), 2000);
    assert!(world.most_often() > 2, "what 1989 saw");
}

#[test]
fn idempotent_calls_are_not_remembered() {
    let mut world = World::new(8, 2000, patient(), 5);
    world.idempotent = true;
    world.run(1);
    assert_eq!(world.answered(), 2000);
    assert!(world.most_often() > 1);
    assert_eq!(world.server.cache_usage(), (0, 0, 0));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = || {
        let limits = Limits {
            call_timeout: Duration::from_secs(5),
            ..patient()
        };
        let mut world = World::new(5, 1000, limits, 6);
        world.run(3);
        (
            world.now,
            world.server.counters(),
            world.clients[3].engine.counters(),
        )
    };
    assert_eq!(run(), run());
}
