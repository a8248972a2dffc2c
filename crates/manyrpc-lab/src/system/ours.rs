//! Our own systems: this program run again as its own server and client.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::LazyLock;

use manyrpc::{binding, systems};

use manyrpc_measure::child;
use manyrpc_measure::machine::process::Program;

use super::{DATAGRAM_BYTES, Programs, System, Transport};
use crate::workload::{PHOTO_BYTES, Workload};

/// One of our systems.
struct Entry {
    id: &'static str,
    title: &'static str,
    transport: Transport,
    /// Whether nothing is marshalled.
    is_floor: bool,
    /// Bytes of a datagram's headers.
    overhead: usize,
    /// The largest message over datagrams: one datagram, or more.
    message_bytes: usize,
    /// Measured only with messages of at least this size, for one specific comparison.
    least_bytes: usize,
}

const UDP: Entry = Entry {
    id: "raw-udp",
    title: "bare UDP ping-pong by our driver",
    transport: Transport::Udp,
    is_floor: true,
    overhead: 8,
    message_bytes: DATAGRAM_BYTES,
    least_bytes: 0,
};

const TCP: Entry = Entry {
    id: "raw-tcp",
    title: "bare TCP ping-pong by our driver",
    transport: Transport::Tcp,
    ..UDP
};

/// Messages are fragmented, so there is no size limit (C706, section 12.5: a header of 80 bytes).
const CONNECTIONLESS: Entry = Entry {
    is_floor: false,
    overhead: 80,
    message_bytes: usize::MAX,
    ..UDP
};

/// The names of our systems.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.id)
}

/// Our systems, and those added by the application.
fn entries() -> impl Iterator<Item = &'static Entry> {
    TABLE.iter().chain(ADDED.iter().map(|(entry, _)| entry))
}

/// The systems added by the application, over each measured transport, with their binding schemes.
static ADDED: LazyLock<Vec<(Entry, &'static str)>> = LazyLock::new(|| {
    let floors = [UDP, TCP].map(|floor| (transport(floor.transport), floor));
    let over = |system: &'static dyn systems::System| {
        let floors = floors
            .iter()
            .filter(|(over, _)| system.transports().contains(over));
        floors.map(move |(over, floor)| added(system.name(), *over, floor))
    };
    systems::added().into_iter().flat_map(over).collect()
});

fn added(name: &str, over: binding::Transport, floor: &Entry) -> (Entry, &'static str) {
    let entry = Entry {
        id: format!("{name}-{}", over.name()).leak(),
        title: format!("{name}, which the application added").leak(),
        is_floor: false,
        ..*floor
    };
    (entry, format!("{name}+{}", over.name()).leak())
}

/// The binding scheme of a system added by the application.
pub(super) fn scheme_of_added(id: &str) -> Option<&'static str> {
    let mut added = ADDED.iter();
    added
        .find(|(entry, _)| entry.id == id)
        .map(|(_, scheme)| *scheme)
}

/// The transport of a binding.
const fn transport(over: Transport) -> binding::Transport {
    match over {
        Transport::Udp => binding::Transport::Udp,
        Transport::Tcp => binding::Transport::Tcp,
    }
}

const TABLE: &[Entry] = &[
    UDP,
    TCP,
    // RFC 5531 section 9: a call with two empty authenticators is 40 bytes before its arguments.
    Entry {
        id: "onc-udp",
        title: "Sun / ONC RPC over UDP",
        is_floor: false,
        overhead: 40,
        ..UDP
    },
    Entry {
        id: "onc-tcp",
        title: "Sun / ONC RPC over TCP",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "json-rpc",
        title: "JSON-RPC 2.0 over TCP, a line for each message",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "json-rpc-http",
        title: "JSON-RPC 2.0 over HTTP/1.1",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "xml-rpc",
        title: "XML-RPC",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "xml-rpc-once",
        title: "XML-RPC, a connection for each call",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "soap",
        title: "SOAP 1.1, document/literal",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "soap-mtom",
        title: "SOAP 1.1 with MTOM",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "grpc",
        title: "gRPC over HTTP/2",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "iiop",
        title: "CORBA: GIOP 1.2 over TCP",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "dce-co",
        title: "DCE RPC, connection-oriented (ncacn_ip_tcp)",
        is_floor: false,
        ..TCP
    },
    Entry {
        id: "dce-cl",
        title: "DCE RPC, connectionless (ncadg_ip_udp)",
        ..CONNECTIONLESS
    },
    Entry {
        id: "ncs",
        title: "Apollo NCS (1024-byte packets over UDP)",
        ..CONNECTIONLESS
    },
    Entry {
        id: "dce-cl-1",
        title: "DCE RPC, connectionless, stop-and-wait with packets of 1464 bytes: large messages only",
        least_bytes: PHOTO_BYTES,
        ..CONNECTIONLESS
    },
];

struct Ours {
    entry: &'static Entry,
    program: PathBuf,
    /// The command that makes this program its client.
    client: &'static str,
}

pub(super) fn systems(programs: &Programs) -> Vec<Box<dyn System>> {
    with_client(programs, "client")
}

/// The same with clients with futures.
pub(super) fn systems_of_tasks(programs: &Programs) -> Vec<Box<dyn System>> {
    with_client(programs, "client-async")
}

fn with_client(programs: &Programs, client: &'static str) -> Vec<Box<dyn System>> {
    let ours = |entry| {
        let program = programs.ours.clone();
        Box::new(Ours {
            entry,
            program,
            client,
        }) as Box<dyn System>
    };
    entries().map(ours).collect()
}

impl Ours {
    fn child(&self, arguments: &[&str]) -> Program {
        child::program(&self.program, arguments)
    }
}

impl System for Ours {
    fn id(&self) -> &str {
        self.entry.id
    }

    fn title(&self) -> &str {
        self.entry.title
    }

    fn transport(&self) -> Transport {
        self.entry.transport
    }

    fn is_floor(&self) -> bool {
        self.entry.is_floor
    }

    fn absent(&self) -> Option<String> {
        None
    }

    fn server(&self) -> Program {
        self.child(&["server", self.entry.id])
    }

    fn client(&self, server: SocketAddr, _: u32) -> Program {
        self.child(&[self.client, self.entry.id, &server.to_string()])
    }

    fn client_by_name(&self, name: &str, port: u16) -> Result<Program, String> {
        Ok(self.child(&[self.client, self.entry.id, &format!("{name}:{port}")]))
    }

    fn counts_calls(&self) -> bool {
        !self.entry.is_floor
    }

    fn datagram_overhead(&self) -> usize {
        self.entry.overhead
    }

    fn datagram_bytes(&self) -> usize {
        self.entry.message_bytes
    }

    fn cannot_carry(&self, workload: Workload) -> Option<String> {
        let message = workload.request_bytes().max(workload.reply_bytes());
        if message < self.entry.least_bytes {
            return Some("measured with larger messages only".to_owned());
        }
        super::beyond_a_datagram(self, workload)
    }
}
