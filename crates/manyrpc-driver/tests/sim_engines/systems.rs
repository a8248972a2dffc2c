//! The engines under test.

use std::sync::Arc;

use manyrpc_driver::sim::{ClientFactory, ServerFactory, Transport};
use manyrpc_engine::{ClientEngine, Interface, Limits, ServerEngine, dce, onc, raw};

/// A protocol over a transport.
#[derive(Clone, Copy)]
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) transport: Transport,
    pub(crate) interface: Interface,
    /// Whether calls are sent again, and executed once all the same.
    pub(crate) reliable: bool,
    /// Whether messages go as datagrams that are acknowledged.
    pub(crate) acknowledges: bool,
    make_client: fn(Limits, u64) -> Box<dyn ClientEngine>,
    /// Of the so manieth life of the server, with a random number.
    make_server: fn(Limits, u32, u64) -> Box<dyn ServerEngine>,
}

const PROGRAM: Interface = Interface::Program {
    program: 0x2000_0001,
    version: 1,
};

pub(crate) const ONC_UDP: System = System {
    name: "onc-udp",
    transport: Transport::Datagram,
    interface: PROGRAM,
    reliable: true,
    acknowledges: false,
    make_client: |limits, seed| Box::new(onc::Client::datagram(limits, seed)),
    make_server: |limits, _, _| Box::new(onc::Server::datagram(limits)),
};

pub(crate) const ONC_TCP: System = System {
    name: "onc-tcp",
    transport: Transport::Stream,
    interface: PROGRAM,
    reliable: true,
    acknowledges: false,
    make_client: |limits, seed| Box::new(onc::Client::stream(limits, seed)),
    make_server: |limits, _, _| Box::new(onc::Server::stream(limits)),
};

pub(crate) const RAW_UDP: System = System {
    name: "raw-udp",
    transport: Transport::Datagram,
    interface: Interface::Only,
    reliable: false,
    acknowledges: false,
    make_client: |limits, seed| Box::new(raw::Client::datagram(limits, seed)),
    make_server: |limits, _, _| Box::new(raw::Server::datagram(limits)),
};

pub(crate) const RAW_TCP: System = System {
    name: "raw-tcp",
    transport: Transport::Stream,
    interface: Interface::Only,
    reliable: true,
    acknowledges: false,
    make_client: |limits, seed| Box::new(raw::Client::stream(limits, seed)),
    make_server: |limits, _, _| Box::new(raw::Server::stream(limits)),
};

const DCE: Interface = Interface::Uuid {
    uuid: dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
    major: 1,
    minor: 0,
};

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
    reliable: true,
    acknowledges: false,
    make_client: |limits, seed| Box::new(dce::co::Client::new(limits, seed)),
    make_server: |limits, _, _| Box::new(dce::co::Server::new(limits, Arc::new(Host))),
};

pub(crate) const DCE_CL: System = System {
    name: "dce-cl",
    transport: Transport::Datagram,
    interface: DCE,
    reliable: true,
    acknowledges: true,
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

pub(crate) const ALL: [System; 7] = [ONC_UDP, ONC_TCP, RAW_UDP, RAW_TCP, DCE_CO, DCE_CL, NCS];
pub(crate) const STREAMS: [System; 3] = [ONC_TCP, RAW_TCP, DCE_CO];
pub(crate) const DATAGRAMS: [System; 4] = [ONC_UDP, RAW_UDP, DCE_CL, NCS];

impl System {
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
