//! What an engine has to send, in order: short PDUs as they are, and the owners of messages.

use alloc::collections::VecDeque;
use core::net::SocketAddr;

use super::pdu::{FACK_BODY, HEADER, Header, MOST_MASKS};
use crate::contract::Transmit;

/// Room for the longest PDU that is not a part of a message: a fack.
const CONTROL: usize = HEADER + FACK_BODY + 4 * MOST_MASKS;
/// Most of them that wait: what a driver that drains never comes near.
const MOST_WAITING: usize = 4096;

/// A PDU without a message.
#[derive(Clone, Debug)]
pub(super) struct Control {
    to: Option<SocketAddr>,
    len: usize,
    bytes: [u8; CONTROL],
}

/// One thing to send.
#[derive(Debug)]
pub(super) enum Due {
    Control(Control),
    /// The owner of a message, by its place.
    Owner(u32),
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    due: VecDeque<Due>,
    /// Whether the first was lent to be sent.
    pub(super) lent: bool,
}

impl Outbox {
    /// Queues a PDU; its length is set. A body of more than a fack's does not occur.
    pub(super) fn control(&mut self, to: Option<SocketAddr>, mut header: Header, body: &[u8]) {
        if self.due.len() >= MOST_WAITING {
            return;
        }
        let n = body.len().min(CONTROL - HEADER);
        header.len = n as u16;
        let mut bytes = [0; CONTROL];
        bytes[..HEADER].copy_from_slice(&header.emit());
        bytes[HEADER..HEADER + n].copy_from_slice(&body[..n]);
        let len = HEADER + n;
        self.due.push_back(Due::Control(Control { to, len, bytes }));
    }

    /// Queues the owner of a message.
    #[inline]
    pub(super) fn owner(&mut self, at: u32) {
        self.due.push_back(Due::Owner(at));
    }

    #[inline]
    pub(super) fn front(&self) -> Option<&Due> {
        self.due.front()
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Due> {
        self.lent = false;
        self.due.pop_front()
    }

    pub(super) fn clear(&mut self) {
        self.due.clear();
        self.lent = false;
    }
}

impl Control {
    pub(super) fn transmit(&self) -> Transmit<'_> {
        Transmit {
            to: self.to,
            bytes: &self.bytes[..self.len],
        }
    }
}
