//! Two engines back to back in memory, and an application that echoes.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

pub mod network;

use std::net::SocketAddr;
use std::sync::Arc;

use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::{
    CallHead, CallId, CallKind, CallName, ClientEngine, ClientEvent, Clock, Exception, Fault,
    Instant, InterfaceId, Limits, Outcome, Path, Rx, ServerEngine, Streams, dce, grpc, jsonrpc,
    onc, raw, xmlrpc,
};

/// Echoes its arguments.
pub const ECHO: u32 = 1;
/// Answers with GARBAGE_ARGS or its kin.
pub const REFUSE: u32 = 2;
/// Has no reply.
pub const SILENT: u32 = 3;
/// Raises [`raised`].
pub const RAISE: u32 = 4;
/// Answers with its caller's association, most significant byte first.
pub const ASSOCIATION: u32 = 6;

pub const PROGRAM: InterfaceId<'static> = InterfaceId::of_program(0x2000_0001, 1);

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
    DceCo,
    DceCl,
    Ncs,
    JsonLine,
    JsonLength,
    JsonHttp,
    Xml,
    Grpc,
}

pub const KINDS: [Kind; 12] = [
    Kind::RawDatagram,
    Kind::RawStream,
    Kind::OncDatagram,
    Kind::OncStream,
    Kind::DceCo,
    Kind::DceCl,
    Kind::Ncs,
    Kind::JsonLine,
    Kind::JsonLength,
    Kind::JsonHttp,
    Kind::Xml,
    Kind::Grpc,
];

pub const STREAMS: [Kind; 8] = [
    Kind::RawStream,
    Kind::OncStream,
    Kind::DceCo,
    Kind::JsonLine,
    Kind::JsonLength,
    Kind::JsonHttp,
    Kind::Xml,
    Kind::Grpc,
];

/// Where requests of HTTP go.
const TARGET: Target<'_> = Target {
    host: "server:80",
    path: "/",
};

/// What the operations are called where they have names.
const NAMES: [&str; 5] = ["none", "echo", "refuse", "silent", "raise"];

/// The interface of the DCE kinds, version 1.0.
pub const DCE: InterfaceId<'static> = InterfaceId::of_uuid(
    dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
    1,
    0,
);

/// A process that serves [`DCE`].
pub struct Host;

impl dce::Host for Host {
    fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        DCE == InterfaceId::of_uuid(*uuid, major, minor)
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        (wanted <= 1).then_some(1)
    }

    fn leave_group(&self, _id: u32) -> bool {
        false
    }
}

impl grpc::Host for Host {
    fn streams_of(&self, _: Path<'_>) -> Streams {
        Streams::NONE
    }
}

impl Kind {
    pub fn is_stream(self) -> bool {
        STREAMS.contains(&self)
    }

    /// Every request has a response, in the same order.
    pub fn is_http(self) -> bool {
        matches!(self, Kind::JsonHttp | Kind::Xml)
    }

    pub fn is_onc(self) -> bool {
        matches!(self, Kind::OncDatagram | Kind::OncStream)
    }

