//! A client for DCE servers that do not serve our interface: it calls the management interface that every DCE
//! server offers (C706 appendix Q).

use std::net::SocketAddr;

use manyrpc::registry::generated::mgmt::{MGMT, MgmtClient};

use super::arguments::Arguments;
use super::connect::{Scheme, connect};
use super::{Caller, Sampled, timed};
use crate::workload::Workload;

/// A connected client.
pub(super) struct MgmtCaller {
    stub: MgmtClient,
}

pub(super) fn open(scheme: Scheme, server: SocketAddr) -> Result<MgmtCaller, String> {
    Ok(MgmtCaller {
        stub: MgmtClient::new(connect(scheme, server)?),
    })
}

impl Caller for MgmtCaller {
    /// No arguments; the results are two integers, a status of 0 and whether the server is listening.
    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String> {
        if workload != Workload::Nothing {
            return Err(format!("no server offers `{workload}` of itself"));
        }
        timed(calls, |_| self.is_listening())
    }

    fn call(&mut self, arguments: &Arguments, _: u64) -> Result<bool, String> {
        match arguments.workload {
            Workload::Nothing => self.is_listening(),
            other => Err(format!("no server offers `{other}` of itself")),
        }
    }

    fn prepare(&mut self) -> Result<(), String> {
        let ready = self.stub.client().prepare(MGMT.id);
        ready.map_err(|e| e.to_string())
    }
}

impl MgmtCaller {
    fn is_listening(&mut self) -> Result<bool, String> {
        let answer = self.stub.rpc_mgmt_is_server_listening();
        Ok(answer.map_err(|e| e.to_string())? == (0, 1))
    }
}
