//! A server's calls in flight.

use core::net::SocketAddr;

use super::shorthand::Token;
use crate::contract::CallId;
use crate::in_service::InService;

pub(super) use crate::in_service::MOST;

/// A call whose reply is incomplete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) xid: u32,
    pub(super) from: Option<SocketAddr>,
    /// Its entry in the duplicate-request cache.
    pub(super) cached: Option<u32>,
    /// The shorthand credential to issue with the reply.
    pub(super) shorthand: Option<Token>,
}

/// The calls in flight.
pub(super) type Table = InService<Pending>;

impl Table {
    /// The reply to this call issues a shorthand credential.
    pub(super) fn hand_out(&mut self, id: CallId, token: Token) {
        if let Some(call) = self.get_mut(id) {
            call.shorthand = Some(token);
        }
    }
}
