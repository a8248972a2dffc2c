//! The engines under test, in the form the simulator uses.

use manyrpc_driver::sim::counter::Costume;
use manyrpc_driver::sim::{ClientFactory, ServerFactory, Transport};
use manyrpc_engine::{CallHead, ClientEngine, InterfaceId, Limits};
use manyrpc_engines::Engines;

/// A protocol over a transport.
#[derive(Clone, Copy)]
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) transport: Transport,
    pub(crate) interface: InterfaceId<'static>,
    /// The operation's.
    pub(crate) operation_name: &'static str,
    pub(crate) costume: Costume,
    /// Whether calls are retransmitted, and nevertheless executed once.
    pub(crate) reliable: bool,
    /// Whether messages are sent as datagrams that are acknowledged.
    pub(crate) acknowledges: bool,
    /// Whether it uses a text format, which is larger than the bytes it represents.
    pub(crate) in_text: bool,
    engines: Engines,
}

// Those used by tests of one protocol.
pub(crate) const ONC_UDP: System = System::of(manyrpc_engines::ONC_UDP);
pub(crate) const ONC_TCP: System = System::of(manyrpc_engines::ONC_TCP);
pub(crate) const RAW_TCP: System = System::of(manyrpc_engines::RAW_TCP);
pub(crate) const DCE_CL: System = System::of(manyrpc_engines::DCE_CL);
pub(crate) const NCS: System = System::of(manyrpc_engines::NCS);
pub(crate) const GRPC: System = System::of(manyrpc_engines::GRPC);

/// Every engine.
pub(crate) fn all() -> impl Iterator<Item = System> {
    manyrpc_engines::ALL.into_iter().map(System::of)
}

pub(crate) fn streams() -> impl Iterator<Item = System> {
    manyrpc_engines::streams().map(System::of)
}

pub(crate) fn datagrams() -> impl Iterator<Item = System> {
    manyrpc_engines::datagrams().map(System::of)
}

impl System {
    const fn of(engines: Engines) -> Self {
        System {
            name: engines.name,
            transport: match engines.is_stream {
                true => Transport::Stream,
                false => Transport::Datagram,
            },
            interface: engines.interface,
            operation_name: "Echo",
            costume: match engines.text {
                Some(text) => Costume {
                    on: text.put,
                    off: text.get,
                },
                None => Costume::NONE,
            },
            reliable: engines.is_reliable,
            acknowledges: engines.acknowledges,
            in_text: engines.text.is_some(),
            engines,
        }
    }

    /// A call of one of its operations.
    pub(crate) fn head(self, operation: u32) -> CallHead<'static> {
        CallHead {
            name: self.operation_name,
            action: self.operation_name,
            ..CallHead::new(self.interface, operation)
        }
    }

    pub(crate) fn client(
        self,
        limits: &Limits,
    ) -> impl FnMut(u64) -> Box<dyn ClientEngine> + Clone + 'static {
        let limits = limits.clone();
        move |seed| self.engines.client(&limits, seed)
    }

    pub(crate) fn client_factory(self) -> ClientFactory {
        Box::new(self.client(&Limits::default()))
    }

    pub(crate) fn server(self, limits: &Limits) -> ServerFactory {
        let limits = limits.clone();
        let mut life = 0;
        Box::new(move |seed| {
            life += 1;
            self.engines.server(&limits, life, seed)
        })
    }
}
