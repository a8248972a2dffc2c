//! Requests that survive the end of their connection.
//!
//! Reading list: RFC 9112 sections 9.3.1 (retrying requests) and 9.6 (a server that closes); RFC 9110
//! section 9.2.2 (idempotent methods).
//!
//! A server may close a connection at any time between two requests, when the next one may already
//! be on its way. A request is retried over another connection only if the server cannot have
//! executed it: not all of it was sent, or the driver knows that the server has not read all of it.
//! Idempotent requests may be executed twice. Only a connection that has answered a request is
//! assumed to have been closed between requests: a server that closes at once is broken.

use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::{Client, Waiting};

impl Client {
    /// The server has ended the connection, and it matters whether it had read all that was sent.
    pub fn depends_on_unread(&self) -> bool {
        let last = self.released.checked_sub(1);
        let last = last.and_then(|at| self.waiting.get(at));
        self.serves
            && self.due == 0
            && self.reader.is_at_rest()
            && last.is_some_and(|request| !request.idempotent)
    }

    /// Whether the request with this token awaits a response.
    pub fn awaits(&self, token: u64) -> bool {
        self.waiting.iter().any(|request| request.token == token)
    }

    /// Whether requests wait for another connection.
    pub fn awaits_reconnection(&self) -> bool {
        self.closing && self.released == 0 && self.is_waiting()
    }

    /// The connection has ended: drops requests that the server may have executed, and those that
    /// nobody wants any more. `unread`: the server has not read all that was sent.
    pub fn keep_retriable(&mut self, unread: bool, wanted: impl Fn(u64) -> bool) {
        let mut start = self.answered;
        let all = core::mem::take(&mut self.waiting);
        let (released, sent) = (self.released, self.gone);
        let (mut kept, mut out) = (Vec::new(), Buf::new());
        for (at, request) in all.into_iter().enumerate() {
            let end = start + request.bytes;
            let is_undone = at >= released
                || self.serves && self.may_be_retried(at, &request, end <= sent, unread);
            if is_undone && wanted(request.token) {
                out.put(&self.out.due()[start..end]);
                kept.push(request);
            }
            start = end;
        }
        // The request being written stays after them.
        let complete = out.len();
        out.put(self.out.unfinished());
        self.clear();
        self.out.restore(out, complete);
        self.waiting.extend(kept);
    }

    /// Whether a released request may be sent again.
    fn may_be_retried(&self, at: usize, request: &Waiting, all_went: bool, unread: bool) -> bool {
        // A request whose response has begun was executed.
        let is_answered = at == 0 && !self.reader.is_at_rest();
        // Streams are read in order, so unread bytes belong to the last request.
        let is_unread = unread && at + 1 == self.released;
        !is_answered && (request.idempotent || !all_went || is_unread)
    }

    /// Another connection is established for the waiting requests.
    pub fn reconnected(&mut self) {
        self.reader.restart();
        self.current = None;
        (self.ended, self.closing) = (false, false);
        (self.greeted, self.serves) = (false, false);
        self.release_more();
    }
}
