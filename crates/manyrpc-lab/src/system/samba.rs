//! Samba's daemon, which cannot serve our interfaces: our client calls one of its own.
//!
//! The figure is therefore Samba's server with our client. It runs in a separate network, because it must listen
//! on port 135, and its client is started there.

use std::net::SocketAddr;
use std::path::PathBuf;

use manyrpc_measure::child::CHILD_ARGUMENT;
use manyrpc_measure::machine::process::Program;

use super::{Programs, Reachability, System, Transport};
use crate::workload::Workload;

/// Its name.
const ID: &str = "samba-tcp";

struct Samba {
    /// The directory of its scripts.
    directory: PathBuf,
    /// Our program, used as the client.
    ours: PathBuf,
}

pub(super) fn system(programs: &Programs) -> Box<dyn System> {
    Box::new(Samba {
        directory: programs.peers.join("samba"),
        ours: programs.ours.clone(),
    })
}

impl System for Samba {
    fn id(&self) -> &str {
        ID
    }

    fn title(&self) -> &str {
        "Samba's samba-dcerpcd called by our client: `nothing` is its mgmt is_server_listening"
    }

    fn transport(&self) -> Transport {
        Transport::Tcp
    }

    fn is_floor(&self) -> bool {
        false
    }

    fn absent(&self) -> Option<String> {
        super::missing(&self.directory, "samba")
    }

    fn server(&self) -> Program {
        Program {
            path: self.directory.join("samba_server"),
            arguments: vec!["tcp".into()],
        }
    }

    fn client(&self, server: SocketAddr, process: u32) -> Program {
        Program {
            path: self.directory.join("samba_client"),
            arguments: vec![
                process.to_string().into(),
                self.ours.clone().into(),
                CHILD_ARGUMENT.into(),
                "client".into(),
                ID.into(),
                server.to_string().into(),
            ],
        }
    }

    fn reach(&self) -> Reachability {
        Reachability::OwnNetwork
    }

    fn datagram_overhead(&self) -> usize {
        0
    }

    fn cannot_carry(&self, workload: Workload) -> Option<String> {
        (workload != Workload::Nothing)
            .then(|| "Samba serves interfaces of its own, and none has such a call".to_owned())
    }
}
