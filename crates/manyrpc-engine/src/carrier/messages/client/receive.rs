//! Received messages, and the calls that they complete.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Malformed;

use super::{Batch, Client, NO_REPLY};
use crate::carrier::messages::medium::{ClientMedium, Last, Received};
use crate::carrier::messages::{Correlation, Protocol, Reply, ReplyMessage};
use crate::contract::{CallId, ClientEvent, Rx};
use crate::domain::Domain;
use crate::fault::{CallError, Closed, Fault, WireError};
use crate::time::Clock;

impl<P: Protocol> Client<P> {
    /// Reads a message, and returns the event if it is for a caller.
    pub(super) fn take_message(&mut self, rx: &mut Rx, received: Received) -> Option<ClientEvent> {
        let Received { range, answers } = received;
        let range = self.in_our_encoding(rx, range);
        let data = rx.buf.data();
        match answers {
            Some((token, status)) => {
                let batch = self.batches.iter().position(|b| b.token == token);
                let message = range.clone().unwrap_or_default();
                let heard = self.heard(data, range, batch.is_some());
                if P::HAS_METADATA {
                    let head = self.medium.response_head(&rx.buf);
                    self.metadata = self.protocol.metadata_of(&data[message], head);
                }
                self.take_answer(token, batch, status, heard)
            }
            None => match self.heard(data, range, false) {
                Ok(heard) => self.take_replies(heard),
                Err(e) => {
                    self.break_down(e);
                    self.next_pending()
                }
            },
        }
    }

    fn heard(
        &mut self,
        data: &[u8],
        range: Result<Range<usize>, Malformed>,
        several: bool,
    ) -> Result<ReplyMessage, WireError> {
        let range = range.map_err(WireError::BadResult)?;
        let most = self.caps.message_fragments;
        self.protocol.parse_replies(data, range, several, most)
    }

    /// Transcodes a document in a foreign encoding and inserts the result after it. Only HTTP
    /// carries these.
    fn in_our_encoding(
        &mut self,
        rx: &mut Rx,
        range: Range<usize>,
    ) -> Result<Range<usize>, Malformed> {
        let document = &rx.buf.data()[range.clone()];
        let charset = self.medium.charset(&rx.buf);
        let text = P::transcoded(document, charset, self.caps.message_bytes)?;
        Ok(match (&mut self.medium, text) {
            (ClientMedium::Http(http), Some(text)) => http.insert_after(&mut rx.buf, &text),
            _ => range,
        })
    }

    /// Reads a message of a bare stream.
    fn take_replies(&mut self, message: ReplyMessage) -> Option<ClientEvent> {
        match message {
            ReplyMessage::Single(reply) => match self.call_of(reply.correlation) {
                Some(at) => return Some(self.end(at, reply.outcome)),
                None => match (reply.correlation, self.only_batch()) {
                    (Correlation::Unknown, Some(batch)) => self.fail_batch(batch, reply.outcome),
                    _ => self.counters.stray += 1,
                },
            },
            ReplyMessage::Batch(replies) => {
                let known = replies
                    .iter()
                    .find_map(|reply| self.call_of(reply.correlation));
                let token = known.and_then(|at| self.calls.slot(at).own.0);
                let batch = self.batches.iter().position(|b| Some(b.token) == token);
                match batch {
                    Some(batch) => self.take_several(batch, replies),
                    None => self.counters.stray += 1,
                }
            }
            ReplyMessage::Nothing => self.counters.stray += 1,
        }
        self.next_lent()
    }

    /// Reads an HTTP response to the request with this `token`, a `batch` or a single call.
    fn take_answer(
        &mut self,
        token: u64,
        batch: Option<usize>,
        status: u16,
        heard: Result<ReplyMessage, WireError>,
    ) -> Option<ClientEvent> {
        self.abandoned &= self.medium.is_waiting();
        let succeeded = (200..300).contains(&status);
        let lower = || CallError::from(Fault::Status(Domain::Http, status.into()));
        let outcome = match (heard, batch) {
            (Ok(ReplyMessage::Batch(replies)), Some(batch)) => {
                self.take_several(batch, replies);
                return self.next_lent();
            }
            // Where only its place says that a message answers the call, a page of an error would be a result.
            (Ok(ReplyMessage::Single(reply)), None)
                if is_for(reply.correlation, token)
                    && (succeeded
                        || reply.outcome.is_err()
                        || reply.correlation != Correlation::Place) =>
            {
                reply.outcome
            }
            (Ok(ReplyMessage::Single(reply)), Some(_)) if reply.outcome.is_err() => reply.outcome,
            _ if !succeeded => Err(lower()),
            (Ok(_), _) => Err(NO_REPLY.into()),
            (Err(e), _) => Err(e.into()),
        };
        match batch {
            Some(batch) => {
                self.fail_batch(batch, outcome);
                self.next_lent()
            }
            // Nobody awaits responses to notifications and abandoned calls.
            None => self
                .calls
                .find(CallId(token))
                .map(|at| self.end(at, outcome)),
        }
    }

