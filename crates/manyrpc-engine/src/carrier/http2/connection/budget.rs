//! Rate limits of a connection for actions of a peer that cost us work without advancing a message
//! (CVE-2023-44487, CVE-2025-8671).

use super::sender::{EARNED, Sent};
use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{Scope, calm};
use crate::carrier::http2::token_bucket::TokenBucket;
use crate::time::Instant;

/// What is left of the limits.
#[derive(Debug)]
pub(super) struct Budget {
    idle_frames: TokenBucket,
    resets: TokenBucket,
}

impl Budget {
    pub(super) fn new(config: &Config) -> Self {
        Budget {
            idle_frames: TokenBucket::new(config.idle_frames, config.idle_frames_per_second),
            resets: TokenBucket::new(config.resets, config.resets_per_second),
        }
    }

    /// A frame arrived that advances no message.
    #[inline]
    pub(super) fn idle_frame(&mut self, now: Instant) -> Result<(), Scope> {
        match self.idle_frames.take(now) {
            true => Ok(()),
            false => Err(calm("too many frames that carry nothing forward")),
        }
    }

    /// The peer reset a stream early, caused us to, or did something as expensive.
    pub(super) fn reset(&mut self, now: Instant) -> Result<(), Scope> {
        match self.resets.take(now) {
            true => Ok(()),
            false => Err(calm("too many streams are reset")),
        }
    }

    /// A frame arrived that advances a message.
    #[inline]
    pub(super) fn message_frame(&mut self) {
        self.idle_frames.earn(EARNED);
    }

    /// We sent part of a message. A peer that lets calls complete may reset some.
    #[inline]
    pub(super) fn sent(&mut self, sent: Sent) {
        self.idle_frames.earn(sent.earned);
        if sent.ended > 0 {
            self.resets.earn(sent.ended);
        }
    }
}
