//! A client's activities: one call at a time in each.
//!
//! Reading list: C706 sections 9.5.2 and 9.5.3 (activities, calls, sequence numbers).

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::super::pdu::Header;
use super::super::personality::Personality;
use super::super::receive::Assembly;
use super::super::transmit::Outgoing;
use super::super::uuids::{number, with_number};
use super::super::window::Window;
use crate::contract::{CallId, CallKind};
use crate::time::Instant;
use crate::timers::Timers;

/// Where an activity's call stands. Printed by the client's `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// There is none.
    Idle,
    /// Its arguments are being written.
    Writing,
    /// The server is not known to have all of it.
    Sending,
    /// The server has it: now and then it is asked.
    Waiting,
}

/// A cancel that the server was not heard of yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cancelling {
    pub(super) id: u32,
    pub(super) again: Instant,
}

/// One activity, and its call.
#[derive(Debug)]
pub(super) struct Activity {
    pub(super) state: State,
    pub(super) id: CallId,
    pub(super) kind: CallKind,
    pub(super) idempotent: bool,
    /// What all PDUs of the call have in common; the activity and its call's number above all.
    pub(super) header: Header,
    pub(super) out: Outgoing,
    pub(super) window: Window,
    pub(super) results: Assembly,
    pub(super) timeout: Option<Duration>,
    pub(super) deadline: Instant,
    /// When something is sent again, or the server asked.
    pub(super) again: Instant,
    pub(super) wait: Duration,
    pub(super) transmissions: u32,
    /// Whether the server was heard of in this call.
    pub(super) heard: bool,
    pub(super) cancelling: Option<Cancelling>,
    /// How often the call was asked to end.
    pub(super) cancels: u32,
    /// The last call's results are not acknowledged.
    pub(super) owes_ack: bool,
}

/// All of them, and their alarms.
pub(super) struct Activities {
    all: Vec<Activity>,
    /// Those without a call; the one used last comes last, and is used next: then its new call
    /// acknowledges the results of its last.
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

    /// Calls under way or being written.
    pub(super) fn calls(&self) -> usize {
        self.all.len() - self.idle.len()
    }

    /// An activity for a new call; `None` when there are too many.
    #[inline]
    pub(super) fn open(&mut self, personality: &Personality) -> Option<u32> {
        if self.calls() >= self.most {
            return None;
        }
        let at = match self.idle.pop() {
            Some(at) => at,
            None => self.add(personality),
        };
        self.serial += 1;
        let activity = &mut self.all[at as usize];
        activity.state = State::Writing;
        activity.id = CallId(self.serial << 32 | u64::from(at));
        Some(at)
    }

    #[cold]
    fn add(&mut self, personality: &Personality) -> u32 {
        let at = self.all.len() as u32;
        let activity = with_number(self.base, at);
        self.all.push(Activity {
            state: State::Idle,
            id: CallId(0),
            kind: CallKind::Call,
            idempotent: false,
            header: Header {
                activity,
                ..Header::EMPTY
            },
            out: Outgoing::default(),
            window: Window::new(personality),
            results: Assembly::default(),
            timeout: None,
            deadline: Instant::ZERO,
            again: Instant::ZERO,
            wait: Duration::ZERO,
            transmissions: 0,
            heard: false,
            cancelling: None,
            cancels: 0,
            owes_ack: false,
        });
        // Room for all of them, so that ending a call never allocates.
        self.idle.reserve(self.all.len());
        at
    }

    #[inline]
    pub(super) fn get(&mut self, at: u32) -> &mut Activity {
        &mut self.all[at as usize]
    }

    /// The activity of that UUID.
    #[inline]
    pub(super) fn named(&self, uuid: &[u8; 16]) -> Option<u32> {
        let at = number(uuid);
        let activity = self.all.get(at as usize)?;
        (activity.header.activity == *uuid).then_some(at)
    }

    /// The activity that makes this call.
    pub(super) fn making(&self, id: CallId) -> Option<u32> {
        let at = id.0 as u32;
        let activity = self.all.get(at as usize)?;
        (activity.id == id && activity.state != State::Idle).then_some(at)
    }

    /// The call is over.
    #[inline]
    pub(super) fn close(&mut self, at: u32) {
        self.timers.clear(at);
        let activity = &mut self.all[at as usize];
        activity.state = State::Idle;
        (activity.cancelling, activity.cancels) = (None, 0);
        activity.out.close();
        activity.results.clear();
        self.idle.push(at);
    }

    /// Every call, by the order they began in.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut open: Vec<_> = self.open_places().collect();
        open.sort_by_key(|at| self.all[*at as usize].id);
        open
    }

    /// Those whose last call's results are not acknowledged, and that make none now.
    pub(super) fn owing(&self) -> Vec<u32> {
        let idle = self.idle.iter().copied();
        idle.filter(|at| self.all[*at as usize].owes_ack).collect()
    }

    /// Nothing waits to be sent, and no results are acknowledged any more.
    pub(super) fn forget_output(&mut self) {
        self.timers = Timers::default();
        for activity in &mut self.all {
            activity.owes_ack = false;
            activity.out.queued = false;
        }
    }

    fn open_places(&self) -> impl Iterator<Item = u32> {
        let places = self.all.iter().enumerate();
        places
            .filter(|(_, a)| a.state != State::Idle)
            .map(|(at, _)| at as u32)
    }

    /// When something is due for a call.
    #[inline]
    pub(super) fn arm(&mut self, at: u32) {
        let activity = &self.all[at as usize];
        let mut alarm = activity.again.min(activity.deadline);
        if let Some(cancelling) = activity.cancelling {
            alarm = alarm.min(cancelling.again);
        }
        self.timers.set(at, alarm);
    }
}

impl fmt::Debug for Activities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_list();
        for at in self.open_places() {
            let a = &self.all[at as usize];
            let (seq, sent) = (a.header.seq, a.transmissions);
            table.entry(&format_args!(
                "activity {at} call {seq} {:?} {:?} sent {sent}",
                a.kind, a.state
            ));
        }
        table.finish()
    }
}
