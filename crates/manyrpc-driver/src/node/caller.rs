//! Calls to one peer of a node.

use std::fmt;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, Encoding, InterfaceId, Metadata, Misuse, ObjectKey,
    PeerId, ReplyMetadata, Streams,
};
use rustix::event::{PollFd, PollFlags, poll};

use super::shared::{Locked, Shared};
use super::waiting::{Ready, Waiting, new_event};
use crate::blocking::{Cancel, Reply};
use crate::calls::{CallEvent, Kept};
use crate::counters::Counters;

/// Calls one peer, from one thread: [`begin`](Self::begin), write the arguments into the lent
/// buffer, then [`exchange`](Self::exchange), as with a [blocking client](crate::blocking::Client).
/// Clones call the same peer.
///
/// Arguments are marshalled into the caller's own memory, so that others can call meanwhile.
pub struct Caller {
    shared: Arc<Shared>,
    peer: PeerId,
    /// The call being written.
    head: Option<Head>,
    body: Buf,
    ready: Arc<Ready>,
    /// Calls that were sent and not waited for yet.
    in_flight: Vec<CallId>,
    /// The last event.
    last: Option<Kept>,
    cancel: Option<Cancel>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("peer", &self.peer)
            .field("in_flight", &self.in_flight)
            .finish_non_exhaustive()
    }
}

impl Clone for Caller {
    fn clone(&self) -> Self {
        Caller::new(self.shared.clone(), self.peer)
    }
}

/// An owned [`CallHead`].
struct Head {
    interface: InterfaceId<'static>,
    /// The interface's name and full name, and the operation's name.
    names: [String; 3],
    operation: u32,
    metadata: Option<Metadata>,
    object: Option<ObjectKey>,
    kind: CallKind,
    idempotent: bool,
    timeout: Option<Duration>,
}

impl Head {
    fn of(head: &CallHead<'_>) -> Self {
        let InterfaceId {
            name, full_name, ..
        } = head.interface;
        Head {
            interface: InterfaceId {
                name: "",
                full_name: "",
                ..head.interface
            },
            names: [name, full_name, head.name].map(str::to_owned),
            operation: head.operation,
            metadata: head.metadata.cloned(),
            object: head.object.cloned(),
            kind: head.kind,
            idempotent: head.idempotent,
            timeout: head.timeout,
        }
    }

    fn lend(&self) -> CallHead<'_> {
        let [name, full_name, operation] = &self.names;
        let interface = InterfaceId {
            name,
            full_name,
            ..self.interface
        };
        CallHead {
            name: operation,
            metadata: self.metadata.as_ref(),
            object: self.object.as_ref(),
            kind: self.kind,
            idempotent: self.idempotent,
            timeout: self.timeout,
            ..CallHead::new(interface, self.operation)
        }
    }
}

/// Several replies to one call need a dedicated socket.
const SEVERAL: Misuse =
    Misuse::NotOffered("call with several replies over a socket that others share");

impl Caller {
    pub(crate) fn new(shared: Arc<Shared>, peer: PeerId) -> Self {
        Caller {
            shared,
            peer,
            head: None,
            body: Buf::new(),
            ready: Arc::default(),
            in_flight: Vec::new(),
            last: None,
            cancel: None,
        }
    }

    /// Starts a call; returns the encoding of its arguments and the buffer to append them to. One
    /// begun before and not sent is abandoned.
    ///
    /// # Errors
    /// The connection has ended, or shared sockets do not support the kind of call.
    pub fn begin(&mut self, head: &CallHead<'_>) -> Result<(Encoding, &mut Buf), CallError> {
        if head.kind == CallKind::Broadcast || head.streams != Streams::NONE {
            return Err(SEVERAL.into());
        }
        if self.cancel.as_ref().is_some_and(Cancel::is_pulled) {
            return Err(CallError::Cancelled);
        }
        let encoding = {
            let mut state = self.shared.lock();
            state.refuse_if_closed()?;
            state.of_peer(self.peer).0.encoding()
        };
        self.head = Some(Head::of(head));
        self.body.clear();
        Ok((encoding, &mut self.body))
    }

    /// The encoding of the next call's arguments, as far as is known.
    pub fn encoding(&self) -> Encoding {
        self.shared.lock().of_peer(self.peer).0.encoding()
    }

    /// Drops the call being written.
    pub fn abandon(&mut self) {
        self.head = None;
    }

