//! Every engine there is, as suites take them that are the same for all: the engines' contract, the simulator's
//! runs, the fuzz target `engines`.
//!
//! A further engine is a further row, in [`ALL`]. What a suite must know of a protocol to judge it, the row says: no suite
//! asks which protocol it is.
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
pub use text::Text;

/// Those over streams.
pub fn streams() -> impl Iterator<Item = Engines> {
    ALL.into_iter().filter(|engines| engines.is_stream)
}

/// Those over datagrams.
pub fn datagrams() -> impl Iterator<Item = Engines> {
    ALL.into_iter().filter(|engines| !engines.is_stream)
}

/// Both engines of a protocol over a kind of transport.
#[derive(Clone, Copy)]
pub struct Engines {
    /// A name for messages; each has its own.
    pub name: &'static str,
    /// Whether it runs over a stream, not over datagrams.
    pub is_stream: bool,
    /// What is called.
    pub interface: InterfaceId<'static>,
    /// How any bytes become arguments, of protocols that take only what their syntax knows.
    pub text: Option<Text>,
    /// Whether calls are sent again, and executed once all the same.
    pub is_reliable: bool,
    /// Whether messages go as datagrams that are acknowledged. A server then asks its client before it carries out what
    /// is not idempotent.
    pub acknowledges: bool,
    /// Bytes that a message can begin with.
    pub beginning: &'static [u8],
    /// Whether replies come in the order of the calls.
    pub is_in_order: bool,
    /// Whether a call has begun on the wire before its arguments are written.
    pub opens_first: bool,
    /// Whether each call is answered, even those that nobody waits for.
    pub always_replies: bool,
    /// How exceptions are sent that have a name.
    pub exceptions: Option<Exceptions>,
    /// What a client hears of a result that its server cannot send.
    pub unsendable: fn() -> Fault,
    /// A client, from a random number.
    make_client: MakeClient,
    /// The same for several calls at once, where that is another.
    make_many: Option<MakeClient>,
    /// A server, for the life of its process with this number, from a random number.
    make_server: fn(Limits, u32, u64) -> Box<dyn ServerEngine>,
}

type MakeClient = fn(Limits, u64) -> Box<dyn ClientEngine>;

/// How the members of exceptions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceptions {
    /// In JSON.
    Json,
    /// As messages of Protocol Buffers.
    Protobuf,
}

impl Engines {
    /// A client, whose calls are made one after the other.
    pub fn client(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine> {
        (self.make_client)(limits.clone(), seed)
    }

    /// A client of several calls at once.
    pub fn client_of_many(self, limits: &Limits, seed: u64) -> Box<dyn ClientEngine> {
        let make = self.make_many.unwrap_or(self.make_client);
        make(limits.clone(), seed)
    }

    /// A server in the given life of its process.
    pub fn server(self, limits: &Limits, life: u32, seed: u64) -> Box<dyn ServerEngine> {
        (self.make_server)(limits.clone(), life, seed)
    }

    /// A call that is exchanged without further ado: an idempotent one, where the server would ask its client first.
    pub fn head(self, operation: u32, name: &'static str) -> CallHead<'static> {
        CallHead {
            idempotent: self.acknowledges,
            name,
            ..CallHead::new(self.interface, operation)
        }
    }

    /// Its place in [`ALL`]: a number that is another for each.
    pub fn number(self) -> u64 {
        let place = ALL.iter().position(|other| *other == self);
        place.expect("every row is in the table") as u64
    }
}

/// Each has a name of its own.
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
