//! The differences between runtimes of the connectionless protocol, as data.
//!
//! Reading list: C706 sections 12.5.3.4 (windows and sizes in a fack) and appendix K (sizes and
//! times); FreeDCE's `dg.h` for the values of deployed runtimes; the study of DCE RPC's traffic
//! between OS/2 and Digital UNIX that the anomalies are taken from: its sections 3.4.3, 5.3, 6.2
//! and 6.3.2.
//!
//! Two of the settings reproduce faults on purpose: a congestion window that never grows, and a
//! receive window counted in PDUs of the receiver's own size, whatever size was negotiated.
//!
//! ```
//! use manyrpc_engine::dce::cl::Personality;
//!
//! let os2 = Personality::named("os2").unwrap();
//! assert_eq!((os2.pdu_bytes, os2.window_follows_pdu), (4312, false));
//! ```

use core::time::Duration;

use super::pdu::{HEADER, MAX_BODY, MUST_RECEIVE};
use super::timers::Timeouts;
use crate::Limits;

/// The unit of the window in a fack (C706's text specifies kilobytes, the comment in its IDL
/// packets, and runtimes of either kind are deployed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowUnit {
    /// 1024 bytes.
    Kilobytes,
    /// PDUs.
    Packets,
}

/// How the number of PDUs in flight grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congestion {
    /// By one for each PDU acknowledged; halved when one is lost.
    SlowStart,
    /// Not at all: each PDU waits for the acknowledgement of the one before it. This fault delayed
    /// 60 % of the PDUs of one runtime.
    StuckAtOne,
}

/// How a runtime generates UUIDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UuidFormat {
    /// C706 appendix A, from random numbers.
    Dce,
    /// Apollo NCS: 48 bits of time, two zero bytes, the address family, 56 bits of host.
    Ncs,
}

/// A runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Personality {
    /// Its name on the command line.
    pub name: &'static str,
    /// Largest PDU sent and suggested to the peer, including the header, in bytes.
    pub pdu_bytes: usize,
    /// Largest PDU sent to a peer whose limit is unknown.
    pub first_pdu_bytes: usize,
    /// The receive window in bytes.
    pub receive_window_bytes: usize,
    /// The unit of windows, in facks of both directions.
    pub window_unit: WindowUnit,
    /// Whether the receive window is recomputed when another PDU size is negotiated. A runtime that
    /// does not keeps the number of its own largest PDUs, and once that many have arrived accepts
    /// no more until it is asked.
    pub window_follows_pdu: bool,
    /// The assumed window, in PDUs, of a peer that has not announced one.
    pub initial_window: u32,
    /// PDUs sent initially without an acknowledgement.
    pub initial_blast: u32,
    /// Most PDUs sent back to back between two acknowledgements.
    pub most_blast: u32,
    /// How the number of PDUs in flight grows.
    pub congestion: Congestion,
    /// Whether an activity's next message starts with the congestion window of the last one.
    pub keeps_congestion: bool,
    /// Whether facks have a body, and PDUs serial numbers.
    pub fack_bodies: bool,
    /// Whether cancels and their acknowledgements have a body.
    pub cancel_bodies: bool,
    /// Whether acks and rejects carry the interface.
    pub names_interface: bool,
    /// Whether a client lets results of several fragments be sent as fast as the window allows.
    pub blast_outs: bool,
    /// How UUIDs are generated.
    pub uuid_format: UuidFormat,
    /// The timeouts.
    pub timeouts: Timeouts,
}

/// As specified by C706, with the values of deployed runtimes where it leaves the choice.
const C706: Personality = Personality {
    name: "c706",
    pdu_bytes: MUST_RECEIVE,
    first_pdu_bytes: MUST_RECEIVE,
    receive_window_bytes: 24 << 10,
    window_unit: WindowUnit::Kilobytes,
    window_follows_pdu: true,
    initial_window: 8,
    initial_blast: 2,
    most_blast: 8,
    congestion: Congestion::SlowStart,
    keeps_congestion: false,
    fack_bodies: true,
    cancel_bodies: true,
    names_interface: true,
    blast_outs: true,
    uuid_format: UuidFormat::Dce,
    timeouts: PROMPT,
};

