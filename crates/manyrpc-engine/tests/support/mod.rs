//! Two engines back to back in memory, and an application that echoes.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test file uses a part"
)]

pub mod network;
pub mod pcap;

use std::fmt;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use manyrpc_engine::{
    CallHead, CallId, CallName, ClientEngine, ClientEvent, Clock, Exception, Fault, Instant,
    Limits, Outcome, Rx, ServerEngine,
};
pub use manyrpc_engines::DCE;
use manyrpc_engines::Engines;

/// Echoes its arguments.
pub const ECHO: u32 = 1;
/// Answers with GARBAGE_ARGS or its equivalent.
pub const REFUSE: u32 = 2;
/// Has no reply.
pub const SILENT: u32 = 3;
/// Raises [`raised`].
pub const RAISE: u32 = 4;
/// Answers with its caller's association, most significant byte first.
pub const ASSOCIATION: u32 = 6;

/// The messages that one side sent in a capture of `vectors`, in order.
pub fn capture(path: &Path, side: char) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| line.starts_with(side));
    lines
        .map(|line| {
            let digits = line.rsplit(' ').next().unwrap().as_bytes();
            let pairs = digits.chunks_exact(2);
            pairs
                .map(|p| u8::from_str_radix(str::from_utf8(p).unwrap(), 16).unwrap())
                .collect()
        })
        .collect()
}

pub fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// The operations' names, where they have names.
const NAMES: [&str; 5] = ["none", "echo", "refuse", "silent", "raise"];

/// Both engines of a protocol over one kind of transport, after any negotiation before the first
/// call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kind(Engines);

/// Every kind there is.
pub fn kinds() -> impl Iterator<Item = Kind> {
    manyrpc_engines::ALL.into_iter().map(Kind)
}

/// Those over streams.
pub fn streams() -> impl Iterator<Item = Kind> {
    manyrpc_engines::streams().map(Kind)
}

impl Kind {
    // Those that tests of one protocol name.
    pub const RAW_DATAGRAM: Kind = Kind(manyrpc_engines::RAW_UDP);
    pub const RAW_STREAM: Kind = Kind(manyrpc_engines::RAW_TCP);
    pub const ONC_DATAGRAM: Kind = Kind(manyrpc_engines::ONC_UDP);
    pub const ONC_STREAM: Kind = Kind(manyrpc_engines::ONC_TCP);
    pub const DCE_CO: Kind = Kind(manyrpc_engines::DCE_CO);
    pub const DCE_CL: Kind = Kind(manyrpc_engines::DCE_CL);
    pub const XML: Kind = Kind(manyrpc_engines::XML_RPC);
    pub const SOAP: [Kind; 2] = [
        Kind(manyrpc_engines::SOAP_1_1),
        Kind(manyrpc_engines::SOAP_1_2),
    ];
    pub const GRPC: Kind = Kind(manyrpc_engines::GRPC);

    /// The properties of the kind.
    pub fn engines(self) -> Engines {
        self.0
    }

    /// A seed of its own.
    pub fn seed(self) -> u64 {
        self.0.number()
    }

    pub fn is_stream(self) -> bool {
        self.0.is_stream
    }

    /// A body in this kind's syntax, made of other bytes: text formats do not accept arbitrary
    /// ones.
    pub fn body(self, bytes: &[u8]) -> Vec<u8> {
        match self.0.text {
            Some(text) => text.letters(bytes),
            None => bytes.to_vec(),
        }
    }

