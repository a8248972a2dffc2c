//! Sending a message in fragments: which are due, and which were lost.
//!
//! Reading list: C706 sections 9.5.5 (serial numbers), 12.5.2.3 and 12.5.2.16 (flags and numbers of
//! fragments), 12.5.3.4 (what a fack acknowledges).
//!
//! The message is in one buffer, after space for a header. While a fragment is lent for sending,
//! its header overwrites the end of the previous fragment, which is restored afterwards: nothing is
//! copied.

use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::pdu::{
    AT_FLAGS, AT_FRAGNUM, AT_LEN, AT_SERIAL_HIGH, AT_SERIAL_LOW, Fack, HEADER, Header, NONE_YET,
    flag, seq_before,
};
use super::personality::Personality;
use super::window::Window;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// In flight.
    Sent,
    /// Sent, and probably no longer in flight.
    Doubtful,
    /// To be retransmitted.
    Lost,
    Arrived,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    /// Offset of its body in the message.
    at: u32,
    len: u16,
    /// Serial number of its latest transmission.
    serial: u16,
    fate: Fate,
}

#[derive(Clone, Copy, Debug)]
struct Lent {
    part: usize,
    /// The bytes that its header overwrites.
    over: [u8; HEADER],
}

/// A message being sent.
#[derive(Debug)]
pub(super) struct Outgoing {
    /// Space for a header, then the body.
    pub(super) message: Buf,
    /// The header without the fields that differ between fragments.
    header: [u8; HEADER],
    parts: Vec<Part>,
    /// Length of the message already divided into parts, including the header.
    cut: usize,
    /// All parts before this index have arrived.
    arrived: usize,
    /// How many parts have arrived.
    arrivals: u32,
    in_flight: u32,
    lost: u32,
    /// Parts that may be sent before the next acknowledgement.
    burst: u32,
    burst_size: u32,
    /// One part may be sent beyond the window, to probe the receiver.
    probe: bool,
    /// The whole message is sent at once, without acknowledgements.
    blind: bool,
    /// One fragment may be in flight at a time.
    singly: bool,
    serial: u16,
    /// Consecutive timeouts.
    silences: u32,
    /// The window has shrunk for losses of transmissions before this one.
    shrunk_at: u16,
    /// The message has more than one fragment.
    fragmented: bool,
    lent: Option<Lent>,
    /// Whether it is in the send queue.
    pub(super) queued: bool,
}

impl Default for Outgoing {
    fn default() -> Self {
        Outgoing {
            message: Buf::new(),
            header: [0; HEADER],
            parts: Vec::new(),
            cut: HEADER,
            arrived: 0,
            arrivals: 0,
            in_flight: 0,
            lost: 0,
            burst: 0,
            burst_size: 0,
            probe: false,
            blind: false,
            singly: false,
            serial: 0,
            silences: 0,
            shrunk_at: 0,
            fragmented: false,
            lent: None,
            queued: false,
        }
    }
}

/// Length of the body in a PDU of this length: a multiple of 8, as required for all but the last.
pub(super) const fn body_bytes(pdu_bytes: usize) -> usize {
    (pdu_bytes - HEADER) / 8 * 8
}

impl Outgoing {
    /// Reserves space for a header. The body is appended to [`message`](Self::message).
    #[inline]
    pub(super) fn open(&mut self) -> &mut Buf {
        self.close();
        self.message.put_array([0; HEADER]);
        &mut self.message
    }

    /// Stops sending. The memory is kept.
    #[inline]
    pub(super) fn close(&mut self) {
        self.message.clear();
        self.parts.clear();
        (self.cut, self.arrived, self.arrivals) = (HEADER, 0, 0);
        (self.in_flight, self.lost) = (0, 0);
        (self.burst, self.burst_size, self.serial, self.shrunk_at) = (0, 0, 0, 0);
        (self.probe, self.blind, self.singly) = (false, false, false);
        (self.fragmented, self.silences) = (false, 0);
        self.lent = None;
    }

