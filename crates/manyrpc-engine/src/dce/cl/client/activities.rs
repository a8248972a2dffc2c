//! A client's activities: one call at a time in each.
//!
//! Reading list: C706 sections 9.5.2 and 9.5.3 (activities, calls, sequence numbers).

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::super::pdu::{Header, flag};
use super::super::personality::Personality;
use super::super::receive::Assembly;
use super::super::transmit::Outgoing;
use super::super::uuids::{number, with_number};
use super::super::window::Window;
use super::stage::{Stage, Writing};
use crate::contract::{CallId, CallKind};
use crate::timers::Timers;

/// An activity and its call.
#[derive(Debug)]
pub(super) struct Activity {
    /// The id of the current or last call.
    pub(super) id: CallId,
    /// The fields common to all PDUs of that call, above all the activity and the sequence number.
    pub(super) header: Header,
    pub(super) stage: Stage,
    /// The arguments; the memory is reused.
    pub(super) out: Outgoing,
    pub(super) window: Window,
    /// The results received so far; the memory is reused.
    pub(super) results: Assembly,
}

impl Activity {
    /// The kind of the current or last call.
    #[inline]
    pub(super) fn kind(&self) -> CallKind {
        if self.header.has(flag::BROADCAST) {
            CallKind::Broadcast
        } else if self.header.has(flag::MAYBE) {
            CallKind::OneWay
        } else {
            CallKind::Call
        }
    }
}

/// All activities, and their timers.
pub(super) struct Activities {
    all: Vec<Activity>,
    /// Activities without a call; the most recently used comes last and is used next, so that the
    /// new call acknowledges its last results.
    idle: Vec<u32>,
    base: [u8; 16],
    serial: u64,
    most: usize,
    pub(super) timers: Timers,
}

impl Activities {
    pub(super) fn new(most: usize, base: [u8; 16]) -> Self {
        Activities {
            all: Vec::new(),
            idle: Vec::new(),
            base,
            serial: 0,
            most: most.min(u32::MAX as usize / 4),
            timers: Timers::default(),
        }
    }

    /// Calls in flight or being written.
    pub(super) fn calls(&self) -> usize {
        self.all.len() - self.idle.len()
    }

    /// Whether there are as many as there may be.
    pub(super) fn is_full(&self) -> bool {
        self.calls() >= self.most
    }

    /// An activity for a new call; `None` when there are too many.
    #[inline]
    pub(super) fn open(
        &mut self,
        timeout: Option<Duration>,
        personality: &Personality,
    ) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        let at = match self.idle.pop() {
            Some(at) => at,
            None => self.add(personality),
        };
        self.serial += 1;
        let activity = &mut self.all[at as usize];
        activity.stage = Stage::Writing(Writing {
            timeout,
            owes_ack: activity.stage.owes_ack(),
        });
        activity.id = CallId(self.serial << 32 | u64::from(at));
        Some(at)
    }

    #[cold]
    fn add(&mut self, personality: &Personality) -> u32 {
        let at = self.all.len() as u32;
        let activity = with_number(self.base, at);
        self.all.push(Activity {
            id: CallId(0),
            header: Header {
                activity,
                ..Header::EMPTY
            },
            stage: Stage::Idle { owes_ack: false },
            out: Outgoing::default(),
            window: Window::new(personality),
            results: Assembly::default(),
        });
        // Reserve for all activities, so that ending a call never allocates.
        self.idle.reserve(self.all.len());
        at
    }

    #[inline]
    pub(super) fn get(&mut self, at: u32) -> &mut Activity {
        &mut self.all[at as usize]
    }

    /// The activity with this UUID.
    #[inline]
    pub(super) fn named(&self, uuid: &[u8; 16]) -> Option<u32> {
        let at = number(uuid);
        let activity = self.all.get(at as usize)?;
        (activity.header.activity == *uuid).then_some(at)
    }

    /// The activity of this call.
    pub(super) fn making(&self, id: CallId) -> Option<u32> {
        let at = id.0 as u32;
        let activity = self.all.get(at as usize)?;
        (activity.id == id && !activity.stage.is_idle()).then_some(at)
    }

    /// Ends the call; its results must be acknowledged or not.
    #[inline]
    pub(super) fn close(&mut self, at: u32, owes_ack: bool) {
        self.timers.clear(at);
        let activity = &mut self.all[at as usize];
        activity.stage = Stage::Idle { owes_ack };
        activity.out.close();
        activity.results.clear();
        self.idle.push(at);
    }

    /// Every call, in the order they began.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut open: Vec<_> = self.open_places().collect();
        open.sort_by_key(|at| self.all[*at as usize].id);
        open
    }

    /// Idle activities whose last results are not acknowledged.
    pub(super) fn owing(&self) -> Vec<u32> {
        let idle = self.idle.iter().copied();
        idle.filter(|at| self.all[*at as usize].stage.owes_ack())
            .collect()
    }

    /// Drops all output, including acknowledgements.
    pub(super) fn forget_output(&mut self) {
        self.timers = Timers::default();
        for activity in &mut self.all {
            if activity.stage.is_idle() {
                activity.stage = Stage::Idle { owes_ack: false };
            }
            activity.out.queued = false;
        }
    }

    fn open_places(&self) -> impl Iterator<Item = u32> {
        let places = self.all.iter().enumerate();
        places
            .filter(|(_, a)| !a.stage.is_idle())
            .map(|(at, _)| at as u32)
    }

    /// Sets the timer of a call.
    #[inline]
    pub(super) fn arm(&mut self, at: u32) {
        if let Stage::Sent(call) = &self.all[at as usize].stage {
            self.timers.set(at, call.alarm());
        }
    }
}

impl fmt::Debug for Activities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_list();
        for at in self.open_places() {
            let a = &self.all[at as usize];
            let (seq, kind) = (a.header.seq, a.kind());
            table.entry(&format_args!(
                "activity {at} call {seq} {kind:?} {:?}",
                a.stage
            ));
        }
        table.finish()
    }
}
