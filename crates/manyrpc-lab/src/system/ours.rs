//! Our own systems: this program run again as its own server and client.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use super::{Programs, System, Transport};
use crate::child::CHILD_ARGUMENT;
use crate::machine::process::Program;

/// One of our systems.
struct Ours {
    id: &'static str,
    title: &'static str,
    transport: Transport,
    is_floor: bool,
    datagram_overhead: usize,
    program: PathBuf,
}

/// Each entry: id, title, transport, whether it is a floor, bytes of a datagram's headers.
const TABLE: &[(&str, &str, Transport, bool, usize)] = &[
    (
        "raw-udp",
        "bare UDP ping-pong, the floor",
        Transport::Udp,
        true,
        8,
    ),
    (
        "raw-tcp",
        "bare TCP ping-pong, the floor",
        Transport::Tcp,
        true,
        8,
    ),
    // RFC 5531 section 9: a call with two empty authenticators is 40 bytes before its arguments.
    (
        "onc-udp",
        "Sun / ONC RPC over UDP",
        Transport::Udp,
        false,
        40,
    ),
    (
        "onc-tcp",
        "Sun / ONC RPC over TCP",
        Transport::Tcp,
        false,
        40,
    ),
];

pub(super) fn systems(programs: &Programs) -> Vec<Box<dyn System>> {
    TABLE
        .iter()
        .map(|&(id, title, transport, is_floor, datagram_overhead)| {
            Box::new(Ours {
                id,
                title,
                transport,
                is_floor,
                datagram_overhead,
                program: programs.ours.clone(),
            }) as Box<dyn System>
        })
        .collect()
}

impl Ours {
    fn child(&self, arguments: &[&str]) -> Program {
        Program {
            path: self.program.clone(),
            arguments: std::iter::once(CHILD_ARGUMENT)
                .chain(arguments.iter().copied())
                .map(OsString::from)
                .collect(),
        }
    }
}

impl System for Ours {
    fn id(&self) -> &str {
        self.id
    }

    fn title(&self) -> &str {
        self.title
    }

    fn transport(&self) -> Transport {
        self.transport
    }

    fn is_floor(&self) -> bool {
        self.is_floor
    }

    fn absent(&self) -> Option<String> {
        None
    }

    fn server(&self) -> Program {
        self.child(&["server", self.id])
    }

    fn client(&self, server: SocketAddr) -> Program {
        self.child(&["client", self.id, &server.to_string()])
    }

    fn datagram_overhead(&self) -> usize {
        self.datagram_overhead
    }
}
