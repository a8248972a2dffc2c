//! A client whose calling thread sends and receives.
//!
//! A small call costs one send and one receive system call: nothing waits for readiness first, and
//! no other thread is involved. Timeouts and retransmissions use the socket's receive timeout,
//! which is only changed when it no longer fits.
//!
//! Two calls in flight to an echo server at `address`:
//!
//! ```
//! # use std::sync::Arc;
//! # use manyrpc_driver::server::Server;
//! # use manyrpc_engine::{Buf, Call, Handler, Outcome};
//! use manyrpc_driver::blocking::{Client, Options};
//! use manyrpc_engine::{CallHead, InterfaceId, Limits, raw};
//!
//! # struct Echo;
//! # impl Handler for Echo {
//! #     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//! #         reply.put(&received[call.arguments.clone()]);
//! #         Outcome::Done
//! #     }
//! # }
//! # let server = Server::builder(Arc::new(Echo))
//! #     .listen_udp(([127, 0, 0, 1], 0).into(), Box::new(raw::Server::datagram(Limits::default())))?
//! #     .start()?;
//! # let address = server.addresses()[0].ip().unwrap();
//! let engine = raw::Client::datagram(Limits::default(), 1);
//! let mut client = Client::udp(engine, &[address], &Options::default())?;
//! let head = CallHead::new(InterfaceId::ONLY, 7);
//! client.begin(&head)?.put(b"first");
//! let first = client.send()?; // Several calls may be in flight.
//! client.begin(&head)?.put(b"second");
//! let second = client.send()?;
//! assert_eq!(client.wait(second)?.body, b"second");
//! assert_eq!(client.wait(first)?.body, b"first");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cancel;
mod connect;
mod exchange;
mod link;
mod ports;
mod reconnection;
mod streams;

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, ClientEngine, Encoding, Instant, Misuse,
    ReplyMetadata,
};

pub use self::cancel::Cancel;
pub(crate) use self::connect::{any_port, opened};
#[cfg(feature = "tokio")]
pub(crate) use self::connect::{insecure, prepared};
#[cfg(feature = "tokio")]
pub(crate) use self::exchange::is_early;
pub(crate) use self::link::Link;
#[cfg(feature = "tokio")]
pub(crate) use self::link::Received;
use self::ports::Ports;
pub(crate) use self::reconnection::Reconnect;
pub use self::reconnection::not_opened;
pub use self::streams::{Next, OtherEvents};
use crate::calls::{CallEvent, Calls, Gathering};
pub use crate::calls::{Reply, Wanted};
use crate::counters::Counters;
use crate::tls;

/// How a client connects and waits.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long connecting may take, for each address tried.
    pub connect_timeout: Duration,
    /// How TCP connections are secured; `None` for not at all. The handshake has the same timeout
    /// as connecting.
    pub tls: Option<tls::Connector>,
    /// How long a receive polls before it sleeps. Saves wake-ups where a core can be spared; does nothing where this
    /// process may use one core only. A task on a runtime lets others have their turn each time, and polls while there
    /// are few calls in flight on its connection. Zero turns it off.
    pub busy_poll: Duration,
    /// TCP congestion control by the system's name for it (`cubic`); `None` for the system's
    /// default. Under `bbr` a reply of a megabyte over loopback takes one of two times, a factor of
    /// two apart, depending on the connection.
    pub congestion: Option<String>,
}

