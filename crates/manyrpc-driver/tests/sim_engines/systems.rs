//! The engines under test.

use std::sync::Arc;

use manyrpc_driver::sim::counter::Costume;
use manyrpc_driver::sim::{ClientFactory, ServerFactory, Transport};
use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::{
    CallHead, ClientEngine, InterfaceId, Limits, Path, ServerEngine, Streams, dce, grpc, jsonrpc,
    onc, raw, xmlrpc,
};

use crate::costumes::{JSON, XML};

/// A protocol over a transport.
#[derive(Clone, Copy)]
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) transport: Transport,
    pub(crate) interface: InterfaceId<'static>,
    /// The operation's.
    pub(crate) operation_name: &'static str,
    pub(crate) costume: Costume,
    /// Whether calls are sent again, and executed once all the same.
    pub(crate) reliable: bool,
    /// Whether messages go as datagrams that are acknowledged.
    pub(crate) acknowledges: bool,
    /// Whether it writes text, which takes more room than the bytes that it stands for.
    pub(crate) in_text: bool,
    make_client: fn(Limits, u64) -> Box<dyn ClientEngine>,
    /// For the life of the server with this number, and a random number.
    make_server: fn(Limits, u32, u64) -> Box<dyn ServerEngine>,
}

const PROGRAM: InterfaceId<'static> = InterfaceId::of_program(0x2000_0001, 1);

pub(crate) const ONC_UDP: System = System {
    name: "onc-udp",
    transport: Transport::Datagram,
    interface: PROGRAM,
    operation_name: "",
    costume: Costume::NONE,
    reliable: true,
    acknowledges: false,
    in_text: false,
    make_client: |limits, seed| Box::new(onc::Client::datagram(limits, seed)),
    make_server: |limits, _, _| Box::new(onc::Server::datagram(limits)),
};

pub(crate) const ONC_TCP: System = System {
    name: "onc-tcp",
    transport: Transport::Stream,
    interface: PROGRAM,
    operation_name: "",
    costume: Costume::NONE,
    reliable: true,
    acknowledges: false,
    in_text: false,
    make_client: |limits, seed| Box::new(onc::Client::stream(limits, seed)),
    make_server: |limits, _, _| Box::new(onc::Server::stream(limits)),
};

pub(crate) const RAW_UDP: System = System {
    name: "raw-udp",
    transport: Transport::Datagram,
    interface: InterfaceId::ONLY,
    operation_name: "",
    costume: Costume::NONE,
    reliable: false,
    acknowledges: false,
    in_text: false,
    make_client: |limits, seed| Box::new(raw::Client::datagram(limits, seed)),
    make_server: |limits, _, _| Box::new(raw::Server::datagram(limits)),
};

pub(crate) const RAW_TCP: System = System {
    name: "raw-tcp",
    transport: Transport::Stream,
    interface: InterfaceId::ONLY,
    operation_name: "",
    costume: Costume::NONE,
    reliable: true,
    acknowledges: false,
    in_text: false,
    make_client: |limits, seed| Box::new(raw::Client::stream(limits, seed)),
    make_server: |limits, _, _| Box::new(raw::Server::stream(limits)),
};

const DCE: InterfaceId<'static> = InterfaceId::of_uuid(
    dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
    1,
    0,
);

/// A process that serves everything.
struct Host;

impl dce::Host for Host {
    fn serves(&self, _: &[u8; 16], _: u16, _: u16) -> bool {
        true
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        Some(wanted.max(1))
    }

    fn leave_group(&self, _: u32) -> bool {
        true
    }
}

pub(crate) const DCE_CO: System = System {
    name: "dce-co",
    transport: Transport::Stream,
    interface: DCE,
    operation_name: "",
    costume: Costume::NONE,
    reliable: true,
    acknowledges: false,
    in_text: false,
    make_client: |limits, seed| Box::new(dce::co::Client::new(limits, seed)),
    make_server: |limits, _, _| Box::new(dce::co::Server::new(limits, Arc::new(Host))),
};

pub(crate) const DCE_CL: System = System {
    name: "dce-cl",
    transport: Transport::Datagram,
    interface: DCE,
    operation_name: "",
    costume: Costume::NONE,
    reliable: true,
    acknowledges: true,
    in_text: false,
    make_client: |limits, seed| {
        let personality = dce::cl::Personality::DEFAULT;
        Box::new(dce::cl::Client::new(limits, personality, seed))
    },
    make_server: |limits, life, seed| {
        let personality = dce::cl::Personality::DEFAULT;
        Box::new(dce::cl::Server::new(limits, personality, seed, life))
    },
};

