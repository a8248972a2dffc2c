//! Calls with several messages.
//!
//! A call whose messages come from the client is begun and [sent](Client::send) without arguments,
//! which opens it; one whose messages come from the server alone is sent with its arguments. Then
//! [`message`](Client::message) and [`send_message`](Client::send_message) for each message of
//! ours, [`end_messages`](Client::end_messages) after the last, and
//! [`next_message`](Client::next_message) for those of the server, in any order.

use manyrpc_engine::{Buf, CallError, CallId, ClientEngine, ClientEvent};

use super::{Client, Reply};

impl<E: ClientEngine> Client<E> {
    /// Sends the call that was begun, which has several messages one way or both. What
    /// [`wait`](Self::wait) is for other calls is [`next_message`](Self::next_message) for this.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn open(&mut self) -> Result<CallId, CallError> {
        let id = self.send()?;
        self.many.push(id);
        Ok(id)
    }

    /// Starts a message of a call that was opened, and lends its place: append only.
    ///
    /// # Errors
    /// The call is over: [`next_message`](Self::next_message) says how.
    pub fn message(&mut self, id: CallId) -> Result<&mut Buf, CallError> {
        self.abandon();
        if let Some(why) = &self.closed {
            return Err(why.clone());
        }
        self.engine.begin_message(id)?;
        Ok(self.engine.body())
    }

    /// Sends the message. Waits while the server takes no more; what it sends meanwhile is kept.
    ///
    /// # Errors
    /// It is too large, or the connection is closed.
    pub fn send_message(&mut self, id: CallId) -> Result<(), CallError> {
        self.now = crate::clock::now();
        self.engine.finish_message(self.now)?;
        self.send_due()?;
        while self.engine.is_congested(id) && self.in_flight.contains(&id) {
            match self.engine.next_event(&mut self.rx, self.now) {
                Some(event) => self.keep(event),
                None => self.receive()?,
            }
        }
        Ok(())
    }

    /// Tells the server that no more messages come.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end_messages(&mut self, id: CallId) -> Result<(), CallError> {
        self.now = crate::clock::now();
        self.engine.end_messages(id, self.now);
        self.send_due()
    }

    /// Waits for the next message of a call that was opened and lends it; `None` when the call is
    /// over and went well. What other calls give meanwhile is kept.
    ///
    /// # Errors
    /// Whatever ended the call otherwise; [`CallError::Cancelled`] if no such call is in flight.
    pub fn next_message(&mut self, id: CallId) -> Result<Option<Reply<'_>>, CallError> {
        if let Some(at) = self.ended.iter().position(|e| e.id == id) {
            return self.take(at).1;
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
                    representation,
                }) if got == id => {
                    self.beside = self.engine.take_metadata();
                    let body = &self.rx.buf.data()[body];
                    return Ok(Some(Reply {
                        body,
                        representation,
                    }));
                }
                Some(ClientEvent::Ended { id: got }) if got == id => {
                    self.beside = self.engine.take_metadata();
                    self.over(id);
                    self.close_if_finished();
                    return Ok(None);
                }
                Some(ClientEvent::Failed { id: got, error }) if got == id => {
                    self.beside = self.engine.take_metadata();
                    self.over(id);
                    self.send_what_goes();
                    return Err(error);
                }
                Some(other) => self.keep(other),
                None => {
                    self.receive()?;
                    // A send that had to wait has read meanwhile.
                    if let Some(at) = self.ended.iter().position(|e| e.id == id) {
                        return self.take(at).1;
                    }
                }
            }
        }
    }
}
