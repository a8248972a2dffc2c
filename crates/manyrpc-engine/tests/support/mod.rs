//! Two engines back to back in memory, and an application that echoes.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

pub mod network;

use std::net::SocketAddr;

use manyrpc_engine::{
    CallHead, CallId, ClientEngine, ClientEvent, Fault, Instant, Interface, Limits, Outcome, Rx,
    ServerEngine, onc, raw,
};

/// Echoes its arguments.
pub const ECHO: u32 = 1;
/// Answers with GARBAGE_ARGS or its kin.
pub const REFUSE: u32 = 2;
/// Has no reply.
pub const SILENT: u32 = 3;

pub const PROGRAM: Interface = Interface::Program {
    program: 0x2000_0001,
    version: 1,
};

pub fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// One protocol over one kind of transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    RawDatagram,
    RawStream,
    OncDatagram,
    OncStream,
}

pub const KINDS: [Kind; 4] = [
    Kind::RawDatagram,
    Kind::RawStream,
    Kind::OncDatagram,
    Kind::OncStream,
];

impl Kind {
    pub fn is_stream(self) -> bool {
        matches!(self, Kind::RawStream | Kind::OncStream)
    }

    pub fn is_onc(self) -> bool {
        matches!(self, Kind::OncDatagram | Kind::OncStream)
    }

    pub fn interface(self) -> Interface {
        if self.is_onc() {
            PROGRAM
        } else {
            Interface::Only
        }
    }

    pub fn head(self, operation: u32) -> CallHead {
        CallHead::new(self.interface(), operation)
    }

    pub fn client(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine> {
        let limits = limits.clone();
        match self {
            Kind::RawDatagram => Box::new(raw::Client::datagram(limits, seed)),
            Kind::RawStream => Box::new(raw::Client::stream(limits, seed)),
            Kind::OncDatagram => Box::new(onc::Client::datagram(limits, seed)),
            Kind::OncStream => Box::new(onc::Client::stream(limits, seed)),
        }
    }

    pub fn server(self, limits: &Limits) -> Box<dyn ServerEngine> {
        let limits = limits.clone();
        match self {
            Kind::RawDatagram => Box::new(raw::Server::datagram(limits)),
            Kind::RawStream => Box::new(raw::Server::stream(limits)),
            Kind::OncDatagram => Box::new(onc::Server::datagram(limits)),
            Kind::OncStream => Box::new(onc::Server::stream(limits)),
        }
    }

    /// What both engines say of a call and its reply, for feeding to others.
    pub fn messages(self, operation: u32, body: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let limits = Limits::default();
        let (mut client, mut server) = (self.client(&limits, 7), self.server(&limits));
        call(&mut *client, self, operation, body, at(0));
        let request = output(&mut *client).concat();
        let mut rx = Rx::default();
        rx.buf.put(&request);
        serve(&mut *server, &mut rx, at(0));
        let replies = server_output(&mut *server);
        let reply = replies.into_iter().flat_map(|(_, bytes)| bytes).collect();
        (request, reply)
    }
}

/// Starts a call and finishes it.
pub fn call(
    client: &mut dyn ClientEngine,
    kind: Kind,
    operation: u32,
    body: &[u8],
    now: Instant,
) -> CallId {
    let id = client.begin_call(&kind.head(operation)).unwrap();
    client.body().put(body);
    client.finish_call(now).unwrap();
    id
}

/// Everything a client has to send.
pub fn output(client: &mut dyn ClientEngine) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while let Some(transmit) = client.poll_transmit() {
        all.push(transmit.bytes.to_vec());
        let n = transmit.bytes.len();
        client.sent(n);
    }
    all
}

/// Everything a server has to send.
pub fn server_output(server: &mut dyn ServerEngine) -> Vec<(Option<SocketAddr>, Vec<u8>)> {
    let mut all = Vec::new();
    while let Some(transmit) = server.poll_transmit() {
        all.push((transmit.to, transmit.bytes.to_vec()));
        let n = transmit.bytes.len();
        server.sent(n);
    }
    all
}

/// Carries out every call in `rx`; gives how many there were.
pub fn serve(server: &mut dyn ServerEngine, rx: &mut Rx, now: Instant) -> usize {
    let mut calls = 0;
    while let Some(call) = server.next_call(rx, now) {
        calls += 1;
        let arguments = rx.buf.data()[call.arguments.clone()].to_vec();
        let _credential = &rx.buf.data()[call.credential.body.clone()];
        server.begin_reply(call.id);
        let outcome = match call.operation {
            ECHO => {
                server.body().put(&arguments);
                Outcome::Done
            }
            REFUSE => {
                server.body().put(b"half a result");
                Outcome::Fault(Fault::BadArguments)
            }
            SILENT => Outcome::Silent,
            _ => Outcome::Fault(Fault::NoSuchOperation),
        };
        server.finish_reply(outcome, now);
    }
    calls
}

/// An event, with the bytes it points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Reply(CallId, Vec<u8>),
    Other(ClientEvent),
}

/// Every event in `rx`.
pub fn events(client: &mut dyn ClientEngine, rx: &mut Rx, now: Instant) -> Vec<Seen> {
    let mut all = Vec::new();
    while let Some(event) = client.next_event(rx, now) {
        all.push(match event {
            ClientEvent::Reply { id, body, .. } => Seen::Reply(id, rx.buf.data()[body].to_vec()),
            other => Seen::Other(other),
        });
    }
    all
}