    /// The call that a reply answers, in its own message or as a member of a batch.
    #[inline]
    fn call_of(&self, correlation: Correlation) -> Option<u32> {
        match correlation {
            Correlation::Number(number) => self.calls.find_waiting(number),
            // With one call in flight it is clear which one was not understood.
            Correlation::Unknown => {
                let mut open = self.calls.open_places();
                let only = open.next().filter(|_| self.writing.is_none())?;
                let alone = self.batches.is_empty() && self.gathering.is_none();
                (alone && open.next().is_none()).then_some(only)
            }
            Correlation::Place | Correlation::Nobody => None,
        }
    }

    /// The batch that is the only message in flight.
    fn only_batch(&self) -> Option<usize> {
        let [batch] = &self.batches[..] else {
            return None;
        };
        let open = |id: &Option<CallId>| id.is_some_and(|id| self.calls.find(id).is_some());
        let of_batch = batch.calls.iter().filter(|id| open(id)).count();
        (self.calls.len() == of_batch).then_some(0)
    }

    /// Reads the replies to a batch. Missing ones will not arrive.
    fn take_several(&mut self, batch: usize, replies: Vec<Reply>) {
        let batch = self.batches.swap_remove(batch);
        for (
            place,
            Reply {
                correlation,
                outcome,
            },
        ) in replies.into_iter().enumerate()
        {
            let at = match correlation {
                Correlation::Place => {
                    let call = batch.calls.get(place).copied().flatten();
                    call.and_then(|id| self.calls.find(id))
                }
                Correlation::Number(number) => self.calls.find_waiting(number),
                Correlation::Unknown | Correlation::Nobody => None,
            };
            match at.filter(|at| self.calls.slot(*at).own.0 == Some(batch.token)) {
                Some(at) => self.lend(at, outcome),
                // Some protocols also answer abandoned calls and notifications in place.
                None => self.counters.stray += u64::from(correlation != Correlation::Place),
            }
        }
        self.end_rest(&batch, &Err(NO_REPLY.into()));
    }

    /// A batch failed as a whole.
    #[cold]
    fn fail_batch(&mut self, batch: usize, outcome: Result<Range<usize>, CallError>) {
        let batch = self.batches.swap_remove(batch);
        self.end_rest(&batch, &outcome);
    }

    fn end_rest(&mut self, batch: &Batch, outcome: &Result<Range<usize>, CallError>) {
        for id in batch.calls.iter().flatten() {
            if let Some(at) = self.calls.find(*id) {
                self.lend(at, outcome.clone());
            }
        }
    }

    /// A call has ended, along with others.
    fn lend(&mut self, at: u32, outcome: Result<Range<usize>, CallError>) {
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        self.lent.push_back((id, outcome));
    }

    pub(super) fn next_lent(&mut self) -> Option<ClientEvent> {
        let (id, outcome) = self.lent.used()?.pop_front()?;
        Some(self.event(id, outcome))
    }

    fn end(&mut self, at: u32, outcome: Result<Range<usize>, CallError>) -> ClientEvent {
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        self.event(id, outcome)
    }

    fn event(&mut self, id: CallId, outcome: Result<Range<usize>, CallError>) -> ClientEvent {
        self.counters.replies += 1;
        match outcome {
            Ok(body) => ClientEvent::Reply {
                id,
                body,
                encoding: self.protocol.encoding(),
            },
            Err(error) => ClientEvent::Failed { id, error },
        }
    }

    /// The message that the end of the connection may have completed.
    #[cold]
    pub(super) fn last_message(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        let received = self.medium.next(&mut rx.buf, clock).ok().flatten();
        let Last::AnswerTo(token) = core::mem::replace(&mut self.last, Last::Nothing) else {
            return self.last_line(rx, received);
        };
        let event = received.and_then(|received| self.take_message(rx, received));
        let closed = || Err(CallError::Closed(Closed::ByPeer));
        let event = event.or_else(|| {
            if let Some(batch) = self.batches.iter().position(|b| b.token == token) {
                self.fail_batch(batch, closed());
                return self.next_lent();
            }
            let at = self.calls.find(CallId(token))?;
            Some(self.end(at, closed()))
        });
        self.end_calls(Closed::ByPeer);
        event
    }
}

impl<P: Protocol> Client<P> {
    /// The last line of a stream, which may lack its terminator: either complete or truncated.
    fn last_line(&mut self, rx: &mut Rx, received: Option<Received>) -> Option<ClientEvent> {
        let (data, most) = (rx.buf.data(), self.caps.message_fragments);
        let heard = received.map(|line| self.protocol.parse_replies(data, line.range, false, most));
        let event = match heard {
            Some(Ok(heard)) => self.take_replies(heard),
            _ => None,
        };
        self.end_calls(Closed::ByPeer);
        event
    }
}

/// Whether a response to the request with this `token` is its reply.
fn is_for(correlation: Correlation, token: u64) -> bool {
    match correlation {
        Correlation::Number(number) => number == token as u32,
        Correlation::Place | Correlation::Unknown => true,
        Correlation::Nobody => false,
    }
}
