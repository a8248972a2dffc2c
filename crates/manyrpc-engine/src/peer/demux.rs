//! Sorting messages by the role that reads them.

use core::fmt;

use manyrpc_codec::Buf;

use crate::carrier::arrival::Arrival;
use crate::fault::WireError;
use crate::time::Clock;

/// One of the two roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The one that calls: replies are for it.
    Client,
    /// The one that is called: calls are for it.
    Server,
}

/// The message at the front of what was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Front {
    /// How many bytes it takes, its framing included.
    pub bytes: usize,
    /// Who reads it.
    pub reader: Role,
}

/// How a protocol tells on a stream where messages end and whom they are for.
///
/// The role's own engine reads the message once more, framing included, so nothing of it may be
/// changed or consumed here.
pub trait Demux: fmt::Debug + Send {
    /// The message at the front of `buf`; `None` until all of it has come.
    ///
    /// # Errors
    /// It is no message of the protocol, too large, or has been arriving for too long.
    fn front(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Front>, WireError>;

    /// What the stream is in the middle of.
    fn arrival(&self) -> &Arrival;

    /// No more bytes come: what is there may be the last message.
    fn end(&mut self) {}
}
