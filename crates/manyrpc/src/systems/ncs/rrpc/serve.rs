//! IntrospectionService of a server.

use manyrpc_engine::Fault;

use super::to_wire;
use crate::context::Context;
use crate::system::management::{Management, ManagementOperation};
use crate::systems::ncs::generated::rrpc::{
    RRPC_OP_NOT_ALLOWED, RRPC_SHUTDOWN_NOT_ALLOWED, Rrpc, RrpcIfSpecT,
};

/// The most interfaces of one answer: an NCS array has at most 65,535 elements.
const MOST: usize = u16::MAX as usize;

/// The number of elements if this is the index of the last; -1 for none.
fn up_to(last: u32) -> usize {
    last.wrapping_add(1) as usize
}

impl Rrpc for Management {
    fn rrpc_are_you_there(&self, _: &Context<'_>) -> Result<u32, Fault> {
        Ok(0)
    }

    /// Calls in, packets in and out, calls out, and counters that we lack: PDUs sent again or
    /// received twice. They wrap at 2³².
    fn rrpc_inq_stats(&self, call: &Context<'_>, max_stats: u32) -> Result<(Vec<i32>, u32), Fault> {
        if !self.permits(call, ManagementOperation::Statistics) {
            return Ok((Vec::new(), RRPC_OP_NOT_ALLOWED as u32));
        }
        let counters = self.counters();
        let (received, sent) = (counters.packets_received, counters.packets_sent);
        let stats = [counters.calls, received, sent, 0, 0, 0];
        let stats = stats.into_iter().take(up_to(max_stats));
        Ok((stats.map(|n| n as i32).collect(), 0))
    }

    /// The number of operations and well-known ports are not reported: 0.
    fn rrpc_inq_interfaces(
        &self,
        call: &Context<'_>,
        max_ifs: u32,
    ) -> Result<(Vec<RrpcIfSpecT>, u32), Fault> {
        if !self.permits(call, ManagementOperation::Interfaces) {
            return Ok((Vec::new(), RRPC_OP_NOT_ALLOWED as u32));
        }
        let most = up_to(max_ifs).min(MOST);
        let specs = self.interfaces().iter().take(most).map(|id| RrpcIfSpecT {
            // One word, in which DCE puts both numbers (C706, section 12.5.2.9).
            vers: u32::from(id.major) | u32::from(id.minor) << 16,
            port: [0; 32],
            opcnt: 0,
            id: to_wire(id.uuid),
        });
        Ok((specs.collect(), 0))
    }

    fn rrpc_shutdown(&self, call: &Context<'_>) -> Result<u32, Fault> {
        if !self.permits(call, ManagementOperation::Stop) {
            return Ok(RRPC_SHUTDOWN_NOT_ALLOWED as u32);
        }
        self.stop();
        Ok(0)
    }
}
