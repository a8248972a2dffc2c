//! A client whose caller's own thread sends and receives.
//!
//! A small call costs one send and one receive system call: nothing waits for
//! readiness first, and no other thread takes part. Time-outs and
//! retransmissions are the receive's own time-out, which is only changed when
//! it no longer fits.

mod cancel;
mod connect;
mod exchange;
mod keeper;
mod ports;
mod renewal;
mod streams;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Encoding, Instant,
    Misuse, ReplyMetadata, Rx,
};

pub use self::cancel::Cancel;
pub use self::keeper::Keeper;
use self::ports::Ports;
use self::renewal::Again;
pub use self::renewal::not_opened;
pub use self::streams::{Next, OtherEvents};
use crate::counters::Counters;
use crate::socket::Socket;
use crate::tls;

/// How a client connects and waits.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long connecting may take, for each address tried.
    pub connect_timeout: Duration,
    /// How connections over TCP are secured; `None` for not at all. The handshake may take as long
    /// as connecting.
    pub tls: Option<tls::Connector>,
    /// For how long a receive asks again and again before it sleeps. Saves waking up where a
    /// core can be spared; harmful where client and server share one. Zero switches it off.
    pub busy_poll: Duration,
    /// TCP congestion control by the system's name for it (`cubic`); `None` for the system's own
    /// choice. Under `bbr` a reply of a megabyte over loopback takes one of two times, a factor
    /// of two apart, as the connection happens to be.
    pub congestion: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            connect_timeout: Duration::from_secs(10),
            tls: None,
            busy_poll: Duration::ZERO,
            congestion: None,
        }
    }
}

/// A client over one socket.
///
/// A call is [`begin`](Self::begin), writing the arguments into what that lends, and then
/// [`exchange`](Self::exchange). For several calls in flight, [`send`](Self::send) each, and
/// [`wait`](Self::wait) for one of them or take them as they come
/// ([`next_reply`](Self::next_reply)).
#[derive(Debug)]
pub struct Client<E: ClientEngine> {
    engine: E,
    socket: Socket,
    /// Where datagrams go, if the socket is not connected.
    to: Option<SocketAddr>,
    rx: Rx,
    /// The last reading of the clock.
    now: Instant,
    /// The call that is being written.
    writing: Option<(CallId, CallKind)>,
    /// Calls that will yet give a reply or a failure.
    in_flight: Vec<CallId>,
    /// How many of them wait to be sent together.
    posted: usize,
    /// Those of them that may give many replies.
    many: Vec<CallId>,
    /// What ended while another call was waited for, oldest first.
    ended: VecDeque<Ended>,
    /// The last one taken out of `ended`, for its bytes to be lent.
    taken: Vec<u8>,
    /// What travelled beside the end, or the message, that was given last.
    beside: Option<Box<ReplyMetadata>>,
    /// Why nothing can be sent any more.
    closed: Option<CallError>,
    /// What ends calls from elsewhere.
    cancel: Option<Cancel>,
    /// What the system reported of datagrams that found nobody.
    refused: Refusals,
    /// Of a client that hears other ports of its server, while it must.
    ports: Option<Ports>,
    /// Where other connections are opened for calls that one has not taken to the server.
    again: Option<Box<Again>>,
    busy_poll: Duration,
    counters: Counters,
}

impl<E: ClientEngine> Drop for Client<E> {
    /// Lets the server know what it would else keep something for.
    fn drop(&mut self) {
        if self.engine.farewell() {
            self.send_what_goes();
        }
    }
}

/// Marshalled results, lent until the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The bytes.
    pub body: &'a [u8],
    /// How they are encoded.
    pub encoding: Encoding,
}

impl Reply<'_> {
    /// What comes of calls without a reply.
    pub const NOTHING: Self = Reply {
        body: &[],
        encoding: Encoding::Xdr,
    };
}