    /// The message is complete: starts sending.
    #[inline]
    pub(super) fn begin(
        &mut self,
        header: &Header,
        window: &mut Window,
        personality: &Personality,
    ) {
        self.header = header.emit();
        window.begin(personality);
        self.fragmented = self.message.len() - HEADER > body_bytes(window.pdu_bytes);
        self.start_burst(window, personality);
    }

    /// Sends the whole message at once, without requesting facks.
    pub(super) fn send_all(&mut self) {
        self.blind = true;
    }

    /// The receiver accepts one fragment at a time.
    pub(super) fn send_singly(&mut self) {
        self.singly = true;
    }

    /// Fragments at the start of the message that have arrived.
    pub(super) fn arrived(&self) -> usize {
        self.arrived
    }

    /// How many fragments may be sent now: lost ones within the congestion window, new ones within
    /// the receiver's window, too.
    fn room(&self, window: &Window) -> u32 {
        let congestion = window.congestion_room(self.in_flight);
        let congestion = if self.singly {
            congestion.min(1_u32.saturating_sub(self.in_flight))
        } else {
            congestion
        };
        let unacknowledged = self.parts.len() as u32 - self.arrivals;
        congestion.min(self.lost + window.offered_room(unacknowledged))
    }

    /// Whether nothing was sent yet.
    pub(super) fn is_untouched(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether the message has more than one fragment.
    pub(super) fn is_fragmented(&self) -> bool {
        self.fragmented
    }

    /// Changes the boot time of what is sent from now on.
    pub(super) fn set_boot(&mut self, boot: u32) {
        self.header[super::pdu::AT_BOOT..super::pdu::AT_BOOT + 4]
            .copy_from_slice(&boot.to_le_bytes());
    }

    fn is_cut(&self) -> bool {
        self.cut >= self.message.len() && !self.parts.is_empty()
    }

    /// Whether everything was sent, with nothing to be retransmitted.
    pub(super) fn is_sent(&self) -> bool {
        self.is_cut() && self.lost == 0
    }

    /// Whether the receiver has all of it.
    pub(super) fn is_complete(&self) -> bool {
        self.is_cut() && self.arrived == self.parts.len()
    }

    /// Whether something can be sent now.
    #[inline]
    pub(super) fn wants(&self, window: &Window) -> bool {
        if self.lent.is_some() {
            return true;
        }
        if self.message.is_empty() || self.lost == 0 && self.is_cut() {
            return false;
        }
        self.blind || self.probe || self.burst > 0 && self.room(window) > 0
    }

    fn start_burst(&mut self, window: &Window, personality: &Personality) {
        self.burst = self.room(window).min(personality.most_blast);
        self.burst_size = self.burst;
    }

    /// The next fragment to send. Stays the same until [`sent`](Self::sent).
    #[inline]
    pub(super) fn lend(&mut self, window: &Window, personality: &Personality) -> Option<&[u8]> {
        if self.lent.is_none() {
            if !self.wants(window) {
                return None;
            }
            let again = self.lost > 0;
            let part = if again {
                self.first_lost()?
            } else {
                self.cut_next(window.pdu_bytes)
            };
            let flags = self.flags_of(part, again, window);
            self.write_header(part, flags, personality);
        }
        let lent = self.lent.as_ref()?;
        let Part { at, len, .. } = self.parts[lent.part];
        let at = at as usize;
        Some(&self.message.data()[at - HEADER..at + usize::from(len)])
    }

    fn first_lost(&self) -> Option<usize> {
        let from = self.arrived;
        let found = self.parts[from..].iter().position(|p| p.fate == Fate::Lost);
        found.map(|i| from + i)
    }

    #[inline]
    fn cut_next(&mut self, pdu_bytes: usize) -> usize {
        let left = self.message.len() - self.cut;
        let len = if self.fragmented {
            left.min(body_bytes(pdu_bytes))
        } else {
            left
        };
        self.parts.push(Part {
            at: self.cut as u32,
            len: len as u16,
            serial: 0,
            // Counts as lost until it has been sent.
            fate: Fate::Lost,
        });
        self.lost += 1;
        self.cut += len;
        self.parts.len() - 1
    }

    /// C706 section 12.5.2.3. The last fragment requests no fack, because the answer to the message
    /// acknowledges it; the last fragment that the window allows requests one, and so does a
    /// retransmission.
    fn flags_of(&self, part: usize, again: bool, window: &Window) -> u8 {
        if !self.fragmented {
            return 0;
        }
        let last = self.is_cut() && part + 1 == self.parts.len();
        let mut flags = if last {
            flag::FRAG | flag::LAST_FRAG
        } else {
            flag::FRAG
        };
        let left = self.burst.min(self.room(window));
        let left_to_cut = self.message.len() - self.cut;
        let only_the_last_follows = left_to_cut > 0 && left_to_cut <= body_bytes(window.pdu_bytes);
        let halfway = self.burst_size > 3 && self.burst == self.burst_size / 2;
        let asks = again || self.probe || !last && (left <= 1 || only_the_last_follows || halfway);
        if !asks || self.blind {
            flags |= flag::NO_FACK;
        }
        flags
    }

    #[inline]
    fn write_header(&mut self, part: usize, flags: u8, personality: &Personality) {
        if personality.fack_bodies {
            self.serial = self.serial.wrapping_add(1);
        }
        let Part { at, len, .. } = self.parts[part];
        let place = at as usize - HEADER;
        let message = &mut self.message.data_mut()[place..place + HEADER];
        let mut over = [0; HEADER];
        if place > 0 {
            over.copy_from_slice(message);
        }
        message.copy_from_slice(&self.header);
        message[AT_FLAGS] |= flags;
        message[AT_LEN..AT_LEN + 2].copy_from_slice(&len.to_le_bytes());
        message[AT_FRAGNUM..AT_FRAGNUM + 2].copy_from_slice(&(part as u16).to_le_bytes());
        [message[AT_SERIAL_HIGH], message[AT_SERIAL_LOW]] = self.serial.to_be_bytes();
        self.lent = Some(Lent { part, over });
    }

    /// The lent fragment was sent.
    #[inline]
    pub(super) fn sent(&mut self) {
        let Some(lent) = self.lent.take() else {
            return;
        };
        let part = &mut self.parts[lent.part];
        let place = part.at as usize - HEADER;
        part.serial = self.serial;
        // An earlier transmission may have been acknowledged while it was lent.
        if part.fate == Fate::Lost {
            part.fate = Fate::Sent;
            self.lost -= 1;
            self.in_flight += 1;
        }
        if place > 0 {
            self.message.data_mut()[place..place + HEADER].copy_from_slice(&lent.over);
        }
        self.burst = self.burst.saturating_sub(1);
        self.probe = false;
    }

    /// A fack, or a nocall with a body, arrived: acknowledges everything up to `fragnum`, and the
    /// fragments in the body. A new burst may follow. Returns whether it acknowledged anything new.
    pub(super) fn acknowledged(
        &mut self,
        fragnum: u16,
        fack: Option<&Fack<'_>>,
        window: &mut Window,
        personality: &Personality,
    ) -> bool {
        let up_to = match fragnum {
            NONE_YET => 0,
            n => usize::from(n) + 1,
        };
        if up_to > self.parts.len() {
            return false;
        }
        if self.is_forgotten(up_to, fack, personality) {
            self.restart(window, personality);
            return false;
        }
        let mut newly = 0;
        while self.arrived < up_to {
            newly += self.arrive(self.arrived);
            self.arrived += 1;
        }
        if let Some(fack) = fack {
            window.size(fack.max_tsdu, fack.max_frag, personality);
            window.offer(fack.window, personality);
            for early in fack.received() {
                newly += self.arrive(up_to + early as usize);
            }
        }
        while self
            .parts
            .get(self.arrived)
            .is_some_and(|p| p.fate == Fate::Arrived)
        {
            self.arrived += 1;
        }
        let serial = fack
            .and_then(|f| f.serial)
            .filter(|_| personality.fack_bodies);
        match serial {
            Some(serial) => self.find_lost(serial, window),
            None if newly == 0 && up_to == self.arrived => self.repeat_head(window),
            None => {}
        }
        window.acknowledged(newly, personality);
        self.start_burst(window, personality);
        if newly > 0 {
            self.silences = 0;
        }
        newly > 0
    }

    /// Whether the receiver has lost fragments it had: it acknowledges less than before, and not
    /// because the fack was overtaken.
    fn is_forgotten(
        &self,
        up_to: usize,
        fack: Option<&Fack<'_>>,
        personality: &Personality,
    ) -> bool {
        let latest = match fack.and_then(|f| f.serial) {
            Some(serial) if personality.fack_bodies => serial == self.serial,
            _ => self.silences > 1,
        };
        up_to < self.arrived && latest
    }

    /// A part has arrived; returns 1 if that is new.
    fn arrive(&mut self, at: usize) -> u32 {
        let Some(part) = self.parts.get_mut(at) else {
            return 0;
        };
        match core::mem::replace(&mut part.fate, Fate::Arrived) {
            Fate::Sent => self.in_flight -= 1,
            Fate::Lost => self.lost -= 1,
            Fate::Doubtful => {}
            Fate::Arrived => return 0,
        }
        self.arrivals += 1;
        1
    }

    /// Missing parts sent before the transmission that caused the fack were lost (C706 section
    /// 9.5.5). Only those are retransmitted.
    fn find_lost(&mut self, serial: u16, window: &mut Window) {
        let mut shrinks = false;
        for part in &mut self.parts[self.arrived..] {
            let before = (part.serial.wrapping_sub(serial) as i16) < 0;
            if !before || matches!(part.fate, Fate::Arrived | Fate::Lost) {
                continue;
            }
            shrinks |= (part.serial.wrapping_sub(self.shrunk_at) as i16) >= 0;
            if part.fate == Fate::Sent {
                self.in_flight -= 1;
            }
            part.fate = Fate::Lost;
            self.lost += 1;
        }
        if shrinks {
            self.shrunk_at = self.serial;
            window.lost();
        }
    }

    /// Without serial numbers: a fack without news was caused by a fragment after a lost one.
    fn repeat_head(&mut self, window: &mut Window) {
        let first_time = self.shrunk_at != (self.arrived as u16).wrapping_add(1);
        if let Some(part) = self.parts.get_mut(self.arrived)
            && first_time
            && part.fate == Fate::Sent
            && self.fragmented
        {
            part.fate = Fate::Lost;
            self.in_flight -= 1;
            self.lost += 1;
            self.shrunk_at = (self.arrived as u16).wrapping_add(1);
            window.lost();
            // The parts presumed in flight after it leave no room in the smaller window.
            self.probe = true;
        }
    }

    /// Nothing was received for a while: retransmits the first fragment not known to have arrived,
    /// or sends the next one whatever the window.
    pub(super) fn timed_out(&mut self, window: &mut Window, personality: &Personality) {
        window.timed_out();
        self.silences += 1;
        for part in &mut self.parts[self.arrived..] {
            if part.fate == Fate::Sent {
                part.fate = Fate::Doubtful;
            }
        }
        self.in_flight = 0;
        if let Some(part) = self.parts.get_mut(self.arrived)
            && part.fate == Fate::Doubtful
        {
            part.fate = Fate::Lost;
            self.lost += 1;
        }
        self.start_burst(window, personality);
        self.burst = self.burst.min(1);
        self.probe = self.burst == 0;
    }

    /// The receiver has lost the message: starts over.
    pub(super) fn restart(&mut self, window: &mut Window, personality: &Personality) {
        window.timed_out();
        (self.arrived, self.arrivals, self.in_flight) = (0, 0, 0);
        for part in &mut self.parts {
            part.fate = Fate::Lost;
        }
        self.lost = self.parts.len() as u32;
        self.start_burst(window, personality);
        self.probe = self.burst == 0;
    }
}

/// Whether sequence number `a` does not come after `b`.
#[inline]
pub(super) fn not_after(a: u32, b: u32) -> bool {
    a == b || seq_before(a, b)
}

#[cfg(test)]
mod tests;
