//! The rows of the table, protocol by protocol.

use std::sync::Arc;

use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::dce::cl::Personality;
use manyrpc_engine::{
    Fault, InterfaceId, Limits, Path, Streams, dce, giop, grpc, jsonrpc, onc, raw, soap, xmlrpc,
};

use crate::{Engines, Exceptions, Text};

/// All engines.
pub const ALL: [Engines; 16] = [
    RAW_UDP,
    RAW_TCP,
    ONC_UDP,
    ONC_TCP,
    DCE_CO,
    DCE_CL,
    NCS,
    JSON_RPC_LINES,
    JSON_RPC_LENGTHS,
    JSON_RPC_HTTP,
    XML_RPC,
    SOAP_1_1,
    SOAP_1_2,
    GRPC,
    GIOP_1_0,
    GIOP_1_2,
];

/// The interface of [`ONC_UDP`] and [`ONC_TCP`].
pub const PROGRAM: InterfaceId<'static> = InterfaceId::of_program(0x2000_0001, 1);

/// The interface of [`DCE_CO`], [`DCE_CL`] and [`NCS`], version 1.0.
pub const DCE: InterfaceId<'static> = InterfaceId::of_uuid(
    dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
    1,
    0,
);

/// The floor over datagrams, without retransmission.
pub const RAW_UDP: Engines = Engines {
    name: "raw-udp",
    is_stream: false,
    interface: InterfaceId::ONLY,
    text: None,
    is_reliable: false,
    acknowledges: false,
    beginning: &[0x80, 0],
    is_in_order: false,
    opens_first: false,
    always_replies: false,
    exceptions: None,
    unsendable: || Fault::ServerFailure,
    make_client: |limits, seed| Box::new(raw::Client::datagram(limits, seed)),
    make_many: None,
    make_server: |limits, _, _| Box::new(raw::Server::datagram(limits)),
};

/// The floor over a stream.
pub const RAW_TCP: Engines = Engines {
    name: "raw-tcp",
    is_stream: true,
    is_reliable: true,
    make_client: |limits, seed| Box::new(raw::Client::stream(limits, seed)),
    make_server: |limits, _, _| Box::new(raw::Server::stream(limits)),
    ..RAW_UDP
};

/// ONC RPC over datagrams.
pub const ONC_UDP: Engines = Engines {
    name: "onc-udp",
    interface: PROGRAM,
    is_reliable: true,
    make_client: |limits, seed| Box::new(onc::Client::datagram(limits, seed)),
    make_server: |limits, _, _| Box::new(onc::Server::datagram(limits)),
    ..RAW_UDP
};

/// ONC RPC over a stream.
pub const ONC_TCP: Engines = Engines {
    name: "onc-tcp",
    interface: PROGRAM,
    make_client: |limits, seed| Box::new(onc::Client::stream(limits, seed)),
    make_server: |limits, _, _| Box::new(onc::Server::stream(limits)),
    ..RAW_TCP
};

/// DCE RPC over a connection.
pub const DCE_CO: Engines = Engines {
    name: "dce-co",
    interface: DCE,
    make_client: |limits, seed| Box::new(dce::co::Client::new(limits, seed)),
    make_server: |limits, _, _| Box::new(dce::co::Server::new(limits, Arc::new(Process))),
    ..RAW_TCP
};

/// DCE RPC over datagrams.
pub const DCE_CL: Engines = Engines {
    name: "dce-cl",
    interface: DCE,
    is_reliable: true,
    acknowledges: true,
    make_client: |limits, seed| Box::new(connectionless(limits, Personality::DEFAULT, seed)),
    make_server: |limits, life, seed| {
        let personality = Personality::DEFAULT;
        Box::new(dce::cl::Server::new(limits, personality, seed, life))
    },
    ..RAW_UDP
};

/// Apollo NCS.
pub const NCS: Engines = Engines {
    name: "ncs",
    make_client: |limits, seed| Box::new(connectionless(limits, Personality::NCS, seed)),
    make_server: |limits, life, seed| {
        Box::new(dce::cl::Server::new(limits, Personality::NCS, seed, life))
    },
    ..DCE_CL
};

/// JSON-RPC, one message per line.
pub const JSON_RPC_LINES: Engines = Engines {
    name: "json-rpc-lines",
    interface: NAMED,
    text: Some(Text::JSON),
    exceptions: Some(Exceptions::Json),
    make_client: |limits, seed| {
        let framing = jsonrpc::Framing::Line;
        Box::new(jsonrpc::Client::stream(limits, framing, seed))
    },
    make_server: |limits, _, _| Box::new(jsonrpc::Server::stream(limits, jsonrpc::Framing::Line)),
    ..RAW_TCP
};

/// JSON-RPC with length-prefixed messages.
pub const JSON_RPC_LENGTHS: Engines = Engines {
    name: "json-rpc-lengths",
    make_client: |limits, seed| {
        let framing = jsonrpc::Framing::ContentLength;
        Box::new(jsonrpc::Client::stream(limits, framing, seed))
    },
    make_server: |limits, _, _| {
        let framing = jsonrpc::Framing::ContentLength;
        Box::new(jsonrpc::Server::stream(limits, framing))
    },
    ..JSON_RPC_LINES
};