#[derive(Debug)]
struct Ended {
    id: CallId,
    from: Option<SocketAddr>,
    result: Result<Option<(Vec<u8>, Encoding)>, CallError>,
    beside: Option<Box<ReplyMetadata>>,
}

#[derive(Debug, Default)]
struct Refusals {
    /// Since the last datagram received.
    in_a_row: u32,
    /// Whether the peer has ever answered.
    peer_seen: bool,
}

impl<E: ClientEngine> Client<E> {
    /// Starts a call and lends the place of its arguments: append only.
    ///
    /// A call begun before and neither sent nor abandoned is abandoned.
    ///
    /// # Errors
    /// The connection is closed, or the engine refuses such a call.
    #[inline]
    pub fn begin(&mut self, head: &CallHead<'_>) -> Result<&mut Buf, CallError> {
        if self.writing.is_some() {
            self.abandon();
        }
        if self.closed.is_some() {
            self.revive()?;
        }
        if self.is_cancelled() {
            return Err(CallError::Cancelled);
        }
        let id = self.engine.begin_call(head)?;
        if let Some(ports) = &self.ports
            && (self.to.is_some() || ports.may_ask(head.idempotent))
        {
            self.choose_ports(head.idempotent);
        }
        self.writing = Some((id, head.kind));
        Ok(self.engine.body())
    }

    /// How the arguments of the call that is being written, or else of the next, are to be encoded.
    #[inline]
    pub fn encoding(&self) -> Encoding {
        self.engine.encoding()
    }

    /// Where the call, or the message of one, that was begun is written, and how it is to be encoded.
    #[inline]
    pub fn writing(&mut self) -> (Encoding, &mut Buf) {
        (self.engine.encoding(), self.engine.body())
    }

    /// Settles with the server what must be before a call with this head can go, and waits for
    /// that. What is due beside it is sent, too.
    ///
    /// # Errors
    /// The connection is closed, or the server refuses.
    pub fn prepare(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        self.abandon();
        if let Some(why) = &self.closed {
            return Err(why.clone());
        }
        self.now = crate::clock::now();
        let Some(id) = self.engine.prepare(head, self.now)? else {
            return self.send_due();
        };
        self.in_flight.push(id);
        self.flush()?;
        self.wait(id).map(drop)
    }

    /// Drops the call that was begun: its arguments could not be written.
    pub fn abandon(&mut self) {
        if self.writing.take().is_some() {
            self.engine.abandon_call();
        }
    }

