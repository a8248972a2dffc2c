//! The cost of a null call in the engines alone: client and server, both directions, in memory.
//!
//! `cargo bench -p manyrpc-engine` prints nanoseconds per call: the best and the median of all
//! rounds.
#![allow(clippy::print_stdout, reason = "this is what a benchmark is for")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant as WallClock;

use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{
    CallHead, CallId, ClientEngine, ClientEvent, Clock, Instant, InterfaceId, Limits, Outcome, Rx,
    ServerEngine, dce, onc, raw,
};
use manyrpc_engines::Process;

const CALLS: u32 = 1000;
const ROUNDS: usize = 401;

struct Path<C, S> {
    client: C,
    server: S,
    to_server: Rx,
    to_client: Rx,
    head: CallHead<'static>,
    body: Vec<u8>,
}

impl<C: ClientEngine, S: ServerEngine> Path<C, S> {
    fn new(client: C, server: S, interface: InterfaceId<'static>, body: usize) -> Self {
        let from = Some("127.0.0.1:1000".parse().unwrap());
        let head = CallHead::new(interface, 1);
        Path {
            client,
            server,
            to_server: Rx {
                from,
                ..Rx::default()
            },
            to_client: Rx::default(),
            head,
            body: vec![7; body],
        }
    }

    fn call(&mut self, now: Instant) {
        let id = self.client.begin_call(&self.head).unwrap();
        self.client.body().put(&self.body);
        self.client.finish_call(now).unwrap();
        // The first call of some protocols takes an additional exchange.
        while !self.exchange(id, now) {}
        black_box(self.client.next_timeout());
    }

    /// Lets both sides send once; true if the reply has arrived.
    fn exchange(&mut self, id: CallId, now: Instant) -> bool {
        while let Some(transmit) = self.client.poll_transmit() {
            self.to_server.buf.put(transmit.bytes);
            let n = transmit.bytes.len();
            self.client.sent(n);
        }
        while let Some(call) = self.server.next_call(&mut self.to_server, &Clock::at(now)) {
            self.server.begin_reply(call.id);
            let arguments = &self.to_server.buf.data()[call.arguments];
            self.server.body().put(arguments);
            self.server.finish_reply(Outcome::Done, &Clock::at(now));
        }
        while let Some(transmit) = self.server.poll_transmit() {
            self.to_client.buf.put(transmit.bytes);
            let n = transmit.bytes.len();
            self.server.sent(n);
        }
        let mut replied = false;
        while let Some(event) = self.client.next_event(&mut self.to_client, &Clock::at(now)) {
            replied |= matches!(event, ClientEvent::Reply { id: of, .. } if of == id);
        }
        black_box(replied)
    }

    fn measure(&mut self, name: &str) {
        let mut ns_per_call = Vec::new();
        let mut now_ns = 0;
        for _ in 0..ROUNDS {
            let start = WallClock::now();
            for _ in 0..CALLS {
                now_ns += 20_000;
                self.call(Instant::from_nanos(now_ns));
            }
            ns_per_call.push(start.elapsed().as_nanos() as f64 / f64::from(CALLS));
        }
        ns_per_call.sort_by(f64::total_cmp);
        let (best, median) = (ns_per_call[0], ns_per_call[ROUNDS / 2]);
        println!("{name:28} best {best:6.1} ns   median {median:6.1} ns");
    }
}

fn main() {
    let limits = Limits::default();
    let off = Limits {
        reply_cache: ReplyCacheLimits {
            replies: 0,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    };
    let program = InterfaceId::of_program(0x2000_0001, 1);
    let uuid = InterfaceId::of_uuid([7; 16], 1, 0);
    for body in [0, 512, 8192] {
        let raw = InterfaceId::ONLY;
        let (client, server) = (
            raw::Client::datagram(limits.clone(), 1),
            raw::Server::datagram(limits.clone()),
        );
        Path::new(client, server, raw, body).measure(&format!("raw datagram, {body} bytes"));
        let (client, server) = (
            raw::Client::stream(limits.clone(), 1),
            raw::Server::stream(limits.clone()),
        );
        Path::new(client, server, raw, body).measure(&format!("raw stream, {body} bytes"));
        let (client, server) = (
            onc::Client::datagram(limits.clone(), 1),
            onc::Server::datagram(limits.clone()),
        );
        Path::new(client, server, program, body).measure(&format!("onc datagram, {body} bytes"));
        let (client, server) = (
            onc::Client::datagram(limits.clone(), 1),
            onc::Server::datagram(off.clone()),
        );
        Path::new(client, server, program, body)
            .measure(&format!("onc datagram, no cache, {body}"));
        let (client, server) = (
            dce::co::Client::new(limits.clone(), 1),
            dce::co::Server::new(limits.clone(), Arc::new(Process)),
        );
        Path::new(client, server, uuid, body).measure(&format!("dce-co, {body} bytes"));
        let (client, server) = (
            onc::Client::stream(limits.clone(), 1),
            onc::Server::stream(limits.clone()),
        );
        Path::new(client, server, program, body).measure(&format!("onc stream, {body} bytes"));
    }
}
