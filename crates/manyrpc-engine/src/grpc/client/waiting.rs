//! Calls that wait until the server permits another stream (RFC 9113, section 5.1.2).

use super::{Client, refused};
use crate::carrier::http2::{Refused, StreamId};
use crate::contract::CallHead;
use crate::name::{CallName, Metadata};
use crate::time::Instant;

/// The head of a call that waits for its stream.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) stream: StreamId,
    name: CallName,
    metadata: Option<Metadata>,
    /// The head states the time left.
    timed: bool,
}

impl Client {
    /// Reserves a stream for a call beyond the server's limit.
    #[cold]
    pub(super) fn reserve(&mut self, call: &CallHead<'_>) -> Result<StreamId, Refused> {
        let stream = self.connection.reserve()?;
        self.busy.waiting.push_back(Waiting {
            stream,
            name: CallName::new(call.path()),
            metadata: call.metadata.cloned(),
            timed: call.timeout.is_some(),
        });
        Ok(stream)
    }

    /// Sends the heads of calls that the server's limit now permits. Their timeout is reduced by
    /// the time they waited.
    #[cold]
    pub(super) fn begin_waiting(&mut self, now: Instant) {
        while let Some(stream) = self.connection.next_reserved() {
            let Some(waiting) = self.busy.waiting.pop_front() else {
                return;
            };
            let at = self.position(stream);
            let deadline = at.and_then(|at| self.busy.calls[at].deadline);
            let left = deadline.map(|due| due.since(now));
            let due = left.filter(|_| waiting.timed);
            let path = waiting.name.path();
            let prepared = self.ready(path).map(|at| self.busy.prepared[at].head);
            let metadata = waiting.metadata.as_ref();
            let opened = self.with_heading(path, (prepared, due), metadata, |c, heading| {
                c.open(heading)
            });
            if let Err(why) = opened {
                let event = self.fail(stream, refused(why));
                self.busy.events.extend(event);
            }
        }
    }
}