impl Options {
    /// The same for connections to another host.
    ///
    /// # Errors
    /// Connections to it cannot be secured.
    pub(crate) fn to_host(&self, host: &str) -> Result<Self, tls::TlsError> {
        let tls = self.tls.as_ref().map(|tls| tls.to_host(host)).transpose()?;
        Ok(Options {
            tls,
            ..self.clone()
        })
    }
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

impl Options {
    /// Whether all of them are as [by default](Self::default).
    pub(crate) fn is_default(&self) -> bool {
        let Options {
            connect_timeout,
            tls: _,
            busy_poll,
            congestion,
        } = Options::default();
        self.connect_timeout == connect_timeout
            && self.tls.is_none()
            && self.busy_poll == busy_poll
            && self.congestion == congestion
    }
}

/// Waiting for everyone requires knowing the members.
pub(crate) const NO_MEMBERS: Misuse = Misuse::NotOffered(
    "replies of everyone where it is not known who that is; name the members as endpoints of the binding",
);

/// A client over one socket.
///
/// To make a call, [`begin`](Self::begin) it, write the arguments into the lent buffer, and
/// [`exchange`](Self::exchange). For several calls in flight, [`send`](Self::send) each, and
/// [`wait`](Self::wait) for one of them or take replies as they arrive
/// ([`next_reply`](Self::next_reply)).
#[derive(Debug)]
pub struct Client<E: ClientEngine> {
    engine: E,
    calls: Calls,
    link: Link,
    /// Cancels calls from another thread.
    cancel: Option<Cancel>,
    /// Where to reconnect for calls that an ended connection did not deliver.
    again: Option<Box<Reconnect>>,
}

impl<E: ClientEngine> Drop for Client<E> {
    /// Lets the server release what it keeps for the client.
    fn drop(&mut self) {
        if self.engine.liveness().is_some_and(|l| l.disconnect()) {
            self.send_what_goes();
        }
    }
}

impl<E: ClientEngine> Client<E> {
    /// Starts a call and lends the buffer for its arguments: append only.
    ///
    /// A call begun before and neither sent nor abandoned is abandoned.
    ///
    /// # Errors
    /// The connection is closed, or the engine refuses such a call.
    #[inline]
    pub fn begin(&mut self, head: &CallHead<'_>) -> Result<&mut Buf, CallError> {
        self.calls.abandon(&mut self.engine);
        if self.calls.closed().is_some() {
            self.reconnect()?;
        }
        if self.is_cancelled() {
            return Err(CallError::Cancelled);
        }
        self.calls.begin(&mut self.engine, head)?;
        if self.link.must_choose_ports(head.idempotent) {
            self.choose_ports(head.idempotent);
        }
        Ok(self.engine.body())
    }

    /// How to encode the arguments of the call being written, or else of the next.
    #[inline]
    pub fn encoding(&self) -> Encoding {
        self.engine.encoding()
    }

    /// The buffer and encoding of the call, or streamed message, being written.
    #[inline]
    pub fn writing(&mut self) -> (Encoding, &mut Buf) {
        (self.engine.encoding(), self.engine.body())
    }

    /// Negotiates what a call with this head requires, and waits for the result. Other output is
    /// sent, too.
    ///
    /// # Errors
    /// The connection is closed, or the server refuses.
    pub fn prepare(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        self.settle(|engine, now| match engine.negotiation() {
            Some(negotiation) => negotiation.prepare(head, now),
            None => Ok(None),
        })
    }

    /// Asks the server where the object of calls with this head is, and waits for the answer.
    ///
    /// # Errors
    /// The protocol has no such question, the connection is closed, or nobody has the object.
    pub fn locate(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        self.settle(|engine, now| match engine.location() {
            Some(location) => location.locate(head, now).map(Some),
            None => Err(Misuse::LOCATION.into()),
        })
    }

    /// Waits for what ends as a call does, if anything is to be asked.
    fn settle(
        &mut self,
        ask: impl FnOnce(&mut E, Instant) -> Result<Option<CallId>, CallError>,
    ) -> Result<(), CallError> {
        self.abandon();
        if self.calls.closed().is_some() {
            self.reconnect()?;
        }
        let now = self.calls.clock.read();
        let Some(id) = ask(&mut self.engine, now)? else {
            return self.send_due();
        };
        self.calls.sent(id, CallKind::Call);
        self.flush()?;
        self.wait(id).map(drop)
    }

    /// Drops the call being written.
    pub fn abandon(&mut self) {
        self.calls.abandon(&mut self.engine);
    }

    /// Sends the call being written, waits for its end and lends the results. A one-way call has
    /// none and is not waited for.
    ///
    /// # Errors
    /// The call's failure; [`CallError::Cancelled`] if none was begun.
    #[inline]
    pub fn exchange(&mut self) -> Result<Reply<'_>, CallError> {
        let one_way = self.calls.writing() == Some(CallKind::OneWay);
        let id = self.send()?;
        if one_way {
            return Ok(Reply::NOTHING);
        }
        self.wait(id)
    }

    /// Sends the call being written, and does not wait for its end.
    ///
    /// # Errors
    /// It is too large, the connection is closed, or no call was begun ([`CallError::Cancelled`]).
    #[inline]
    pub fn send(&mut self) -> Result<CallId, CallError> {
        let (id, kind) = self.finish()?;
        self.transmit(id, kind)?;
        Ok(id)
    }

