//! A table of all engines, for suites that run over every engine: the contract suite, the
//! simulator's runs, the fuzz target `engines`.
//!
//! Each engine has a row in [`ALL`] with everything that a suite must know about the protocol: no
//! suite asks which protocol it is.
//!
//! ```
//! use manyrpc_engine::Limits;
//!
//! for engines in manyrpc_engines::ALL {
//!     let server = engines.server(&Limits::default(), 1, 7);
//!     assert!(server.broken().is_none(), "{engines:?}");
//! }
//! ```

mod rows;
mod text;

use std::fmt;

use manyrpc_engine::{CallHead, ClientEngine, Fault, InterfaceId, Limits, ServerEngine};

pub use rows::*;
pub use text::{Text, sent};

/// The engines over streams.
pub fn streams() -> impl Iterator<Item = Engines> {
    ALL.into_iter().filter(|engines| engines.is_stream)
}

/// The engines over datagrams.
pub fn datagrams() -> impl Iterator<Item = Engines> {
    ALL.into_iter().filter(|engines| !engines.is_stream)
}

/// Both engines of a protocol over one kind of transport.
#[derive(Clone, Copy)]
pub struct Engines {
    /// A unique name for messages.
    pub name: &'static str,
    /// Whether it runs over a stream rather than datagrams.
    pub is_stream: bool,
    /// The interface to call.
    pub interface: InterfaceId<'static>,
    /// How arbitrary bytes become arguments, for protocols that accept only well-formed text.
    pub text: Option<Text>,
    /// Whether calls are retransmitted, and still executed once.
    pub is_reliable: bool,
    /// Whether datagrams are acknowledged. A server then asks its client before it executes a
    /// non-idempotent call.
    pub acknowledges: bool,
    /// The first bytes of a message.
    pub beginning: &'static [u8],
    /// Whether replies come in the order of the calls.
    pub is_in_order: bool,
    /// Whether a call begins on the wire before its arguments are written.
    pub opens_first: bool,
    /// Whether each call is answered, even if nobody waits for it.
    pub always_replies: bool,
    /// How named exceptions are sent.
    pub exceptions: Option<Exceptions>,
    /// The fault that a client receives for a result that its server cannot send.
    pub unsendable: fn() -> Fault,
    /// Makes a client, from a random number.
    make_client: MakeClient,
    /// The same for several concurrent calls, if different.
    make_many: Option<MakeClient>,
    /// Makes a server for this incarnation of its process, from a random number.
    make_server: fn(Limits, u32, u64) -> Box<dyn ServerEngine>,
}

type MakeClient = fn(Limits, u64) -> Box<dyn ClientEngine + Send>;

/// The encoding of exceptions' members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceptions {
    /// JSON.
    Json,
    /// Messages of Protocol Buffers.
    Protobuf,
}

impl Engines {
    /// A client for sequential calls.
    pub fn client(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine + Send> {
        (self.make_client)(limits.clone(), seed)
    }

    /// A client for concurrent calls.
    pub fn client_of_many(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine + Send> {
        let make = self.make_many.unwrap_or(self.make_client);
        make(limits.clone(), seed)
    }

    /// A server in the given incarnation of its process.
    pub fn server(self, limits: &Limits, life: u32, seed: u64) -> Box<dyn ServerEngine> {
        (self.make_server)(limits.clone(), life, seed)
    }

    /// A call without additional exchanges: an idempotent one if the server would otherwise ask its
    /// client first.
    pub fn head(self, operation: u32, name: &'static str) -> CallHead<'static> {
        CallHead {
            idempotent: self.acknowledges,
            name,
            action: name,
            ..CallHead::new(self.interface, operation)
        }
    }

    /// Its index in [`ALL`]: a unique number.
    pub fn number(self) -> u64 {
        let place = ALL.iter().position(|other| *other == self);
        place.expect("every row is in the table") as u64
    }
}

/// All names are unique.
impl PartialEq for Engines {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Engines {}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn every_row_has_a_name_of_its_own() {
        for (at, engines) in ALL.into_iter().enumerate() {
            assert_eq!(engines.number(), at as u64, "{engines:?}");
        }
    }
}