/// JSON-RPC over HTTP.
pub const JSON_RPC_HTTP: Engines = Engines {
    name: "json-rpc-http",
    beginning: b"HT",
    is_in_order: true,
    always_replies: true,
    make_client: |limits, seed| Box::new(jsonrpc::Client::http(limits, TARGET, seed)),
    make_many: Some(|limits, seed| {
        let mut client = jsonrpc::Client::http(limits, TARGET, seed);
        client.set_pipelining(true);
        Box::new(client)
    }),
    make_server: |limits, _, _| Box::new(jsonrpc::Server::http(limits)),
    ..JSON_RPC_LINES
};

/// XML-RPC.
pub const XML_RPC: Engines = Engines {
    name: "xml-rpc",
    text: Some(Text::XML),
    make_client: |limits, seed| Box::new(xmlrpc::Client::new(limits, TARGET, seed)),
    make_many: Some(|limits, seed| {
        let mut client = xmlrpc::Client::new(limits, TARGET, seed);
        client.set_pipelining(true);
        Box::new(client)
    }),
    make_server: |limits, _, _| Box::new(xmlrpc::Server::new(limits)),
    ..JSON_RPC_HTTP
};

/// SOAP 1.1.
pub const SOAP_1_1: Engines = Engines {
    name: "soap-1.1",
    text: Some(Text::SOAP),
    exceptions: None,
    make_client: |limits, seed| Box::new(soap::Client::new(limits, TARGET, seed)),
    make_many: Some(|limits, seed| {
        let mut client = soap::Client::new(limits, TARGET, seed);
        client.set_pipelining(true);
        Box::new(client)
    }),
    make_server: |limits, _, seed| Box::new(soap::Server::new(limits, seed)),
    ..XML_RPC
};

/// SOAP 1.2.
pub const SOAP_1_2: Engines = Engines {
    name: "soap-1.2",
    make_client: |limits, seed| Box::new(soap_1_2(limits, seed)),
    make_many: Some(|limits, seed| {
        let mut client = soap_1_2(limits, seed);
        client.set_pipelining(true);
        Box::new(client)
    }),
    ..SOAP_1_1
};

/// gRPC. A call's header block is sent before its arguments are written, so a call abandoned before
/// that has begun on the wire, and is reset.
pub const GRPC: Engines = Engines {
    name: "grpc",
    interface: NAMED,
    opens_first: true,
    always_replies: true,
    exceptions: Some(Exceptions::Protobuf),
    unsendable: || {
        let what = "the reply is larger than the server sends";
        grpc::status::with_code(grpc::status::RESOURCE_EXHAUSTED, what)
    },
    make_client: |limits, _| Box::new(grpc::Client::new(limits, TARGET.host, false)),
    make_server: |limits, _, _| Box::new(grpc::Server::new(limits, Arc::new(Process))),
    ..RAW_TCP
};

/// GIOP 1.2, of CORBA.
pub const GIOP_1_2: Engines = Engines {
    name: "giop-1.2",
    interface: NAMED,
    beginning: b"GI",
    make_client: |limits, seed| Box::new(giop::Client::new(limits, giop::Version::V1_2, seed)),
    make_server: |limits, _, _| Box::new(giop::Server::new(limits, Arc::new(Process))),
    ..RAW_TCP
};

/// GIOP 1.0, of CORBA.
pub const GIOP_1_0: Engines = Engines {
    name: "giop-1.0",
    make_client: |limits, seed| Box::new(giop::Client::new(limits, giop::Version::V1_0, seed)),
    ..GIOP_1_2
};

/// The interface for protocols with calls by name.
const NAMED: InterfaceId<'static> = InterfaceId::of_name("sim.Echo");

/// The target of HTTP requests.
const TARGET: Target<'static> = Target {
    host: "sim",
    path: "/",
};

fn soap_1_2(limits: Limits, seed: u64) -> soap::Client {
    let mut client = soap::Client::new(limits, TARGET, seed);
    client.set_version(soap::Version::V12);
    client
}

fn connectionless(limits: Limits, personality: Personality, seed: u64) -> dce::cl::Client {
    dce::cl::Client::new(limits, personality, seed)
}

/// A process that serves everything. Operations have one request and one reply unless stated
/// otherwise.
#[derive(Debug)]
pub struct Process;

/// Every key is the name of an interface.
impl giop::Host for Process {
    fn find(&self, _: &[u8]) -> giop::Object {
        giop::Object::Interface
    }

    fn repository_id(&self, key: &[u8]) -> Option<String> {
        let name = std::str::from_utf8(key).ok()?;
        Some(giop::repository_id::of_name(name))
    }

    fn is_a(&self, key: &[u8], repository_id: &str) -> bool {
        giop::Host::repository_id(self, key).is_some_and(|own| own == repository_id)
    }
}

impl dce::Host for Process {
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

impl grpc::Host for Process {
    fn streams_of(&self, path: Path<'_>) -> Streams {
        Streams {
            request: matches!(path.operation, "Many" | "Gather"),
            reply: matches!(path.operation, "Many" | "Pour"),
        }
    }
}