    pub fn interface(self) -> InterfaceId<'static> {
        match self {
            Kind::OncDatagram | Kind::OncStream => PROGRAM,
            Kind::DceCo | Kind::DceCl | Kind::Ncs => DCE,
            Kind::RawDatagram | Kind::RawStream => InterfaceId::ONLY,
            _ => InterfaceId::of_name("bench.Tests"),
        }
    }

    pub fn is_connectionless(self) -> bool {
        matches!(self, Kind::DceCl | Kind::Ncs)
    }

    /// HTTP/2's header block of a call goes before its arguments are written, so a call that is
    /// given up until then has begun on the wire, and is reset there. Header blocks also become
    /// shorter by what went before.
    pub fn opens_first(self) -> bool {
        self == Kind::Grpc
    }

    /// Whether each of a server's calls is answered, even those that nobody waits for.
    pub fn always_replies(self) -> bool {
        self.is_http() || self == Kind::Grpc
    }

    /// What a client hears of a result that its server cannot send.
    pub fn unsendable(self) -> Fault {
        let what = "the reply is larger than the server sends";
        match self {
            Kind::Grpc => grpc::status::said(grpc::status::RESOURCE_EXHAUSTED, what),
            _ => Fault::ServerFailure,
        }
    }

    fn framing(self) -> jsonrpc::Framing {
        match self {
            Kind::JsonLength => jsonrpc::Framing::ContentLength,
            _ => jsonrpc::Framing::Line,
        }
    }

    pub fn personality(self) -> dce::cl::Personality {
        match self {
            Kind::Ncs => dce::cl::Personality::NCS,
            _ => dce::cl::Personality::DEFAULT,
        }
    }

    /// A body as this kind has it, made of other bytes: JSON takes not any.
    pub fn body(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Kind::JsonLine | Kind::JsonLength | Kind::JsonHttp => {
                let letters = bytes.iter().map(|b| b'a' + b % 26);
                let quoted = b"[\"".iter().copied().chain(letters);
                quoted.chain(*b"\"]").collect()
            }
            Kind::Xml => {
                let letters = bytes.iter().map(|b| b'a' + b % 26);
                let value = b"<param><value>".iter().copied().chain(letters);
                value.chain(*b"</value></param>").collect()
            }
            _ => bytes.to_vec(),
        }
    }

    /// A call that is exchanged without further ado: an idempotent one, where the server would
    /// ask its client first.
    pub fn head(self, operation: u32) -> CallHead<'static> {
        CallHead {
            idempotent: self.is_connectionless(),
            name: NAMES.get(operation as usize).unwrap_or(&NAMES[0]),
            ..CallHead::new(self.interface(), operation)
        }
    }

    pub fn client(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine> {
        let limits = limits.clone();
        match self {
            Kind::RawDatagram => Box::new(raw::Client::datagram(limits, seed)),
            Kind::RawStream => Box::new(raw::Client::stream(limits, seed)),
            Kind::OncDatagram => Box::new(onc::Client::datagram(limits, seed)),
            Kind::OncStream => Box::new(onc::Client::stream(limits, seed)),
            Kind::DceCo => Box::new(bound(dce::co::Client::new(limits, seed), None).0),
            Kind::DceCl | Kind::Ncs => {
                Box::new(dce::cl::Client::new(limits, self.personality(), seed))
            }
            Kind::JsonLine | Kind::JsonLength => {
                Box::new(jsonrpc::Client::stream(limits, self.framing(), seed))
            }
            Kind::JsonHttp => {
                let mut client = jsonrpc::Client::http(limits, TARGET, seed);
                client.set_pipelining(true);
                Box::new(client)
            }
            Kind::Xml => {
                let mut client = xmlrpc::Client::new(limits, TARGET, seed);
                client.set_pipelining(true);
                Box::new(client)
            }
            Kind::Grpc => Box::new(greeted(limits, Limits::default()).0),
        }
    }

    pub fn server(self, limits: &Limits) -> Box<dyn ServerEngine> {
        let limits = limits.clone();
        match self {
            Kind::RawDatagram => Box::new(raw::Server::datagram(limits)),
            Kind::RawStream => Box::new(raw::Server::stream(limits)),
            Kind::OncDatagram => Box::new(onc::Server::datagram(limits)),
            Kind::OncStream => Box::new(onc::Server::stream(limits)),
            Kind::DceCo => {
                let server = dce::co::Server::new(limits, Arc::new(Host));
                let client = dce::co::Client::new(Limits::default(), 1);
                Box::new(bound(client, Some(server)).1)
            }
            Kind::DceCl | Kind::Ncs => {
                Box::new(dce::cl::Server::new(limits, self.personality(), 2, 1))
            }
            Kind::JsonLine | Kind::JsonLength => {
                Box::new(jsonrpc::Server::stream(limits, self.framing()))
            }
            Kind::JsonHttp => Box::new(jsonrpc::Server::http(limits)),
            Kind::Xml => Box::new(xmlrpc::Server::new(limits)),
            Kind::Grpc => Box::new(greeted(Limits::default(), limits).1),
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

/// A client and a server with an association between them, as before a second call.
pub fn bound(
    mut client: dce::co::Client,
    server: Option<dce::co::Server>,
) -> (dce::co::Client, dce::co::Server) {
    let new = || dce::co::Server::new(Limits::default(), Arc::new(Host));
    let mut server = server.unwrap_or_else(new);
    let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
    let head = CallHead {
        kind: CallKind::OneWay,
        ..Kind::DceCo.head(SILENT)
    };
    client.begin_call(&head).unwrap();
    client.finish_call(at(0)).unwrap();
    to_server.buf.put(&output(&mut client).concat());
    serve(&mut server, &mut to_server, at(0));
    for (_, bytes) in server_output(&mut server) {
        to_client.buf.put(&bytes);
    }
    assert_eq!(events(&mut client, &mut to_client, at(0)), []);
    assert_eq!(output(&mut client).len(), 1, "the call that waited");
    (client, server)
}

/// A client and a server that know each other's settings, as before a second call.
pub fn greeted(ours: Limits, theirs: Limits) -> (grpc::Client, grpc::Server) {
    let mut client = grpc::Client::new(ours, "localhost", false);
    let mut server = grpc::Server::new(theirs, Arc::new(Host));
    let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
    loop {
        let said = output(&mut client).concat();
        to_server.buf.put(&said);
        serve(&mut server, &mut to_server, at(0));
        let heard = server_output(&mut server);
        for (_, bytes) in &heard {
            to_client.buf.put(bytes);
        }
        assert_eq!(events(&mut client, &mut to_client, at(0)), []);
        if said.is_empty() && heard.is_empty() {
            return (client, server);
        }
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

/// An exception in every notation there is, as a server of one protocol gives it in one.
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

/// Carries out every call in `rx`; gives how many there were.
pub fn serve(server: &mut dyn ServerEngine, rx: &mut Rx, now: Instant) -> usize {
    let mut calls = 0;
    while let Some(call) = server.next_call(rx, &Clock::at(now)) {
        calls += 1;
        let arguments = rx.buf.data()[call.arguments.clone()].to_vec();
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
    while let Some(event) = client.next_event(rx, &Clock::at(now)) {
        all.push(match event {
            ClientEvent::Reply { id, body, .. } => Seen::Reply(id, rx.buf.data()[body].to_vec()),
            other => Seen::Other(other),
        });
    }
    all
}