    /// Sends the call that was begun, waits for its end and lends the results. A one-way call has
    /// none and is not waited for.
    ///
    /// # Errors
    /// Whatever ended the call without a result; nothing was begun ([`CallError::Cancelled`]).
    #[inline]
    pub fn exchange(&mut self) -> Result<Reply<'_>, CallError> {
        let one_way = matches!(self.writing, Some((_, CallKind::OneWay)));
        let id = self.send()?;
        if one_way {
            return Ok(Reply::NOTHING);
        }
        self.wait(id)
    }

    /// Sends the call that was begun, and does not wait for its end.
    ///
    /// # Errors
    /// It could not be sent: too large, or the connection is closed; nothing was begun
    /// ([`CallError::Cancelled`]).
    #[inline]
    pub fn send(&mut self) -> Result<CallId, CallError> {
        let (id, kind) = self.finish()?;
        self.transmit(id, kind)?;
        Ok(id)
    }

    /// The same together with other calls: over a stream it goes when a reply is waited for that
    /// has not arrived, at [`send_due`](Self::send_due), when as many have gathered as are on their
    /// way (so that the server has some to work on while we write others), or when as much has as is
    /// sent at once anyway.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn post(&mut self) -> Result<CallId, CallError> {
        let (id, kind) = self.finish()?;
        let due = self.engine.poll_transmit().map_or(0, |due| due.bytes.len());
        let sent = self.in_flight.len().saturating_sub(self.posted);
        let few = due < HELD && (sent == 0 || self.posted + 1 < sent);
        if kind == CallKind::Call && self.socket.stream && few {
            self.counters.calls += 1;
            self.in_flight.push(id);
            self.posted += 1;
        } else {
            self.transmit(id, kind)?;
        }
        Ok(id)
    }

    #[inline]
    fn finish(&mut self) -> Result<(CallId, CallKind), CallError> {
        let Some((id, kind)) = self.writing.take() else {
            return Err(CallError::Cancelled);
        };
        let before = std::mem::replace(&mut self.now, crate::clock::now());
        if self.now - before > QUIET {
            self.hear_what_came();
            if let Some(why) = self.closed.as_ref().filter(|_| self.again.is_none()) {
                self.engine.abandon_call();
                return Err(why.clone());
            }
        }
        if let Err(e) = self.engine.finish_call(self.now) {
            self.close_if_finished();
            return Err(e);
        }
        Ok((id, kind))
    }

    /// Sends a call that `start` begins and finishes in the engine, in a way of that protocol's
    /// own.
    ///
    /// # Errors
    /// Those of `start`, and those of [`send`](Self::send).
    #[inline]
    pub fn send_with(
        &mut self,
        start: impl FnOnce(&mut E, Instant) -> Result<CallId, CallError>,
    ) -> Result<CallId, CallError> {
        self.abandon();
        self.now = crate::clock::now();
        let id = start(&mut self.engine, self.now)?;
        self.transmit(id, CallKind::Call)?;
        Ok(id)
    }

    /// Sends what a verb of the engine's own has left to be sent.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn send_due(&mut self) -> Result<(), CallError> {
        self.flush()?;
        match self.closed {
            Some(_) => self.revive(),
            None => Ok(()),
        }
    }

    #[inline]
    fn transmit(&mut self, id: CallId, kind: CallKind) -> Result<(), CallError> {
        self.counters.calls += 1;
        if kind != CallKind::OneWay {
            self.in_flight.push(id);
        }
        if let Err(too_large) = self.flush() {
            self.cancel(id);
            return Err(too_large.into());
        }
        match self.closed {
            Some(_) if kind == CallKind::OneWay => self.revive(),
            _ => Ok(()),
        }
    }

    /// Waits for the end of one call and lends its results. What other calls give meanwhile is
    /// kept for their own `wait` or [`next_reply`](Self::next_reply).
    ///
    /// # Errors
    /// Whatever ended the call without a result; [`CallError::Cancelled`] if no call of that name
    /// is in flight.
    #[inline]
    pub fn wait(&mut self, id: CallId) -> Result<Reply<'_>, CallError> {
        if let Some(at) = self.ended.iter().position(|e| e.id == id) {
            return self.take(at).1.map(|r| r.unwrap_or(Reply::NOTHING));
        }
        self.beside = None;
        if !self.in_flight.contains(&id) {
            return Err(CallError::Cancelled);
        }
        loop {
            match self.engine.next_event(&mut self.rx, self.now) {
                Some(ClientEvent::Reply {
                    id: got,
                    body,
                    encoding,
                }) if got == id => {
                    self.beside = self.engine.take_metadata();
                    self.over(id);
                    self.close_if_finished();
                    return Ok(Reply {
                        body: &self.rx.buf.data()[body],
                        encoding,
                    });
                }
                Some(ClientEvent::Failed { id: got, error }) if got == id => {
                    self.beside = self.engine.take_metadata();
                    self.over(id);
                    self.send_what_goes();
                    return Err(error);
                }
                Some(other) => self.keep(other),
                None => {
                    self.receive_for(id)?;
                    // A send that had to wait has read meanwhile.
                    if let Some(at) = self.ended.iter().position(|e| e.id == id) {
                        return self.take(at).1.map(|r| r.unwrap_or(Reply::NOTHING));
                    }
                }
            }
        }
    }

    /// Waits for the next call that ends, whichever it is, and lends its results. `None` when no
    /// call is in flight.
    pub fn next_reply(&mut self) -> Option<(CallId, Result<Reply<'_>, CallError>)> {
        self.beside = None;
        loop {
            if !self.ended.is_empty() {
                let (id, result) = self.take(0);
                return Some((id, result.map(|r| r.unwrap_or(Reply::NOTHING))));
            }
            match self.engine.next_event(&mut self.rx, self.now) {
                Some(ClientEvent::Reply { id, body, encoding }) => {
                    self.beside = self.engine.take_metadata();
                    if self.over(id) {
                        self.close_if_finished();
                        let body = &self.rx.buf.data()[body];
                        let reply = Reply { body, encoding };
                        return Some((id, Ok(reply)));
                    }
                }
                Some(ClientEvent::Failed { id, error }) => {
                    self.beside = self.engine.take_metadata();
                    if self.over(id) {
                        self.send_what_goes();
                        return Some((id, Err(error)));
                    }
                }
                Some(broken) => self.keep(broken),
                None => {
                    let left = *self.in_flight.last()?;
                    if let Err(why) = self.receive_for(left) {
                        self.over(left);
                        return Some((left, Err(why)));
                    }
                }
            }
        }
    }

    /// Sends the broadcast call that was begun and hands every reply to `each`, with its sender,
    /// until `each` says that it is enough (`false`) or the call's own time is over.
    ///
    /// # Errors
    /// The call could not be sent, or ended otherwise than by its time.
    pub fn broadcast(
        &mut self,
        mut each: impl FnMut(SocketAddr, Reply<'_>) -> bool,
    ) -> Result<(), CallError> {
        self.many.extend(self.writing.map(|(id, _)| id));
        let call = self.send()?;
        let result = self.gather(call, &mut each);
        self.cancel(call);
        match result {
            // A broadcast that ran out of time has done what it could.
            Err(CallError::TimedOut { .. }) => Ok(()),
            other => other,
        }
    }

    fn gather(
        &mut self,
        call: CallId,
        each: &mut impl FnMut(SocketAddr, Reply<'_>) -> bool,
    ) -> Result<(), CallError> {
        loop {
            // Sending may have read replies already.
            while let Some(at) = self.ended.iter().position(|e| e.id == call) {
                let from = self.ended[at].from.or(self.to);
                let reply = self.take(at).1?.unwrap_or(Reply::NOTHING);
                if from.is_some_and(|from| !each(from, reply)) {
                    return Ok(());
                }
            }
            match self.engine.next_event(&mut self.rx, self.now) {
                Some(ClientEvent::Reply { id, body, encoding }) if id == call => {
                    let from = self.rx.from.or(self.to);
                    let reply = Reply {
                        body: &self.rx.buf.data()[body],
                        encoding,
                    };
                    if from.is_some_and(|from| !each(from, reply)) {
                        return Ok(());
                    }
                }
                Some(ClientEvent::Failed { id, error }) if id == call => {
                    self.over(id);
                    return Err(error);
                }
                Some(other) => self.keep(other),
                None => self.receive()?,
            }
        }
    }

    /// Gives up a call: its reply, if one comes, is dropped. Where the protocol has a word for it,
    /// the server is told.
    pub fn cancel(&mut self, id: CallId) {
        self.ended.retain(|e| e.id != id);
        if self.over(id) {
            self.engine.cancel(id);
            self.send_what_goes();
        }
    }

    /// Asks the server to end a call that was sent, where the protocol has a word for that, and
    /// gives up a call of any other. Its end is for [`wait`](Self::wait) or
    /// [`next_reply`](Self::next_reply) to take as ever: the reply that came all the same, the
    /// server's word that it stopped, or [`CallError::Cancelled`].
    pub fn request_cancel(&mut self, id: CallId) {
        if !self.in_flight.contains(&id) {
            return;
        }
        self.now = crate::clock::now();
        if !self.engine.request_cancel(id, self.now) {
            self.engine.cancel(id);
            self.keep(ClientEvent::Failed {
                id,
                error: CallError::Cancelled,
            });
        }
        self.send_what_goes();
    }

    /// What travelled beside the results, the failure or the message that was given last.
    pub fn reply_metadata(&self) -> Option<&ReplyMetadata> {
        self.beside.as_deref()
    }

    /// The same, once.
    pub fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.beside.take()
    }

    /// How many calls were sent whose end was not yet taken.
    pub fn in_flight(&self) -> usize {
        self.in_flight.len() + self.ended.len()
    }

    /// Whether no call can be made any more: the connection has ended, or the server wants it to.
    /// After a while without a call, looks whether the server has said so meanwhile.
    pub fn is_over(&mut self) -> bool {
        if self.in_flight.is_empty() && self.writing.is_none() {
            let before = std::mem::replace(&mut self.now, crate::clock::now());
            if self.now - before > QUIET {
                self.hear_what_came();
            }
        }
        self.closed.is_some() || self.engine.is_finished()
    }

    /// What was sent and received so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whom a client calls that was made by [`udp_any_port`](Self::udp_any_port).
    pub fn server(&self) -> Option<SocketAddr> {
        self.ports.as_ref().map(Ports::server)
    }

    /// The engine, for what a protocol offers beyond calls.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The engine, to change its settings.
    pub fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    /// The call gives no more events. Reports whether it was in flight.
    #[inline]
    fn over(&mut self, id: CallId) -> bool {
        let at = self.in_flight.iter().position(|i| *i == id);
        if let Some(at) = at {
            self.in_flight.swap_remove(at);
            if !self.many.is_empty() {
                self.many.retain(|many| *many != id);
            }
        }
        at.is_some()
    }

    /// The server wanted the connection closed once nothing is under way on it. What was received
    /// is still there.
    #[inline]
    fn close_if_finished(&mut self) {
        if self.engine.is_finished() {
            self.socket.shutdown();
        }
    }

    /// Keeps what an event of another call says, since its bytes go with the next event.
    #[cold]
    fn keep(&mut self, event: ClientEvent) {
        let (id, result) = match event {
            ClientEvent::Reply { id, body, encoding } => {
                let body = self.rx.buf.data()[body].to_vec();
                (id, Ok(Some((body, encoding))))
            }
            ClientEvent::Ended { id } => (id, Ok(None)),
            ClientEvent::Failed { id, error } => (id, Err(error)),
            ClientEvent::Broken(e) => {
                self.socket.shutdown();
                self.closed = Some(e.into());
                return;
            }
        };
        let one_of_many = matches!(result, Ok(Some(_))) && self.many.contains(&id);
        if one_of_many || self.over(id) {
            self.ended.push_back(Ended {
                id,
                from: self.rx.from,
                result,
                beside: self.engine.take_metadata(),
            });
        }
    }

    #[cold]
    fn take(&mut self, at: usize) -> (CallId, Result<Option<Reply<'_>>, CallError>) {
        let Some(ended) = self.ended.remove(at) else {
            unreachable!("the place of an element that was just found");
        };
        self.beside = ended.beside;
        let result = ended.result.map(|kept| {
            let (body, encoding) = kept?;
            self.taken = body;
            Some(Reply {
                body: &self.taken,
                encoding,
            })
        });
        (ended.id, result)
    }
}

/// How long a client must have been quiet to look, before it sends again, whether the server has
/// closed the connection or asked for that.
const QUIET: Duration = Duration::from_millis(500);

/// What calls that are sent together have at most, in bytes: beyond it a system call for each of
/// such pieces costs little.
const HELD: usize = 16 << 10;

fn datagram_too_large(bytes: usize) -> Misuse {
    const MOST_IN_ONE: usize = 65507;
    Misuse::TooLarge {
        bytes,
        max: MOST_IN_ONE,
    }
}
