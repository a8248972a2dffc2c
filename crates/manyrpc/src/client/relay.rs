//! Broadcasts that pass through registries.

use std::fmt;
use std::net::SocketAddr;

use manyrpc_codec::Buf;
use manyrpc_engine::CallHead;

/// A registry that forwards calls: a broadcast is sent to all registries, and each calls the server on its own host.
pub trait Relay: fmt::Debug + Send + Sync {
    /// The registry's procedure that forwards a call.
    fn head(&self) -> CallHead<'static>;

    /// Writes the arguments of that procedure up to those of the forwarded call, which follow. Returns the offset at
    /// which these begin.
    fn open(&self, body: &mut Buf, head: &CallHead<'_>) -> usize;

    /// Completes the arguments, once those of the forwarded call, from `opened` on, are written.
    fn close(&self, body: &mut Buf, opened: usize);

    /// The address of the server on the host that replied, and its results; `None` if the reply is malformed.
    fn results<'b>(&self, from: SocketAddr, body: &'b [u8]) -> Option<(SocketAddr, &'b [u8])>;
}
