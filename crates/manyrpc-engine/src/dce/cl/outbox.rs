//! An engine's send queue: short PDUs themselves, and the owners of messages.

use alloc::collections::VecDeque;
use core::net::SocketAddr;

use super::pdu::{FACK_BODY, HEADER, Header, MAX_MASKS};
use crate::contract::Transmit;

/// Space for the longest PDU that is not part of a message: a fack.
const CONTROL: usize = HEADER + FACK_BODY + 4 * MAX_MASKS;
/// Most short PDUs queued; a driver that drains output never comes near.
const MAX_WAITING: usize = 4096;

/// A PDU that is not part of a message.
#[derive(Clone, Debug)]
pub(super) struct Control {
    to: Option<SocketAddr>,
    len: usize,
    bytes: [u8; CONTROL],
}

/// An entry of the queue.
#[derive(Debug)]
pub(super) enum Due {
    Control(Control),
    /// The owner of a message, by its index.
    Owner(u32),
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    due: VecDeque<Due>,
    /// Whether the first entry was lent for sending.
    pub(super) lent: bool,
}

impl Outbox {
    /// Queues a PDU, and sets its length. Bodies longer than a fack's do not occur.
    pub(super) fn control(&mut self, to: Option<SocketAddr>, mut header: Header, body: &[u8]) {
        if self.due.len() >= MAX_WAITING {
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