pub(crate) const NCS: System = System {
    name: "ncs",
    make_client: |limits, seed| {
        let personality = dce::cl::Personality::NCS;
        Box::new(dce::cl::Client::new(limits, personality, seed))
    },
    make_server: |limits, life, seed| {
        let personality = dce::cl::Personality::NCS;
        Box::new(dce::cl::Server::new(limits, personality, seed, life))
    },
    ..DCE_CL
};

/// Systems that name what they call.
const NAMED: System = System {
    transport: Transport::Stream,
    interface: InterfaceId::of_name("sim.Echo"),
    operation_name: "Echo",
    ..RAW_TCP
};

/// A process whose operations have one message each way, but for those that say otherwise.
struct Sim;

impl grpc::Host for Sim {
    fn streams_of(&self, path: Path<'_>) -> Streams {
        Streams {
            request: matches!(path.operation, "Many" | "Gather"),
            reply: matches!(path.operation, "Many" | "Pour"),
        }
    }
}

pub(crate) const GRPC: System = System {
    name: "grpc",
    make_client: |limits, _| Box::new(grpc::Client::new(limits, "sim", false)),
    make_server: |limits, _, _| Box::new(grpc::Server::new(limits, Arc::new(Sim))),
    ..NAMED
};

const TARGET: Target<'static> = Target {
    host: "sim",
    path: "/",
};

pub(crate) const XML_RPC: System = System {
    name: "xml-rpc",
    costume: XML,
    in_text: true,
    make_client: |limits, seed| Box::new(xmlrpc::Client::new(limits, TARGET, seed)),
    make_server: |limits, _, _| Box::new(xmlrpc::Server::new(limits)),
    ..NAMED
};

pub(crate) const JSON_RPC_HTTP: System = System {
    name: "json-rpc-http",
    costume: JSON,
    in_text: true,
    make_client: |limits, seed| Box::new(jsonrpc::Client::http(limits, TARGET, seed)),
    make_server: |limits, _, _| Box::new(jsonrpc::Server::http(limits)),
    ..NAMED
};

pub(crate) const JSON_RPC_LINES: System = System {
    name: "json-rpc-lines",
    make_client: |limits, seed| {
        let framing = jsonrpc::Framing::Line;
        Box::new(jsonrpc::Client::stream(limits, framing, seed))
    },
    make_server: |limits, _, _| Box::new(jsonrpc::Server::stream(limits, jsonrpc::Framing::Line)),
    ..JSON_RPC_HTTP
};

pub(crate) const JSON_RPC_LENGTHS: System = System {
    name: "json-rpc-lengths",
    make_client: |limits, seed| {
        let framing = jsonrpc::Framing::ContentLength;
        Box::new(jsonrpc::Client::stream(limits, framing, seed))
    },
    make_server: |limits, _, _| {
        let framing = jsonrpc::Framing::ContentLength;
        Box::new(jsonrpc::Server::stream(limits, framing))
    },
    ..JSON_RPC_HTTP
};

pub(crate) const ALL: [System; 12] = [
    ONC_UDP,
    ONC_TCP,
    RAW_UDP,
    RAW_TCP,
    DCE_CO,
    DCE_CL,
    NCS,
    GRPC,
    XML_RPC,
    JSON_RPC_HTTP,
    JSON_RPC_LINES,
    JSON_RPC_LENGTHS,
];
pub(crate) const STREAMS: [System; 8] = [
    ONC_TCP,
    RAW_TCP,
    DCE_CO,
    GRPC,
    XML_RPC,
    JSON_RPC_HTTP,
    JSON_RPC_LINES,
    JSON_RPC_LENGTHS,
];
pub(crate) const DATAGRAMS: [System; 4] = [ONC_UDP, RAW_UDP, DCE_CL, NCS];

impl System {
    /// A call of one of its operations.
    pub(crate) fn head(self, operation: u32) -> CallHead<'static> {
        CallHead {
            name: self.operation_name,
            ..CallHead::new(self.interface, operation)
        }
    }

    pub(crate) fn client(
        self,
        limits: &Limits,
    ) -> impl FnMut(u64) -> Box<dyn ClientEngine> + Clone + 'static {
        let limits = limits.clone();
        move |seed| (self.make_client)(limits.clone(), seed)
    }

    pub(crate) fn client_factory(self) -> ClientFactory {
        Box::new(self.client(&Limits::default()))
    }

    pub(crate) fn server(self, limits: &Limits) -> ServerFactory {
        let limits = limits.clone();
        let mut life = 0;
        Box::new(move |seed| {
            life += 1;
            (self.make_server)(limits.clone(), life, seed)
        })
    }
}
