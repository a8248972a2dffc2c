//! Several calls in one message, and several repliers to one call.

use std::net::SocketAddr;

use manyrpc_engine::{Buf, CallError, CallHead, CallId, CallKind, Encoding, Misuse};

use super::Connection;
use super::call::{InFlight, Received};
use super::state::State;
use super::streams::Receiver;
use crate::blocking::{NO_MEMBERS, Wanted};
use crate::calls::Gathering;

impl Connection {
    /// Makes several calls in one message. While the engine does not take so many, waits its turn, for at most the first call's
    /// timeout. For each there is a future of its end, in the same order; `None` for one-way calls.
    ///
    /// # Errors
    /// The system has no such messages, the connection has ended, or one of the calls is refused: then none
    /// is made.
    pub async fn batch<'h, W>(
        &self,
        calls: impl IntoIterator<Item = (CallHead<'h>, W)>,
    ) -> Result<Vec<Option<InFlight>>, CallError>
    where
        W: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let calls: Vec<_> = calls.into_iter().collect();
        let first = calls.first().map(|(head, _)| *head);
        let mut state = match first {
            Some(head) => self.with_room_for(&head, calls.len()).await?.0,
            None => self.with_room().await?,
        };
        let ids = state.batch(calls)?;
        drop(state);
        let in_flight = |(id, kind)| match kind {
            CallKind::OneWay => None,
            _ => Some(InFlight::new(self.clone(), id)),
        };
        Ok(ids.into_iter().map(in_flight).collect())
    }

    /// Sends a call to everyone whom the socket reaches: a source of the replies that are
    /// [`wanted`](Wanted).
    ///
    /// # Errors
    /// As [`call`](Self::call); everyone's replies are wanted, but the members are unknown.
    pub async fn gather(
        &self,
        head: &CallHead<'_>,
        wanted: Wanted,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<Replies, CallError> {
        let (gathering, to) = {
            let state = self.shared().lock();
            let members = state.link.members();
            if wanted == Wanted::Everyone && members.is_empty() {
                return Err(NO_MEMBERS.into());
            }
            (Gathering::new(wanted, members), state.link.to())
        };
        let head = CallHead {
            kind: CallKind::Broadcast,
            ..*head
        };
        let (_, receiver) = self.open(&head, write).await?;
        Ok(Replies {
            receiver,
            gathering,
            to,
        })
    }
}

impl State {
    fn batch<'h, W>(
        &mut self,
        calls: impl IntoIterator<Item = (CallHead<'h>, W)>,
    ) -> Result<Vec<(CallId, CallKind)>, CallError>
    where
        W: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let batches = self.engine.batches().ok_or(Misuse::BATCHES)?;
        batches.begin_batch()?;
        let mut ids = Vec::new();
        let added = calls.into_iter().try_for_each(|(head, write)| {
            ids.push(self.finished(&head, write)?);
            Ok(())
        });
        let batches = self.engine.batches().ok_or(Misuse::BATCHES)?;
        if let Err(refused) = added {
            batches.abandon_batch();
            return Err(refused);
        }
        batches.end_batch()?;
        for (id, kind) in &ids {
            self.expect(*id, *kind);
        }
        self.wake_task();
        Ok(ids)
    }
}

/// The replies to a call of several. Dropping it ends the call.
#[derive(Debug)]
pub struct Replies {
    receiver: Receiver,
    gathering: Gathering,
    /// The only one who can reply, if the socket is not connected to it.
    to: Option<SocketAddr>,
}

impl Replies {
    /// Waits for the next reply, and its sender; `None` when all that are wanted have come, or the
    /// call's time is over.
    ///
    /// # Errors
    /// The call has failed other than by its timeout.
    pub async fn next(&mut self) -> Result<Option<(SocketAddr, Received)>, CallError> {
        while !self.gathering.is_complete() {
            match self.receiver.next().await {
                Ok(Some(reply)) => {
                    let from = reply.sender().or(self.to);
                    if let Some(from) = from.filter(|from| self.gathering.counts(*from)) {
                        return Ok(Some((from, reply)));
                    }
                }
                // A timeout is the normal end of such a call.
                Ok(None) | Err(CallError::TimedOut { .. }) => break,
                Err(other) => return Err(other),
            }
        }
        Ok(None)
    }

    /// How many replies have come.
    pub fn count(&self) -> usize {
        self.gathering.replies()
    }
}