    /// A call that is exchanged as usual.
    pub fn head(self, operation: u32) -> CallHead<'static> {
        let name = NAMES.get(operation as usize).unwrap_or(&NAMES[0]);
        self.0.head(operation, name)
    }

    pub fn client(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine> {
        self.ready(limits, &Limits::default(), seed).0
    }

    pub fn server(self, limits: &Limits) -> Box<dyn ServerEngine> {
        self.ready(&Limits::default(), limits, 1).1
    }

    /// A client and a server that have negotiated what a call requires.
    fn ready(
        self,
        ours: &Limits,
        theirs: &Limits,
        seed: u64,
    ) -> (Box<dyn ClientEngine>, Box<dyn ServerEngine>) {
        let mut client = self.0.client_of_many(ours, seed);
        let mut server = self.0.server(theirs, 1, 2);
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        if let Some(negotiation) = client.negotiation() {
            negotiation.prepare(&self.head(ECHO), at(0)).unwrap();
        }
        loop {
            let said = output(&mut *client).concat();
            to_server.buf.put(&said);
            serve(&mut *server, &mut to_server, at(0));
            let heard = server_output(&mut *server);
            for (_, bytes) in &heard {
                to_client.buf.put(bytes);
            }
            events(&mut *client, &mut to_client, at(0));
            if said.is_empty() && heard.is_empty() {
                return (client, server);
            }
        }
    }

    /// The output of both engines for a call and its reply, for feeding to others.
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

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
    client.body().put(&kind.body(body));
    client.finish_call(now).unwrap();
    id
}

/// All output of a client.
pub fn output(client: &mut dyn ClientEngine) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while let Some(transmit) = client.poll_transmit() {
        all.push(transmit.bytes.to_vec());
        let n = transmit.bytes.len();
        client.sent(n);
    }
    all
}

/// All output of a server.
pub fn server_output(server: &mut dyn ServerEngine) -> Vec<(Option<SocketAddr>, Vec<u8>)> {
    let mut all = Vec::new();
    while let Some(transmit) = server.poll_transmit() {
        all.push((transmit.to, transmit.bytes.to_vec()));
        let n = transmit.bytes.len();
        server.sent(n);
    }
    all
}

/// An exception in every encoding, of which a server of one protocol sends one.
pub fn raised() -> Fault {
    let json = Exception::json("shop.closed", *br#"{"until":7}"#);
    match Fault::raised(5, json) {
        Fault::Detailed(mut said) => {
            let protobuf = Exception::protobuf("shop.closed", *b"\x08\x07");
            said.exceptions.push(protobuf);
            Fault::Detailed(said)
        }
        other => other,
    }
}

/// Executes every call in `rx`; returns how many there were.
pub fn serve(server: &mut dyn ServerEngine, rx: &mut Rx, now: Instant) -> usize {
    let mut calls = 0;
    while let Some(call) = server.next_call(rx, &Clock::at(now)) {
        calls += 1;
        let arguments = manyrpc_engines::sent(&rx.buf.data()[call.arguments.clone()]).to_vec();
        let _credential = &rx.buf.data()[call.credential.body.clone()];
        server.begin_reply(call.id);
        let named = |name: &Arc<CallName>| {
            let operation = name.path().operation;
            NAMES.iter().position(|n| *n == operation).unwrap_or(0) as u32
        };
        let outcome = match call.name.as_ref().map_or(call.operation, named) {
            ECHO => {
                server.body().put(&arguments);
                Outcome::Done
            }
            REFUSE => {
                server.body().put(b"half a result");
                Outcome::Fault(Fault::BadArguments)
            }
            ASSOCIATION => {
                server.body().put(&call.association.to_be_bytes());
                Outcome::Done
            }
            RAISE => {
                server.body().put(b"half a result");
                Outcome::Fault(raised())
            }
            SILENT => Outcome::Silent,
            _ => Outcome::Fault(Fault::NoSuchOperation),
        };
        server.finish_reply(outcome, &Clock::at(now));
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
    while let Some(event) = client.next_event(rx, &Clock::at(now)) {
        all.push(match event {
            // The body is taken away, as drivers may.
            ClientEvent::Reply { id, body, .. } => {
                let body = rx.buf.detach(body, manyrpc_engine::Buf::new());
                Seen::Reply(id, manyrpc_engines::sent(body.data()).to_vec())
            }
            other => Seen::Other(other),
        });
    }
    all
}
