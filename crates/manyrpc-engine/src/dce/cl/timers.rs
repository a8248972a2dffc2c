//! The timeouts of each side: C706 appendix K.
//!
//! ```
//! use std::time::Duration;
//!
//! use manyrpc_engine::dce::cl::{Personality, Timeouts};
//!
//! let timeouts = Timeouts { ping: Duration::from_secs(5), ..Timeouts::C706 };
//! let patient = Personality { timeouts, ..Personality::DEFAULT };
//! assert!(patient.timeouts.ping > Timeouts::C706.ping);
//! ```

use core::time::Duration;

use crate::Limits;

/// The timeouts of the protocol machines. Applications may change them; [`Limits`] that set a
/// timeout take precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// TIMEOUT_ACK: how long after a result the client acknowledges it, unless its next call does
    /// so.
    pub ack: Duration,
    /// TIMEOUT_BROADCAST: how long a broadcast call collects replies, unless it has its own
    /// timeout.
    pub broadcast: Duration,
    /// TIMEOUT_CANCEL: when a cancel is retransmitted, until it is acknowledged.
    pub cancel: Duration,
    /// TIMEOUT_FRAG: when a fragment that requested a fack, or a request without any response, is
    /// retransmitted. Doubles.
    pub frag: Duration,
    /// TIMEOUT_IDLE: how long a server remembers an activity at least.
    pub idle: Duration,
    /// The keepalive interval of a client with context handles (C706 section 9.5.4).
    pub indy: Duration,
    /// How long a client that sends keepalives may be silent before its context handles are run
    /// down: the value of deployed runtimes, since C706 has none.
    pub live: Duration,
    /// TIMEOUT_PING: how long after the last response to its call a client pings. Doubles.
    pub ping: Duration,
    /// TIMEOUT_RESEND: when a result is retransmitted, until it is acknowledged. Doubles.
    pub resend: Duration,
    /// The longest timeout reached by doubling.
    pub longest: Duration,
}

impl Timeouts {
    /// C706 table K-1 and section 9.5.4; `longest` and `live` as in deployed runtimes.
    pub const C706: Timeouts = Timeouts {
        ack: Duration::from_secs(1),
        broadcast: Duration::from_secs(5),
        cancel: Duration::from_secs(1),
        frag: Duration::from_secs(2),
        idle: Duration::from_secs(300),
        indy: Duration::from_secs(20),
        live: Duration::from_secs(120),
        ping: Duration::from_secs(2),
        resend: Duration::from_secs(2),
        longest: Duration::from_secs(8),
    };

    /// The same, with the timeouts set in the limits.
    pub(super) fn within(self, limits: &Limits) -> Timeouts {
        let (datagram, dce) = (&limits.datagram, &limits.dce);
        Timeouts {
            frag: datagram.first_retransmit.unwrap_or(self.frag),
            longest: datagram.longest_retransmit.unwrap_or(self.longest),
            idle: self.idle.max(limits.reply_cache.keep_for),
            indy: dce.alive_every.unwrap_or(self.indy),
            live: dce.silent_for.unwrap_or(self.live),
            ..self
        }
    }

    /// The timeout after `wait`.
    #[inline]
    pub(super) fn back_off(&self, wait: Duration) -> Duration {
        wait.saturating_mul(2).min(self.longest)
    }
}

/// How often a server retransmits a result unasked (C706's MAX_REPLIES): with doubling, for half a
/// minute, as in deployed runtimes. Later requests are still answered.
pub(super) const MAX_REPLIES: u32 = 5;
