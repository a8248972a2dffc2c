//! Calls with several messages.
//!
//! If the client sends several messages, begin the call and [send](Client::send) it without
//! arguments, which opens it; if only the server does, send it with its arguments. Then use
//! [`message`](Client::message) and [`send_message`](Client::send_message) for each message of
//! ours, [`end_messages`](Client::end_messages) after the last, and
//! [`next_message`](Client::next_message) for those of the server, in any order. To wait for
//! messages of the server and for other events at once, use [`next_of`](Client::next_of).

use std::os::fd::{AsFd, BorrowedFd};

use manyrpc_engine::contract::ClientStreams;
use manyrpc_engine::{Buf, CallError, CallId, ClientEngine, Misuse};

use super::{Client, Reply};
use crate::calls::CallEvent;
use crate::socket::Came;

/// Other events that end a wait for messages of the server.
#[derive(Clone, Copy, Debug, Default)]
pub struct OtherEvents<'f> {
    /// One of these is readable.
    pub files: &'f [BorrowedFd<'f>],
    /// The server accepts messages again.
    pub room: bool,
}

/// The first event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<M> {
    /// A message of the server.
    Message(M),
    /// The call has ended successfully.
    Ended,
    /// The server accepts messages again.
    Room,
    /// One of the files is readable.
    Readable,
}

impl<M> Next<M> {
    /// The message; `None` for anything else, which is the end if no other events were waited for.
    pub fn message(self) -> Option<M> {
        match self {
            Next::Message(message) => Some(message),
            Next::Ended | Next::Room | Next::Readable => None,
        }
    }

    /// Maps the message by `f`.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn try_map<N, E>(self, f: impl FnOnce(M) -> Result<N, E>) -> Result<Next<N>, E> {
        Ok(match self {
            Next::Message(message) => Next::Message(f(message)?),
            Next::Ended => Next::Ended,
            Next::Room => Next::Room,
            Next::Readable => Next::Readable,
        })
    }
}

impl<E: ClientEngine> Client<E> {
    /// Sends the call being written, which has several messages in one or both directions. Use
    /// [`next_message`](Self::next_message) instead of [`wait`](Self::wait).
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn open(&mut self) -> Result<CallId, CallError> {
        let id = self.send()?;
        self.calls.expect_several(id);
        Ok(id)
    }

    /// Starts a message of an open call, and lends its buffer: append only.
    ///
    /// # Errors
    /// The call has ended: [`next_message`](Self::next_message) returns how.
    pub fn message(&mut self, id: CallId) -> Result<&mut Buf, CallError> {
        self.abandon();
        self.refuse_if_closed()?;
        self.heed(id)?;
        self.streams()?.begin_message(id)?;
        Ok(self.engine.body())
    }

    /// Sends the message. Waits while the server accepts no more; its messages are kept meanwhile.
    ///
    /// # Errors
    /// It is too large, or the connection is closed.
    pub fn send_message(&mut self, id: CallId) -> Result<(), CallError> {
        self.push_message()?;
        while self.is_congested(id) {
            self.keep_all();
            if self.is_congested(id) {
                self.receive_for(id)?;
            }
        }
        Ok(())
    }

    /// Sends the message without waiting for room: check for it [first](Self::is_congested).
    ///
    /// # Errors
    /// As [`send_message`](Self::send_message).
    pub fn push_message(&mut self) -> Result<(), CallError> {
        let now = self.calls.clock.read();
        self.streams()?.finish_message(now)?;
        self.send_due()
    }

    /// Whether the server accepts no more messages of a call for now.
    pub fn is_congested(&mut self, id: CallId) -> bool {
        self.has_no_room(id) && self.calls.is_in_flight(id)
    }

    /// Tells the server that there are no more messages.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end_messages(&mut self, id: CallId) -> Result<(), CallError> {
        let now = self.calls.clock.read();
        if let Some(streams) = self.engine.streams() {
            streams.end_messages(id, now);
        }
        self.send_due()
    }

    /// Waits for the next message of an open call and lends it; `None` when the call has ended
    /// successfully. Events of other calls are kept. The single reply of a call that was
    /// [sent](Self::send) counts as a message, too.
    ///
    /// # Errors
    /// The call's failure; [`CallError::Cancelled`] if no such call is in flight.
    pub fn next_message(&mut self, id: CallId) -> Result<Option<Reply<'_>>, CallError> {
        Ok(self.next_of(id, OtherEvents::default())?.message())
    }

    /// The same, or another event, whichever comes first. Received messages take precedence.
    ///
    /// # Errors
    /// As [`next_message`](Self::next_message).
    pub fn next_of(
        &mut self,
        id: CallId,
        others: OtherEvents<'_>,
    ) -> Result<Next<Reply<'_>>, CallError> {
        self.heed(id)?;
        self.expect(id)?;
        loop {
            if let Some(event) = self.calls.poll(&mut self.engine, id) {
                return self.next(event);
            }
            if others.room && !self.has_no_room(id) {
                return Ok(Next::Room);
            }
            match self.receive_or(others.files) {
                Ok(true) => return Ok(Next::Readable),
                Ok(false) => {}
                Err(why) => self.give_up(id, why)?,
            }
        }
    }

    fn streams(&mut self) -> Result<&mut dyn ClientStreams, Misuse> {
        self.engine.streams().ok_or(Misuse::STREAMS)
    }

    fn has_no_room(&mut self, id: CallId) -> bool {
        self.engine.streams().is_some_and(|s| s.is_congested(id))
    }

    fn next(&mut self, event: CallEvent) -> Result<Next<Reply<'_>>, CallError> {
        let ended = matches!(event, CallEvent::Ended);
        let reply = self.result(event)?;
        Ok(if ended {
            Next::Ended
        } else {
            Next::Message(reply)
        })
    }

    /// Waits once for bytes. True if one of `files` is readable instead.
    fn receive_or(&mut self, files: &[BorrowedFd<'_>]) -> Result<bool, CallError> {
        if files.is_empty() {
            return self.receive().map(|()| false);
        }
        self.send_due()?;
        let time_left = self.time_left();
        let cancel = self.cancel.iter().map(AsFd::as_fd);
        let files: Vec<BorrowedFd<'_>> = files.iter().copied().chain(cancel).collect();
        match self.link.socket.wait_among(&files, time_left) {
            Came::Elsewhere if self.is_cancelled() => Err(CallError::Cancelled),
            Came::Elsewhere => Ok(true),
            Came::Here => self.receive().map(|()| false),
            Came::Nothing => {
                self.pass_time();
                Ok(false)
            }
        }
    }
}
