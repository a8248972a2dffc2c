//! Clients and servers of `interfaces/exchange.proto` on asynchronous runtimes, ours and foreign ones of the same
//! protocol: they are driven as `peers/exchange.md` says.

use std::net::SocketAddr;

use manyrpc_measure::child;
use manyrpc_measure::machine::process::Program;

use super::{Programs, missing};

/// The systems of one protocol.
#[derive(Debug)]
pub(crate) struct Rivals {
    /// The protocol, for people.
    pub(crate) protocol: &'static str,
    /// Our system's id, without tasks.
    pub(crate) system: &'static str,
    /// Whether calls in flight share a connection.
    pub(crate) shares_connections: bool,
    /// Ours first, then the one that it is judged against; ours with busy polling and the floor last.
    pub(crate) pairs: &'static [Pair],
}

/// A client and a server on the same library.
#[derive(Debug)]
pub(crate) struct Pair {
    /// Its name in tables.
    pub(crate) id: &'static str,
    of: Of,
}

#[derive(Debug)]
enum Of {
    /// Our own, over this scheme.
    Ours(&'static str),
    /// The same, with a client and a server that poll before they sleep.
    OursPolling(&'static str),
    /// The programs of a peer's build: its folder, the prefix of their names, and an argument of the client.
    Peer(&'static str, &'static str, Option<&'static str>),
}

/// The same calls over TCP in C, without a protocol to speak of: what is left of the time is the kernel's.
const FLOOR: Pair = Pair {
    id: FLOOR_ID,
    of: Of::Peer("raw-c", "exchange", None),
};

/// Its name in tables.
pub(crate) const FLOOR_ID: &str = "raw-tcp-c";

/// The argument of our programs that poll.
pub(crate) const BUSY_POLL: &str = "busy-poll";

/// All of them.
pub(crate) const RIVALS: &[Rivals] = &[
    Rivals {
        protocol: "gRPC",
        system: "grpc",
        shares_connections: true,
        pairs: &[
            Pair {
                id: "grpc-async",
                of: Of::Ours("grpc"),
            },
            Pair {
                id: "tonic",
                of: Of::Peer("rust", "exchange", None),
            },
            Pair {
                id: "grpc-go",
                of: Of::Peer("go", "exchange", None),
            },
            Pair {
                id: "grpc-async-polling",
                of: Of::OursPolling("grpc"),
            },
            FLOOR,
        ],
    },
    // jsonrpsee carries several calls on a connection over WebSocket only, and we over TCP only.
    Rivals {
        protocol: "JSON-RPC over TCP, theirs over WebSocket",
        system: "json-rpc",
        shares_connections: true,
        pairs: &[
            Pair {
                id: "json-rpc-async",
                of: Of::Ours("jsonrpc+tcp"),
            },
            Pair {
                id: "jsonrpsee",
                of: Of::Peer("rust", "exchange_jsonrpc", Some("ws")),
            },
            Pair {
                id: "json-rpc-async-polling",
                of: Of::OursPolling("jsonrpc+tcp"),
            },
            FLOOR,
        ],
    },
    Rivals {
        protocol: "JSON-RPC over HTTP",
        system: "json-rpc-http",
        shares_connections: false,
        pairs: &[
            Pair {
                id: "json-rpc-http-async",
                of: Of::Ours("jsonrpc+http"),
            },
            Pair {
                id: "jsonrpsee-http",
                of: Of::Peer("rust", "exchange_jsonrpc", Some("http")),
            },
            Pair {
                id: "json-rpc-http-async-polling",
                of: Of::OursPolling("jsonrpc+http"),
            },
            FLOOR,
        ],
    },
];

impl Pair {
    /// Whether it carries so many calls on so many connections with so many CPUs: the floor has one call on each
    /// connection, and only lone calls, of which each side has a CPU, are shown with busy polling.
    pub(crate) fn carries(&self, in_flight: u32, connections: u32, cpus: usize) -> bool {
        match self.of {
            Of::OursPolling(_) => in_flight == 1 && cpus > 1,
            _ => self.id != FLOOR_ID || in_flight == connections,
        }
    }

    /// Whether its idle connections are counted: those of the others say nothing more.
    pub(crate) fn idles(&self) -> bool {
        self.id != FLOOR_ID && !self.polls()
    }

    /// Whether it is ours with busy polling.
    pub(crate) fn polls(&self) -> bool {
        matches!(self.of, Of::OursPolling(_))
    }

    /// Why it cannot run here, if so.
    pub(crate) fn absent(&self, programs: &Programs) -> Option<String> {
        match self.of {
            Of::Ours(_) | Of::OursPolling(_) => None,
            Of::Peer(folder, stem, _) => missing(&programs.peers.join(folder), stem),
        }
    }

    /// The program of its server.
    pub(crate) fn server(&self, programs: &Programs) -> Program {
        match self.of {
            Of::Ours(scheme) => child::program(&programs.ours, ["exchange-server", scheme]),
            Of::OursPolling(scheme) => {
                child::program(&programs.ours, ["exchange-server", scheme, BUSY_POLL])
            }
            Of::Peer(folder, stem, _) => Program {
                path: programs.peers.join(format!("{folder}/{stem}_server")),
                arguments: vec!["tcp".into()],
            },
        }
    }

    /// The program of its client.
    pub(crate) fn client(&self, programs: &Programs, server: SocketAddr) -> Program {
        match self.of {
            Of::Ours(scheme) => {
                let server = server.to_string();
                child::program(&programs.ours, ["exchange-client", scheme, &server])
            }
            Of::OursPolling(scheme) => {
                let server = server.to_string();
                let arguments = ["exchange-client", scheme, &server, BUSY_POLL];
                child::program(&programs.ours, arguments)
            }
            Of::Peer(folder, stem, over) => {
                let mut arguments = vec![
                    "tcp".into(),
                    server.ip().to_string().into(),
                    server.port().to_string().into(),
                ];
                arguments.extend(over.map(Into::into));
                Program {
                    path: programs.peers.join(format!("{folder}/{stem}_client")),
                    arguments,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_has_a_call_on_each_connection() {
        for rivals in RIVALS {
            let (ours, floor) = (&rivals.pairs[0], rivals.pairs.last().unwrap());
            assert_eq!(floor.id, FLOOR_ID);
            assert!(floor.carries(1, 1, 2) && floor.carries(1000, 1000, 1));
            assert!(!floor.carries(64, 1, 2) && ours.carries(64, 1, 2));
        }
    }
    #[test]
    fn only_lone_calls_with_a_cpu_for_each_side_are_shown_with_busy_polling() {
        for rivals in RIVALS {
            let polling = rivals.pairs.iter().find(|pair| pair.polls()).unwrap();
            assert_eq!(polling.id, format!("{}-polling", rivals.pairs[0].id));
            assert!(polling.carries(1, 1, 2) && !polling.idles());
            assert!(!polling.carries(1, 1, 1) && !polling.carries(64, 1, 2));
        }
    }
}
