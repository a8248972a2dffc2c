//! Foreign systems: the small programs of `peers/`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use manyrpc_measure::machine::process::Program;

use super::{Programs, Reachability, System, Transport};
use crate::workload::Workload;

/// The command syntax of a peer's client.
#[derive(Clone, Copy, PartialEq)]
enum Commands {
    /// `run WORKLOAD CALLS`.
    Workloads,
    /// `run REQUEST-BYTES REPLY-BYTES CALLS`: nothing is marshalled.
    Sizes,
}

struct Entry {
    id: &'static str,
    title: &'static str,
    transport: Transport,
    /// The build's subdirectory, and the prefix of its programs' names.
    directory: &'static str,
    stem: &'static str,
    commands: Commands,
    datagram_overhead: usize,
    datagram_bytes: usize,
    /// Largest message over a stream, in bytes of XDR.
    stream_bytes: usize,
    /// Whether its programs lack a workload's operation.
    lacks: fn(Workload) -> bool,
    most_clients: u32,
    /// Of both programs, behind where they listen or connect.
    options: &'static [&'static str],
}

const RAW_C: Entry = Entry {
    id: "raw-udp-c",
    title: "bare UDP ping-pong in C",
    transport: Transport::Udp,
    directory: "raw-c",
    stem: "raw",
    commands: Commands::Sizes,
    datagram_overhead: 8,
    datagram_bytes: super::DATAGRAM_BYTES,
    stream_bytes: usize::MAX,
    lacks: |_| false,
    most_clients: u32::MAX,
    options: &[],
};

const LIBTIRPC: Entry = Entry {
    id: "libtirpc-udp",
    title: "libtirpc and rpcgen over UDP",
    transport: Transport::Udp,
    directory: "libtirpc",
    stem: "tirpc",
    commands: Commands::Workloads,
    datagram_overhead: 40,
    datagram_bytes: 65000,
    ..RAW_C
};

/// Peers of `interfaces/database.proto`.
const LIBJSON: Entry = Entry {
    id: "libjson-rpc-cpp",
    title: "libjson-rpc-cpp (JSON-RPC in C++) over HTTP",
    transport: Transport::Tcp,
    directory: "cpp",
    stem: "jsonrpc",
    lacks: |workload| !workload.is_record(),
    ..LIBTIRPC
};

const GSOAP: Entry = Entry {
    id: "gsoap",
    title: "gSOAP (SOAP in C++) over HTTP",
    transport: Transport::Tcp,
    directory: "soap-gsoap",
    stem: "gsoap",
    ..LIBTIRPC
};

const TABLE: &[Entry] = &[
    RAW_C,
    Entry {
        id: "raw-tcp-c",
        title: "bare TCP ping-pong in C",
        transport: Transport::Tcp,
        ..RAW_C
    },
    LIBTIRPC,
    Entry {
        id: "libtirpc-tcp",
        title: "libtirpc and rpcgen over TCP",
        transport: Transport::Tcp,
        ..LIBTIRPC
    },
    Entry {
        id: "omniorb",
        title: "omniORB over TCP",
        transport: Transport::Tcp,
        directory: "omniorb",
        stem: "omniorb",
        // Its longest message, by default, of 2 MiB.
        stream_bytes: 2_000_000,
        ..LIBTIRPC
    },
    LIBJSON,
    Entry {
        id: "xmlrpc-c",
        title: "xmlrpc-c (XML-RPC in C++) over HTTP",
        stem: "xmlrpc",
        ..LIBJSON
    },
    GSOAP,
    Entry {
        id: "gsoap-mtom",
        title: "gSOAP (SOAP in C++) over HTTP, with attachments",
        options: &["mtom=on"],
        ..GSOAP
    },
    Entry {
        id: "cxf",
        title: "Apache CXF (SOAP in Java) over HTTP",
        directory: "soap-cxf",
        stem: "cxf",
        ..GSOAP
    },
    Entry {
        id: "impacket-tcp",
        title: "impacket (DCE RPC in Python) over TCP",
        transport: Transport::Tcp,
        directory: "impacket",
        stem: "impacket",
        // Its server replies with one fragment of this size, less NDR's overhead.
        stream_bytes: 3900,
        lacks: |workload| {
            workload.is_record() || matches!(workload, Workload::Sum(_) | Workload::Transfer(_))
        },
        // It serves one connection at a time.
        most_clients: 1,
        ..LIBTIRPC
    },
];

struct Peer {
    entry: &'static Entry,
    directory: PathBuf,
}

pub(super) fn systems(programs: &Programs) -> Vec<Box<dyn System>> {
    TABLE
        .iter()
        .map(|entry| {
            Box::new(Peer {
                entry,
                directory: programs.peers.join(entry.directory),
            }) as Box<dyn System>
        })
        .collect()
}

impl Peer {
    fn program(&self, role: &str) -> PathBuf {
        self.directory.join(format!("{}_{role}", self.entry.stem))
    }

    /// Where it listens or connects, and its options.
    fn arguments(&self, place: &[&str]) -> Vec<OsString> {
        let transport = [self.entry.transport.name()];
        let all = transport.iter().chain(place).chain(self.entry.options);
        all.map(|word| (*word).into()).collect()
    }
}

fn no_such() -> Option<String> {
    Some("its program has no such operation".to_owned())
}

impl System for Peer {
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
        self.entry.commands == Commands::Sizes
    }

    fn absent(&self) -> Option<String> {
        super::missing(&self.directory, self.entry.stem)
    }

    fn server(&self) -> Program {
        Program {
            path: self.program("server"),
            arguments: match self.entry.options {
                [] => self.arguments(&[]),
                // The system picks the port.
                _ => self.arguments(&["0"]),
            },
        }
    }

    fn client(&self, server: SocketAddr, _: u32) -> Program {
        Program {
            path: self.program("client"),
            arguments: self.arguments(&[&server.ip().to_string(), &server.port().to_string()]),
        }
    }

    fn datagram_overhead(&self) -> usize {
        self.entry.datagram_overhead
    }

    fn datagram_bytes(&self) -> usize {
        self.entry.datagram_bytes
    }

    fn reach(&self) -> Reachability {
        Reachability::Anywhere
    }

    fn most_clients(&self) -> u32 {
        self.entry.most_clients
    }

    fn cannot_carry(&self, workload: Workload) -> Option<String> {
        let message = workload.request_bytes().max(workload.reply_bytes());
        let most = self.entry.stream_bytes;
        match () {
            () if (self.entry.lacks)(workload) => no_such(),
            () if self.transport() == Transport::Tcp && message > most => Some(format!(
                "its messages have at most {most} bytes, this one has {message}"
            )),
            () => super::beyond_a_datagram(self, workload),
        }
    }

    fn command(&self, workload: Workload, calls: usize) -> String {
        match self.entry.commands {
            Commands::Workloads => format!("run {workload} {calls}"),
            Commands::Sizes => format!(
                "run {} {} {calls}",
                workload.request_bytes(),
                workload.reply_bytes()
            ),
        }
    }
}