/// C706's table, adapted to today's networks: what is not answered in half a second was lost.
const PROMPT: Timeouts = Timeouts {
    frag: Duration::from_millis(500),
    ..Timeouts::C706
};

/// The timeouts of the runtimes in the study, whose stalls lasted about ten times a call.
const STUDY: Timeouts = Timeouts {
    frag: Duration::from_millis(250),
    ..Timeouts::C706
};

impl Personality {
    /// Ours: large PDUs to peers that accept them, a window to match, neither fault.
    pub const DEFAULT: Personality = Personality {
        name: "default",
        pdu_bytes: 16384,
        receive_window_bytes: 96 << 10,
        initial_window: 8,
        initial_blast: 2,
        most_blast: 16,
        keeps_congestion: true,
        ..C706
    };

    /// C706 with the sizes and windows of deployed runtimes: every PDU fits one Ethernet frame.
    pub const CLASSIC: Personality = Personality {
        name: "classic",
        ..C706
    };

    /// FreeDCE and its relatives: PDUs of 1024 bytes at first, never above 4320.
    pub const FREEDCE: Personality = Personality {
        name: "freedce",
        pdu_bytes: 4320,
        first_pdu_bytes: 1024,
        most_blast: 4,
        ..C706
    };

    /// Digital DCE 1.3 for Digital UNIX, as observed in the study.
    pub const DIGITAL_UNIX: Personality = Personality {
        name: "digital-unix",
        window_unit: WindowUnit::Packets,
        timeouts: STUDY,
        ..C706
    };

    /// IBM DCE 1.0 for OS/2, as observed in the study: PDUs of 4312 bytes, both faults. Its window
    /// is 16 of those (68,992 bytes), and still 16 when PDUs of 1464 were negotiated (23,424
    /// bytes).
    pub const OS2: Personality = Personality {
        name: "os2",
        pdu_bytes: 4312,
        receive_window_bytes: 16 * 4312,
        window_unit: WindowUnit::Packets,
        window_follows_pdu: false,
        initial_window: 16,
        congestion: Congestion::StuckAtOne,
        timeouts: STUDY,
        ..C706
    };

    /// One PDU of the size that everybody accepts, then its acknowledgement, and so on: the
    /// baseline for windows.
    pub const STOP_AND_WAIT: Personality = Personality {
        name: "stop-and-wait",
        initial_blast: 1,
        most_blast: 1,
        congestion: Congestion::StuckAtOne,
        ..C706
    };

    /// Apollo NCS 1.5.1, according to the compatibility branches in later runtimes: PDUs of 1024
    /// bytes, facks and cancels without a body, no serial numbers, windows in packets.
    pub const NCS: Personality = Personality {
        name: "ncs",
        pdu_bytes: 1024,
        first_pdu_bytes: 1024,
        receive_window_bytes: 8 * 1024,
        window_unit: WindowUnit::Packets,
        most_blast: 4,
        fack_bodies: false,
        cancel_bodies: false,
        names_interface: false,
        uuid_format: UuidFormat::Ncs,
        ..C706
    };

    /// All named ones.
    pub const ALL: [Personality; 7] = [
        Self::DEFAULT,
        Self::CLASSIC,
        Self::FREEDCE,
        Self::DIGITAL_UNIX,
        Self::OS2,
        Self::STOP_AND_WAIT,
        Self::NCS,
    ];

    /// The one with that name.
    pub fn named(name: &str) -> Option<Personality> {
        Self::ALL.into_iter().find(|p| p.name == name)
    }

    /// The same, with PDU sizes and timeouts within the limits.
    pub(super) fn within(mut self, limits: &Limits) -> Personality {
        let most = limits.datagram.bytes.min(HEADER + MAX_BODY);
        self.pdu_bytes = self.pdu_bytes.min(most).max(HEADER + 8);
        self.first_pdu_bytes = self.first_pdu_bytes.min(self.pdu_bytes);
        self.timeouts = self.timeouts.within(limits);
        self
    }

    /// A receive window in PDUs of `pdu_bytes`.
    pub(super) fn receive_window(&self, pdu_bytes: usize, window_bytes: usize) -> u32 {
        let size = if self.window_follows_pdu {
            pdu_bytes.clamp(1, self.pdu_bytes)
        } else {
            self.pdu_bytes
        };
        (window_bytes / size).max(1) as u32
    }
}
