//! Both roles on one stream.
//!
//! Reading list: JSON-RPC 2.0 section 3 ("One implementation of this specification could easily
//! fill both of those roles, even at the same time"); Language Server Protocol 3.17, which does.

use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::json::scan::{self, Body};

use super::{Client, Framing, SCAN, Server};
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::messages::medium::Stream;
use crate::fault::WireError;
use crate::peer::{Demux, Front, Pair, Role};
use crate::time::Clock;

/// The engine of a connection on which both ends call.
pub type Peer = Pair<Client, Server, Messages>;

impl Peer {
    /// Over a bare stream. Calls are numbered from `seed` on; either end may use the same numbers.
    pub fn stream(limits: &Limits, framing: Framing, seed: u64) -> Self {
        Pair::new(
            Client::stream(limits.clone(), framing, seed),
            Server::stream(limits.clone(), framing),
            Messages::new(limits, framing),
        )
    }
}

/// Distinguishes requests from responses.
#[derive(Debug)]
pub struct Messages {
    stream: Stream,
    /// Most messages in a batch.
    most: usize,
}

impl Messages {
    /// Of a bare stream.
    pub fn new(limits: &Limits, framing: Framing) -> Self {
        Messages {
            stream: Stream::new(limits, framing),
            most: limits.message_fragments,
        }
    }
}

impl Demux for Messages {
    fn front(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Front>, WireError> {
        let front = self.stream.front(buf, clock)?;
        Ok(front.map(|(message, bytes)| Front {
            bytes,
            reader: reader(buf.data(), message, self.most),
        }))
    }

    fn arrival(&self) -> &Arrival {
        self.stream.arrival()
    }

    fn end(&mut self) {
        self.stream.end();
    }
}

/// The role that reads a message: a response has no method (section 5). The first member of a batch
/// decides. An invalid message is for the server, which answers it.
fn reader(data: &[u8], message: Range<usize>, most: usize) -> Role {
    let start = message.start;
    let first = match scan::body(&data[message], most, &SCAN) {
        Ok(Body::One(one)) => one,
        Ok(Body::Batch(several)) if !several.is_empty() => several[0].clone(),
        _ => return Role::Server,
    };
    let first = start + first.start..start + first.end;
    match scan::envelope(data, first, &SCAN) {
        Ok(Some(envelope)) if envelope.method.is_none() => {
            match envelope.result.or(envelope.error) {
                Some(_) => Role::Client,
                None => Role::Server,
            }
        }
        _ => Role::Server,
    }
}