    /// The same, batched with other calls: over a stream it is sent when a reply is waited for that
    /// has not arrived, on [`send_due`](Self::send_due), when as many calls are batched as are in
    /// flight (so that the server has some to work on while others are written), or when the batch
    /// is large enough to be sent anyway.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn post(&mut self) -> Result<CallId, CallError> {
        let (id, kind) = self.finish()?;
        let due = self.engine.poll_transmit().map_or(0, |due| due.bytes.len());
        if self.link.socket.stream && self.calls.may_gather(kind, due) {
            self.link.counters.calls += 1;
            self.calls.gather(id);
        } else {
            self.transmit(id, kind)?;
        }
        Ok(id)
    }

    #[inline]
    fn finish(&mut self) -> Result<(CallId, CallKind), CallError> {
        if self.was_quiet() {
            self.read_pending();
            if self.again.is_none()
                && let Err(why) = self.refuse_if_closed()
            {
                self.abandon();
                return Err(why);
            }
        }
        let finished = self.calls.finish(&mut self.engine);
        if finished.is_err() {
            self.close_if_finished();
        }
        finished
    }

    /// Sends a call that `start` begins and finishes with a protocol-specific method of the engine.
    ///
    /// # Errors
    /// Those of `start`, and those of [`send`](Self::send).
    #[inline]
    pub fn send_with(
        &mut self,
        start: impl FnOnce(&mut E, Instant) -> Result<CallId, CallError>,
    ) -> Result<CallId, CallError> {
        self.abandon();
        let now = self.calls.clock.read();
        let id = start(&mut self.engine, now)?;
        self.transmit(id, CallKind::Call)?;
        Ok(id)
    }

    /// Sends the output of a protocol-specific method of the engine.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn send_due(&mut self) -> Result<(), CallError> {
        self.flush()?;
        match self.calls.closed() {
            Some(_) => self.reconnect(),
            None => Ok(()),
        }
    }

    #[inline]
    fn transmit(&mut self, id: CallId, kind: CallKind) -> Result<(), CallError> {
        self.link.counters.calls += 1;
        self.calls.sent(id, kind);
        if let Err(too_large) = self.flush() {
            self.cancel(id);
            return Err(too_large.into());
        }
        match self.calls.closed() {
            Some(_) if kind == CallKind::OneWay => self.reconnect(),
            _ => Ok(()),
        }
    }

    /// Waits for the end of one call and lends its results. Events of other calls are kept for
    /// their own `wait` or [`next_reply`](Self::next_reply).
    ///
    /// # Errors
    /// The call's failure; [`CallError::Cancelled`] if no such call is in flight.
    #[inline]
    pub fn wait(&mut self, id: CallId) -> Result<Reply<'_>, CallError> {
        self.expect(id)?;
        loop {
            if let Some(event) = self.calls.poll(&mut self.engine, id) {
                return self.result(event);
            }
            self.receive_for(id)?;
        }
    }

    /// Waits for any call to end, and lends its results. `None` when no call is in flight.
    pub fn next_reply(&mut self) -> Option<(CallId, Result<Reply<'_>, CallError>)> {
        loop {
            if let Some((id, event)) = self.calls.poll_any(&mut self.engine) {
                return Some((id, self.result(event)));
            }
            self.close_if_broken();
            let left = self.calls.any_in_flight()?;
            if let Err(why) = self.receive_for(left) {
                self.calls.forget(left);
                return Some((left, Err(why)));
            }
        }
    }

    /// Sends the call being written to everyone whom the socket reaches, and passes the replies
    /// that are [`wanted`](Wanted) to `each`, with their senders, until they are complete, `each`
    /// returns `false`, or the call times out. Returns how many there were.
    ///
    /// # Errors
    /// The call could not be sent, or failed other than by its timeout; everyone's replies are
    /// wanted, but the members are unknown.
    pub fn gather(
        &mut self,
        wanted: Wanted,
        mut each: impl FnMut(SocketAddr, Reply<'_>) -> bool,
    ) -> Result<usize, CallError> {
        if wanted == Wanted::Everyone && self.link.members().is_empty() {
            self.abandon();
            return Err(NO_MEMBERS.into());
        }
        let mut gathering = Gathering::new(wanted, self.link.members());
        let call = self.send()?;
        self.calls.expect_several(call);
        let result = self.gather_replies(call, &mut gathering, &mut each);
        self.cancel(call);
        match result {
            // A timeout is the normal end of such a call.
            Err(CallError::TimedOut { .. }) | Ok(()) => Ok(gathering.replies()),
            Err(other) => Err(other),
        }
    }

    fn gather_replies(
        &mut self,
        call: CallId,
        gathering: &mut Gathering,
        each: &mut impl FnMut(SocketAddr, Reply<'_>) -> bool,
    ) -> Result<(), CallError> {
        while !gathering.is_complete() {
            match self.calls.poll(&mut self.engine, call) {
                Some(CallEvent::Reply { body, encoding }) => {
                    let from = self.calls.sender().or(self.link.to());
                    let Some(from) = from.filter(|from| gathering.counts(*from)) else {
                        continue;
                    };
                    if !each(from, self.calls.lend(body, encoding)) {
                        return Ok(());
                    }
                }
                Some(CallEvent::Ended) => return Ok(()),
                Some(CallEvent::Failed(error)) => return Err(error),
                None => self.receive()?,
            }
        }
        Ok(())
    }

    /// Abandons a call: its reply is dropped. The server is notified if the protocol has a message
    /// for it.
    pub fn cancel(&mut self, id: CallId) {
        if self.calls.forget(id) {
            self.engine.cancel(id);
            self.send_what_goes();
        }
    }

    /// Asks the server to cancel a call that was sent, if the protocol has a message for that;
    /// otherwise abandons the call. Its end is taken by [`wait`](Self::wait) or
    /// [`next_reply`](Self::next_reply) as usual: the reply, the server's confirmation, or
    /// [`CallError::Cancelled`].
    pub fn request_cancel(&mut self, id: CallId) {
        if !self.calls.is_in_flight(id) {
            return;
        }
        let now = self.calls.clock.read();
        let asked = self.engine.remote_cancel();
        if !asked.is_some_and(|remote| remote.request_cancel(id, now)) {
            self.engine.cancel(id);
            self.calls.fail(&mut self.engine, id, CallError::Cancelled);
        }
        self.send_what_goes();
    }

    /// The metadata of the last results, failure or message.
    pub fn reply_metadata(&self) -> Option<&ReplyMetadata> {
        self.calls.metadata()
    }

    /// The same, taken.
    pub fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.calls.take_metadata()
    }

    /// How many calls were sent whose end was not taken yet.
    pub fn in_flight(&self) -> usize {
        self.calls.len()
    }

    /// Whether no more calls can be made: the connection has ended, or the server wants it to end.
    /// After a while without calls, checks whether the server has sent anything.
    pub fn is_over(&mut self) -> bool {
        if self.calls.is_quiet() && self.was_quiet() {
            self.read_pending();
        }
        self.calls.closed().is_some() || self.engine.is_finished()
    }

    /// What was sent and received so far.
    pub fn counters(&self) -> Counters {
        self.link.counters
    }

    /// The server of a client made by [`udp_any_port`](Self::udp_any_port).
    pub fn server(&self) -> Option<SocketAddr> {
        self.link.ports.as_deref().map(Ports::server)
    }

    /// The engine, for protocol-specific features.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The engine, for changing its settings.
    pub fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    /// Reads the clock. True if the last reading is so old that the server may have sent something.
    #[inline]
    fn was_quiet(&mut self) -> bool {
        let before = self.calls.clock.last();
        self.calls.clock.read() > before + QUIET
    }

    fn refuse_if_closed(&self) -> Result<(), CallError> {
        self.calls.closed().map_or(Ok(()), |why| Err(why.clone()))
    }

    /// # Errors
    /// The call gives no more events.
    #[inline]
    fn expect(&self, id: CallId) -> Result<(), CallError> {
        match self.calls.is_expected(id) {
            true => Ok(()),
            false => Err(CallError::Cancelled),
        }
    }

    /// A call's event, as returned to its caller.
    #[inline]
    fn result(&mut self, event: CallEvent) -> Result<Reply<'_>, CallError> {
        match event {
            CallEvent::Reply { body, encoding } => {
                self.close_if_finished();
                Ok(self.calls.lend(body, encoding))
            }
            CallEvent::Ended => {
                self.close_if_finished();
                Ok(Reply::NOTHING)
            }
            CallEvent::Failed(error) => {
                self.send_what_goes();
                Err(error)
            }
        }
    }

    /// The server wants the connection closed once no call is in flight. Received data is still
    /// there.
    #[inline]
    fn close_if_finished(&mut self) {
        if self.engine.is_finished() {
            self.link.socket.shutdown();
        }
    }

    /// The server has broken the protocol: nothing more from it can be understood. Some protocols tell it so.
    fn close_if_broken(&mut self) {
        if self.calls.broken().is_some() {
            self.send_what_goes();
            self.link.socket.shutdown();
        }
    }
}

/// How long a client must have been idle before it checks, before sending, whether the server has
/// closed the connection or asked for that.
const QUIET: Duration = Duration::from_millis(500);

pub(crate) fn datagram_too_large(bytes: usize) -> Misuse {
    const MAX_IN_ONE: usize = 65507;
    Misuse::TooLarge {
        bytes,
        max: MAX_IN_ONE,
    }
}
