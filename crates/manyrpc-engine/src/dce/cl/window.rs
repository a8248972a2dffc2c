//! How many PDUs may be in flight, according to the receiver and the network.
//!
//! Reading list: C706 section 12.5.3.4 (the window in a fack); FreeDCE's `dg.h` and `dglsn.c` for
//! slow start as deployed: an initial burst of two, doubled with every acknowledgement up to a
//! limit.

use super::personality::{Congestion, Personality, WindowUnit};

/// A sender's windows of one conversation.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Length of the PDUs sent, including the header.
    pub(super) pdu_bytes: usize,
    /// The receiver's window beyond what it has acknowledged: in bytes, or in PDUs of any size.
    offered: u32,
    /// Whether that is in bytes.
    in_bytes: bool,
    /// The congestion window, in PDUs.
    congestion: u32,
    /// The slow-start threshold.
    threshold: u32,
    /// PDUs acknowledged since the last increase in congestion avoidance.
    slow: u32,
}

/// The assumed window of a receiver that has announced none, as [`Window::offered`].
fn initial(personality: &Personality) -> u32 {
    match personality.window_unit {
        WindowUnit::Packets => personality.initial_window,
        WindowUnit::Kilobytes => personality.initial_window * personality.first_pdu_bytes as u32,
    }
}

/// Larger than any window.
const UNBOUNDED: u32 = 1 << 20;

impl Window {
    pub(super) fn new(personality: &Personality) -> Self {
        let in_bytes = personality.window_unit == WindowUnit::Kilobytes;
        Window {
            pdu_bytes: personality.first_pdu_bytes,
            offered: initial(personality),
            in_bytes,
            congestion: 1,
            threshold: UNBOUNDED,
            slow: 0,
        }
        .started(personality)
    }

    fn started(mut self, personality: &Personality) -> Self {
        self.congestion = match personality.congestion {
            Congestion::SlowStart => personality.initial_blast,
            Congestion::StuckAtOne => 1,
        };
        self.threshold = UNBOUNDED;
        self.slow = 0;
        self
    }

    /// Starts the next message, with the receiver's largest window.
    pub(super) fn begin(&mut self, personality: &Personality) {
        self.offered = self.offered.max(initial(personality));
        if !personality.keeps_congestion {
            *self = self.clone().started(personality);
        }
    }

    /// How many more PDUs the congestion window permits.
    #[inline]
    pub(super) fn congestion_room(&self, in_flight: u32) -> u32 {
        self.congestion.saturating_sub(in_flight)
    }

    /// How many more PDUs the receiver's window permits.
    #[inline]
    pub(super) fn offered_room(&self, unacknowledged: u32) -> u32 {
        self.offered().saturating_sub(unacknowledged)
    }

    fn offered(&self) -> u32 {
        match (self.in_bytes, self.offered) {
            (false, pdus) => pdus,
            (true, 0) => 0,
            (true, bytes) => (bytes / self.pdu_bytes as u32).max(1),
        }
    }

    /// `n` more PDUs were acknowledged.
    pub(super) fn acknowledged(&mut self, n: u32, personality: &Personality) {
        if personality.congestion == Congestion::StuckAtOne {
            return;
        }
        if self.congestion < self.threshold {
            self.congestion = (self.congestion + n).min(UNBOUNDED);
            return;
        }
        self.slow += n;
        if self.slow >= self.congestion {
            self.slow -= self.congestion;
            self.congestion = (self.congestion + 1).min(UNBOUNDED);
        }
    }

    /// An acknowledgement shows that a PDU was lost.
    pub(super) fn lost(&mut self) {
        self.congestion = (self.congestion.min(self.offered()) / 2).max(1);
        self.threshold = self.congestion.max(2);
        self.slow = 0;
    }

    /// A timeout occurred.
    pub(super) fn timed_out(&mut self) {
        self.threshold = (self.congestion.min(self.offered()) / 2).max(2);
        self.congestion = 1;
        self.slow = 0;
    }

    /// The receiver announces its window.
    pub(super) fn offer(&mut self, window: u16, personality: &Personality) {
        self.offered = match personality.window_unit {
            WindowUnit::Packets => u32::from(window),
            WindowUnit::Kilobytes => u32::from(window) * 1024,
        };
    }

    /// The receiver announces its PDU size. A receiver must accept
    /// [`MUST_RECEIVE`](super::pdu::MUST_RECEIVE), so smaller sizes change nothing below the
    /// initial size.
    pub(super) fn size(&mut self, max_tsdu: u32, max_frag: u32, personality: &Personality) {
        let said = max_tsdu.min(max_frag) as usize;
        let least = personality.first_pdu_bytes.min(personality.pdu_bytes);
        self.pdu_bytes = said.clamp(least, personality.pdu_bytes.max(least));
    }

    /// The peer has sent a PDU of this length, so it accepts such.
    pub(super) fn size_seen(&mut self, pdu_bytes: usize, personality: &Personality) {
        let seen = pdu_bytes.min(personality.pdu_bytes);
        self.pdu_bytes = self.pdu_bytes.max(seen);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn slow_start_doubles_until_something_is_lost() {
        let p = Personality::CLASSIC;
        let mut window = Window::new(&p);
        window.offer(24, &p);
        assert_eq!(
            window.offered(),
            16,
            "24 KB are 16 PDUs of 1464: 23,424 bytes"
        );
        let mut sizes = Vec::new();
        for _ in 0..4 {
            let n = window.congestion_room(0).min(window.offered_room(0));
            sizes.push(n);
            window.acknowledged(n, &p);
        }
        assert_eq!(sizes, [2, 4, 8, 16]);
        window.lost();
        assert_eq!(window.congestion_room(0), 8);
        window.acknowledged(8, &p);
        assert_eq!(
            window.congestion_room(0),
            9,
            "then one more each time round"
        );
        window.timed_out();
        assert_eq!(window.congestion_room(0), 1);
    }

    #[test]
    fn a_stuck_window_stays_at_one() {
        let p = Personality::OS2;
        let mut window = Window::new(&p);
        for _ in 0..10 {
            assert_eq!(
                (window.congestion_room(0), window.congestion_room(1)),
                (1, 0)
            );
            window.acknowledged(1, &p);
        }
    }

    /// The ambiguous unit of the window. In either unit it is advice; no window becomes zero.
    #[test]
    fn a_window_is_read_in_kilobytes_or_packets() {
        let (kilobytes, packets) = (Personality::CLASSIC, Personality::DIGITAL_UNIX);
        let mut window = Window::new(&kilobytes);
        for (said, pdus) in [(24, 16), (1, 1), (0, 0), (2, 1), (65535, 45838)] {
            window.offer(said, &kilobytes);
            assert_eq!(window.offered(), pdus, "{said} KB");
        }
        let mut window = Window::new(&packets);
        for said in [16, 1, 0] {
            window.offer(said, &packets);
            assert_eq!(window.offered(), u32::from(said));
        }
    }

    #[test]
    fn announced_sizes_are_bounded() {
        let p = Personality::DEFAULT;
        let mut window = Window::new(&p);
        for (said, used) in [
            (0, 1464),
            (4312, 4312),
            (1000, 1464),
            (u32::MAX, p.pdu_bytes),
        ] {
            window.size(u32::MAX, said, &p);
            assert_eq!(window.pdu_bytes, used);
        }
        window.size(2000, 9000, &p);
        assert_eq!(window.pdu_bytes, 2000);
    }
}
