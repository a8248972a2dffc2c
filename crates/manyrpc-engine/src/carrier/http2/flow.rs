//! Flow control (RFC 9113, 5.2 and 6.9): the windows of a stream or connection, one in each
//! direction.

use super::settings::MAX_WINDOW;

/// Bytes of content that we may send. Negative if the peer lowers the initial window of a stream
/// that has used more (6.9.2).
#[derive(Clone, Copy, Debug)]
pub(super) struct SendWindow(i64);

impl SendWindow {
    pub(super) fn new(bytes: u32) -> Self {
        SendWindow(i64::from(bytes))
    }

    /// Bytes that may be sent now.
    #[inline]
    pub(super) fn available(self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }

    /// Sends `n` bytes, at most those [available](Self::available).
    #[inline]
    pub(super) fn take(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.available(), "more than the window permits");
        self.0 -= bytes as i64;
    }

    /// The peer permits more, or less with a new initial window; false if the window would exceed
    /// its maximum (6.9.1).
    #[must_use]
    pub(super) fn grow(&mut self, by: i64) -> bool {
        self.0 += by;
        self.0 <= i64::from(MAX_WINDOW)
    }
}

/// Bytes after which a large window is announced again, before half of it is consumed: a sender of large messages
/// should not come to a stop and start again with many at once.
const OFTEN: u32 = 4 << 20;

/// Bytes of content that the peer may send, and when to permit more.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReceiveWindow {
    left: i64,
    /// Bytes consumed and not yet permitted again.
    consumed: u32,
    /// The window's size while nothing is in flight.
    size: u32,
}

impl ReceiveWindow {
    pub(super) fn new(size: u32) -> Self {
        ReceiveWindow {
            left: i64::from(size),
            consumed: 0,
            size,
        }
    }

    /// `n` bytes arrived; false if the peer was not permitted to send them.
    #[inline]
    #[must_use]
    pub(super) fn take(&mut self, bytes: u32) -> bool {
        self.left -= i64::from(bytes);
        self.left >= 0
    }

    /// `n` bytes were consumed; returns the increment to announce in a WINDOW_UPDATE. That is 0
    /// until half of the window or [`OFTEN`] is consumed, to avoid a frame for each of the peer's.
    #[inline]
    #[must_use]
    pub(super) fn consumed(&mut self, bytes: u32) -> Option<u32> {
        self.consumed = self.consumed.saturating_add(bytes);
        if self.consumed < (self.size / 2).min(OFTEN) {
            return None;
        }
        let more = core::mem::take(&mut self.consumed);
        self.left += i64::from(more);
        Some(more)
    }

    /// As [`consumed`](Self::consumed), but the bytes are not permitted again before
    /// [`release`](Self::release).
    pub(super) fn hold(&mut self, bytes: u32) {
        self.consumed = self.consumed.saturating_add(bytes);
    }

    /// What was held back may be announced: returns the increment.
    pub(super) fn release(&mut self) -> Option<u32> {
        self.consumed(0)
    }

    /// The bytes left, and those consumed and not yet permitted again.
    #[cfg(test)]
    pub(super) fn snapshot(&self) -> (i64, u32) {
        (self.left, self.consumed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 9113, 6.9.1 and 6.9.2.
    #[test]
    fn a_send_window_may_be_negative_and_has_a_greatest_value() {
        let mut window = SendWindow::new(10);
        window.take(10);
        assert!(window.grow(-4));
        assert_eq!(window.available(), 0);
        assert!(window.grow(5));
        assert_eq!(window.available(), 1);
        assert!(window.grow(i64::from(MAX_WINDOW) - 1));
        assert!(!window.grow(1));
    }

    #[test]
    fn a_receive_window_is_announced_when_half_of_it_is_consumed() {
        let mut window = ReceiveWindow::new(10);
        assert!(window.take(10));
        assert_eq!(window.consumed(4), None);
        assert_eq!(window.consumed(2), Some(6));
        assert!(window.take(6));
        assert!(!window.take(1));
    }
}
