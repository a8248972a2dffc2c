//! The exchange of settings that a connection begins with (RFC 9113, 3.4 and 6.5.3), and how long a
//! client may take for its part.

use core::time::Duration;

use crate::Limits;
use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{MUTE, Scope, UNSETTLED, Violation, protocol};
use crate::carrier::http2::streams::Role;
use crate::time::Instant;

/// How far it is.
#[derive(Debug)]
pub(super) struct Handshake {
    stage: Stage,
    /// How long each part may take. A client gives its server any time: its calls have time-outs of
    /// their own, and between them it may not be listening.
    patience: Option<Patience>,
}

#[derive(Clone, Copy, Debug)]
struct Patience {
    /// To say the first words.
    settings: Duration,
    /// To acknowledge ours.
    acknowledgement: Duration,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The peer's SETTINGS are to come. Time begins when we are first asked, since nobody tells us
    /// when the connection did.
    AwaitsSettings { due: Option<Instant> },
    /// The peer's acknowledgement of ours is.
    AwaitsAcknowledgement { due: Option<Instant> },
    /// Both sides know each other's.
    Done,
}

impl Handshake {
    pub(super) fn new(role: Role, limits: &Limits, config: &Config) -> Self {
        let patience = Patience {
            settings: limits.message_timeout,
            acknowledgement: config.settings_timeout,
        };
        Handshake {
            stage: Stage::AwaitsSettings { due: None },
            patience: (role == Role::Server).then_some(patience),
        }
    }

    /// Whether the peer has said how it wants to be spoken to.
    #[inline]
    pub(super) fn has_settings(&self) -> bool {
        !matches!(self.stage, Stage::AwaitsSettings { .. })
    }

    /// The peer's SETTINGS came: at first, or others later.
    pub(super) fn settings(&mut self, now: Instant) {
        if let Stage::AwaitsSettings { .. } = self.stage {
            let due = self.patience.map(|p| now + p.acknowledgement);
            self.stage = Stage::AwaitsAcknowledgement { due };
        }
    }

    /// The peer's acknowledgement came. We send SETTINGS once.
    pub(super) fn acknowledged(&mut self) -> Result<(), Scope> {
        match self.stage {
            Stage::AwaitsAcknowledgement { .. } => {
                self.stage = Stage::Done;
                Ok(())
            }
            _ => Err(protocol("settings acknowledged that were not sent")),
        }
    }

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    pub(super) fn timeout(&self) -> Option<Instant> {
        match self.stage {
            Stage::AwaitsSettings { due } => self.patience.map(|_| due.unwrap_or(Instant::ZERO)),
            Stage::AwaitsAcknowledgement { due } => due,
            Stage::Done => None,
        }
    }

    /// Time has come to `now`: what the peer is too late with.
    pub(super) fn handle_timeout(&mut self, now: Instant) -> Result<(), Violation> {
        match &mut self.stage {
            Stage::AwaitsSettings { due } => {
                let Some(patience) = self.patience else {
                    return Ok(());
                };
                match *due.get_or_insert(now + patience.settings) <= now {
                    true => Err(MUTE),
                    false => Ok(()),
                }
            }
            // 6.5.3
            Stage::AwaitsAcknowledgement { due: Some(due) } if *due <= now => Err(UNSETTLED),
            _ => Ok(()),
        }
    }
}