    /// Sends the call being written, and does not wait for its end. Waits while the peer accepts no
    /// more.
    ///
    /// # Errors
    /// It could not be sent; no call was begun ([`CallError::Cancelled`]).
    pub fn send(&mut self) -> Result<CallId, CallError> {
        let head = self.head.take().ok_or(CallError::Cancelled)?;
        let _inside = self.shared.enter();
        let state = self.shared.wait_for_room(head.timeout);
        let mut state = state.ok_or(CallError::TimedOut { transmissions: 0 })?;
        state.refuse_if_closed()?;
        let (engine, calls) = state.of_peer(self.peer);
        calls.begin(engine, &head.lend())?;
        engine.body().put(self.body.data());
        // The clock of a peer's calls is read only when a call is finished.
        calls.clock.pass();
        let (id, kind) = calls.finish(engine)?;
        calls.sent(id, kind);
        state.counters.calls += 1;
        if kind != CallKind::OneWay {
            state.expect(self.peer, id, Waiting::Thread(self.ready.clone()));
            self.in_flight.push(id);
        }
        self.shared.go_on(&mut state);
        Ok(id)
    }

    /// Sends the call being written, and waits for its results. A one-way call has none and is not
    /// waited for.
    ///
    /// # Errors
    /// As [`send`](Self::send) and [`wait`](Self::wait).
    pub fn exchange(&mut self) -> Result<Reply<'_>, CallError> {
        let id = self.send()?;
        match self.in_flight.contains(&id) {
            true => self.wait(id),
            // One way.
            false => Ok(Reply::NOTHING),
        }
    }

    /// Waits for the end of a call that was sent, and lends its results.
    ///
    /// # Errors
    /// The call's failure; [`CallError::Cancelled`] if it is not in flight.
    pub fn wait(&mut self, id: CallId) -> Result<Reply<'_>, CallError> {
        let given = self.wait_for(id);
        self.in_flight.retain(|call| *call != id);
        let kept = self.last.insert(given?);
        match &kept.event {
            CallEvent::Reply { body, encoding } => Ok(Reply {
                body: &kept.bytes[body.clone()],
                encoding: *encoding,
            }),
            CallEvent::Ended => Ok(Reply::NOTHING),
            CallEvent::Failed(error) => Err(error.clone()),
        }
    }

    fn wait_for(&mut self, id: CallId) -> Result<Kept, CallError> {
        let mut state = self.shared.lock();
        loop {
            if let Some(given) = state.take_given(self.peer, id)? {
                return Ok(given);
            }
            if let Some(why) = state.closed().cloned() {
                state.forget(self.peer, id);
                return Err(why);
            }
            if self.cancel.as_ref().is_some_and(Cancel::is_pulled) {
                state.forget(self.peer, id);
                self.shared.go_on(&mut state);
                return Err(CallError::Cancelled);
            }
            state = self.sleep(state);
        }
    }

    /// Sleeps until the node's thread has an event for this caller.
    fn sleep<'a>(&'a self, state: Locked<'a>) -> Locked<'a> {
        let Some(cancel) = &self.cancel else {
            return Shared::sleep(&self.ready.given, state);
        };
        drop(state);
        if let Some(event) = self.ready.event() {
            wait_among(&[event.as_fd(), cancel.as_fd()]);
            let _ = rustix::io::read(&event, &mut [0; 8]);
        }
        self.shared.lock()
    }

    /// Abandons a call that was sent: its reply is dropped. The peer is notified if the protocol
    /// has a message for it.
    pub fn cancel(&mut self, id: CallId) {
        self.in_flight.retain(|call| *call != id);
        let mut state = self.shared.lock();
        if state.forget(self.peer, id) {
            self.shared.go_on(&mut state);
        }
    }

    /// Asks the peer to cancel a call that was sent, if the protocol has a message for that;
    /// otherwise abandons the call. Its end is returned by [`wait`](Self::wait).
    pub fn request_cancel(&mut self, id: CallId) {
        let _inside = self.shared.enter();
        let mut state = self.shared.lock();
        state.request_cancel(self.peer, id);
        self.shared.go_on(&mut state);
    }

    /// Sets what cancels this caller's calls from another thread; `None` for nothing.
    pub fn set_cancel(&mut self, cancel: Option<Cancel>) {
        // Without a free descriptor, calls end with their reply or timeout.
        let event = cancel.as_ref().and_then(|_| new_event().ok());
        self.ready.set_event(event.map(Arc::new));
        self.cancel = cancel;
    }

    /// How many calls were sent whose end was not taken yet.
    pub fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// What was sent and received over the socket so far, by all callers.
    pub fn counters(&self) -> Counters {
        self.shared.lock().counters()
    }

    /// The metadata of the last event.
    pub fn reply_metadata(&self) -> Option<&ReplyMetadata> {
        self.last.as_ref()?.metadata.as_deref()
    }

    /// The same, taken.
    pub fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.last.as_mut()?.metadata.take()
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        for id in std::mem::take(&mut self.in_flight) {
            self.cancel(id);
        }
    }
}

/// Waits until one of them is readable; may return early.
fn wait_among(fds: &[BorrowedFd<'_>]) {
    let mut fds: Vec<PollFd<'_>> = fds
        .iter()
        .map(|fd| PollFd::new(fd, PollFlags::IN))
        .collect();
    let _ = poll(&mut fds, None);
}
