//! Assigning received messages to roles.

use core::fmt;

use manyrpc_codec::Buf;

use crate::carrier::arrival::Arrival;
use crate::fault::WireError;
use crate::time::Clock;

/// One of the two roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The role that calls: it reads replies.
    Client,
    /// The role that is called: it reads calls.
    Server,
}

/// The message at the front of the receive buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Front {
    /// Its length in bytes, including framing.
    pub bytes: usize,
    /// The role that reads it.
    pub reader: Role,
}

/// How a protocol finds the ends of messages on a stream, and the role that reads each.
///
/// The role's own engine reads the message again, with its framing, so this must neither change nor
/// consume anything.
pub trait Demux: fmt::Debug + Send {
    /// The message at the front of `buf`; `None` until it is complete.
    ///
    /// # Errors
    /// It is not a message of the protocol, is too large, or takes too long to arrive.
    fn front(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Front>, WireError>;

    /// The state of the incoming message.
    fn arrival(&self) -> &Arrival;

    /// No more bytes follow: the buffer may hold the last message.
    fn end(&mut self) {}
}
