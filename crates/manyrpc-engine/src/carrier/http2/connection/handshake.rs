//! The initial exchange of SETTINGS (RFC 9113, 3.4 and 6.5.3), and its timeouts for clients.

use alloc::boxed::Box;
use core::time::Duration;

use crate::Limits;
use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{NO_PREFACE, SETTINGS_TIMEOUT, Scope, Violation, protocol};
use crate::carrier::http2::streams::Role;
use crate::time::Instant;

/// The state of the exchange.
#[derive(Debug)]
pub(super) struct Handshake {
    stage: Stage,
    /// The timeout of each step. Clients set none for their server: their calls have timeouts, and
    /// between calls they may not be reading.
    timeouts: Option<Box<Timeouts>>,
}

#[derive(Clone, Copy, Debug)]
struct Timeouts {
    /// For the peer's first bytes.
    settings: Duration,
    /// For its acknowledgement of our SETTINGS.
    acknowledgement: Duration,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The peer's SETTINGS are outstanding. Time starts at the first poll, since the start of the
    /// connection is unknown here.
    AwaitsSettings { due: Option<Instant> },
    /// The peer's acknowledgement of our SETTINGS is outstanding.
    AwaitsAcknowledgement { due: Option<Instant> },
    /// Both sides know each other's settings.
    Done,
}

impl Handshake {
    pub(super) fn new(role: Role, limits: &Limits, config: &Config) -> Self {
        let timeouts = Timeouts {
            settings: limits.message_timeout,
            acknowledgement: config.settings_timeout,
        };
        Handshake {
            stage: Stage::AwaitsSettings { due: None },
            timeouts: (role == Role::Server).then(|| Box::new(timeouts)),
        }
    }

    /// Whether the peer's settings are known.
    #[inline]
    pub(super) fn has_settings(&self) -> bool {
        !matches!(self.stage, Stage::AwaitsSettings { .. })
    }

    /// The peer's SETTINGS arrived, the first or later ones.
    pub(super) fn settings(&mut self, now: Instant) {
        if let Stage::AwaitsSettings { .. } = self.stage {
            let due = self.timeouts.as_ref().map(|p| now + p.acknowledgement);
            self.stage = Stage::AwaitsAcknowledgement { due };
        }
    }

    /// The peer's acknowledgement arrived. We send SETTINGS once.
    pub(super) fn acknowledged(&mut self) -> Result<(), Scope> {
        match self.stage {
            Stage::AwaitsAcknowledgement { .. } => {
                self.stage = Stage::Done;
                self.timeouts = None;
                Ok(())
            }
            _ => Err(protocol("settings acknowledged that were not sent")),
        }
    }

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    pub(super) fn timeout(&self) -> Option<Instant> {
        match self.stage {
            Stage::AwaitsSettings { due } => {
                self.timeouts.as_ref().map(|_| due.unwrap_or(Instant::ZERO))
            }
            Stage::AwaitsAcknowledgement { due } => due,
            Stage::Done => None,
        }
    }

    /// The time is now `now`; an error if the peer is late.
    pub(super) fn handle_timeout(&mut self, now: Instant) -> Result<(), Violation> {
        match &mut self.stage {
            Stage::AwaitsSettings { due } => {
                let Some(timeouts) = &self.timeouts else {
                    return Ok(());
                };
                match *due.get_or_insert(now + timeouts.settings) <= now {
                    true => Err(NO_PREFACE),
                    false => Ok(()),
                }
            }
            // 6.5.3
            Stage::AwaitsAcknowledgement { due: Some(due) } if *due <= now => Err(SETTINGS_TIMEOUT),
            _ => Ok(()),
        }
    }
}
