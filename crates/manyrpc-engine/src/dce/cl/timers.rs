//! How long each side waits for what: C706 appendix K.

use core::time::Duration;

use crate::Limits;

/// The time-outs of the protocol machines. Applications may set others; [`Limits`] that say how long to
/// wait go before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// TIMEOUT_ACK: the client acknowledges a result that long after it came, unless its next call
    /// does so.
    pub ack: Duration,
    /// TIMEOUT_BROADCAST: how long a broadcast call gathers answers, unless it says otherwise.
    pub broadcast: Duration,
    /// TIMEOUT_CANCEL: a cancel is sent again that long after, until it is acknowledged.
    pub cancel: Duration,
    /// TIMEOUT_FRAG: a fragment that asked for a fack is sent again that long after; so is a request
    /// that nothing was heard of. Doubles.
    pub frag: Duration,
    /// TIMEOUT_IDLE: how long a server remembers an activity at least.
    pub idle: Duration,
    /// How often a client says that it lives while a server keeps contexts for it (C706 section 9.5.4).
    pub indy: Duration,
    /// How long a client that says so may be silent before its contexts are run down: deployed
    /// runtimes' figure, C706 has none.
    pub live: Duration,
    /// TIMEOUT_PING: how long after it last heard of its call a client asks. Doubles.
    pub ping: Duration,
    /// TIMEOUT_RESEND: a result is sent again that long after, until it is acknowledged. Doubles.
    pub resend: Duration,
    /// The longest that any of them becomes by doubling.
    pub longest: Duration,
}

impl Timeouts {
    /// C706 table K-1 and section 9.5.4; the longest, and a client's silence, as deployed runtimes.
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

    /// The same, with the waits that the limits say.
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

    /// The wait after `wait`.
    #[inline]
    pub(super) fn back_off(&self, wait: Duration) -> Duration {
        wait.saturating_mul(2).min(self.longest)
    }
}

/// How often a server sends a result again unasked (C706's MAX_REPLIES): with doubling half a
/// minute, as deployed runtimes do. Who asks later still gets it.
pub(super) const MAX_REPLIES: u32 = 5;
