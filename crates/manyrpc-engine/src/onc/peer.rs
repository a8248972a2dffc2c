//! Both roles on one stream, or on one datagram socket.
//!
//! Reading list: RFC 5531 sections 9 (`msg_type` distinguishes calls from replies) and 11
//! (records); RFC 8881 section 2.10.3.1, whose backchannel consists of calls by the server over its
//! client's connection.

use manyrpc_codec::Buf;

use super::pdu::{Message, MessageType};
use super::{Client, Server};
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::record_mark::{HEADER, header};
use crate::fault::WireError;
use crate::peer::{self, Demux, Front, Pair, Role};
use crate::time::Clock;

/// The engine of a connection on which both ends call.
pub type Peer = Pair<Client, Server, Records>;

/// The engine of a datagram socket that serves any peer and calls any peer.
pub type DatagramPeer = peer::DatagramPeer<Client, Server>;

impl Peer {
    /// Over a stream. `seed` determines the first xid; both ends may use the same ones.
    pub fn stream(limits: &Limits, seed: u64) -> Self {
        Pair::new(
            Client::stream(limits.clone(), seed),
            Server::stream(limits.clone()),
            Records::new(limits),
        )
    }
}

impl DatagramPeer {
    /// Over datagrams, calling at most [`DatagramLimits::peers`](crate::limits::DatagramLimits)
    /// peers. `seed` determines the first xids.
    pub fn datagram(limits: Limits, seed: u64) -> Self {
        let server = Server::datagram(limits.clone());
        let most = limits.datagram.peers;
        let client = move |peer: peer::PeerId| {
            Client::datagram(limits.clone(), seed.wrapping_add(peer.0.into()))
        };
        peer::DatagramPeer::new(server, client, reader, most)
    }
}

/// The role that reads a message; one too short to tell is for the server, which counts it.
fn reader(message: &[u8]) -> Role {
    match Message::new_checked(message).map(|message| message.kind()) {
        Ok(MessageType::Reply) => Role::Client,
        _ => Role::Server,
    }
}

/// Distinguishes the calls and replies among the records of a stream.
#[derive(Debug)]
pub struct Records {
    max_bytes: usize,
    max_fragments: usize,
    arrival: Arrival,
    /// State of the incoming record: where its first incomplete fragment lies, how many fragments
    /// are complete, and their total length.
    next: usize,
    fragments: usize,
    payload: usize,
}

impl Records {
    fn new(limits: &Limits) -> Self {
        Records {
            max_bytes: limits.message_bytes,
            max_fragments: limits.message_fragments,
            arrival: Arrival::new(limits),
            next: 0,
            fragments: 0,
            payload: 0,
        }
    }

    /// Checks a fragment of `n` bytes against the limits.
    fn admit(&mut self, n: usize) -> Result<(), WireError> {
        if self.payload + n > self.max_bytes {
            let bytes = (self.payload + n) as u64;
            return Err(WireError::TooLarge { bytes });
        }
        if self.fragments >= self.max_fragments {
            return Err(WireError::TooManyFragments);
        }
        Ok(())
    }

    /// The record is complete.
    fn complete(&mut self) -> usize {
        self.arrival.rest();
        self.fragments = 0;
        self.payload = 0;
        core::mem::take(&mut self.next)
    }
}

impl Demux for Records {
    fn front(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Front>, WireError> {
        loop {
            let rest = &buf.data()[self.next..];
            if rest.is_empty() && self.next == 0 {
                return Ok(None);
            }
            let Some((last, n)) = header(rest) else {
                self.arrival.lacks(HEADER - rest.len(), clock)?;
                return Ok(None);
            };
            self.admit(n)?;
            if rest.len() - HEADER < n {
                self.arrival.lacks(n - (rest.len() - HEADER), clock)?;
                return Ok(None);
            }
            self.next += HEADER + n;
            self.payload += n;
            self.fragments += 1;
            if last {
                let bytes = self.complete();
                let reader = reader_of_record(&buf.data()[..bytes]);
                return Ok(Some(Front { bytes, reader }));
            }
        }
    }

    fn arrival(&self) -> &Arrival {
        &self.arrival
    }
}

/// The role that reads a record, whose first two words may be split over several fragments.
fn reader_of_record(mut record: &[u8]) -> Role {
    let (mut words, mut have) = ([0; 8], 0);
    while let Some((_, n)) = header(record) {
        let fragment = &record[HEADER..HEADER + n];
        let n = n.min(words.len() - have);
        words[have..have + n].copy_from_slice(&fragment[..n]);
        have += n;
        record = &record[HEADER + fragment.len()..];
    }
    reader(&words[..have])
}
