//! A client of the connectionless protocol.
//!
//! Reading list: C706 sections 10.1 (CL_CLIENT), 9.5 (activities, serial numbers), appendices K
//! (timeouts) and P (conversation manager).
//!
//! A request is retransmitted until the server responds; after that the client pings the server now
//! and then to learn whether it still has the call, and sends what it lacks. A call ends with its
//! results or its own timeout, whatever the state of the server. Results are acknowledged by the
//! activity's next call, or after [`Timeouts::ack`](super::Timeouts).
//!
//! Calls that are not idempotent are bound to one instance of their server: if it restarts during
//! such a call, the call fails, and it is unknown whether it was executed
//! ([`fault::outcome_is_unknown`](super::fault::outcome_is_unknown)).
//!
//! ```
//! use manyrpc_engine::dce::cl::{Client, Personality};
//! use manyrpc_engine::{CallHead, ClientEngine, Instant, InterfaceId, Limits};
//!
//! let mut client = Client::new(Limits::default(), Personality::CLASSIC, 1);
//! let mut head = CallHead::new(InterfaceId::of_uuid([7; 16], 1, 0), 0);
//! head.idempotent = true;
//! client.begin_call(&head)?;
//! client.finish_call(Instant::ZERO)?;
//! assert_eq!((client.counters().calls, client.calls_in_flight()), (1, 1));
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

use alloc::collections::VecDeque;
use core::mem;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding};

use super::lending::Lending;
use super::outbox::{Due, Outbox};
use super::pdu::{self, Header, PduType};
use super::personality::Personality;
use super::spares::Spares;
use crate::Limits;
use crate::contract::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, Liveness, RemoteCancel, Rx, Transmit,
};
use crate::dce::uuid;
use crate::fault::{CallError, Closed, Misuse};
use crate::pending_events;
use crate::random::Random;
use crate::time::{Clock, Instant};

use self::activities::{Activities, Activity};
use self::alive::Alive;
use self::stage::{Cancel, Sent, Stage};

/// Counts since the client was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls sent, of any kind.
    pub calls: u64,
    /// Results and faults delivered to callers.
    pub replies: u64,
    /// Requests, or fragments of them, retransmitted for lack of a response.
    pub retransmissions: u64,
    /// Pings sent.
    pub pings: u64,
    /// Acks sent because no call implied them.
    pub acks: u64,
    /// Facks sent.
    pub facks: u64,
    /// Callbacks of servers answered (conversation manager).
    pub callbacks: u64,
    /// Calls that timed out.
    pub timeouts: u64,
    /// PDUs that matched no call in flight.
    pub stray: u64,
    /// Malformed datagrams.
    pub malformed: u64,
    /// Calls that failed because their server restarted.
    pub server_restarts: u64,
    /// Keepalives sent (`convc_indy`).
    pub alive: u64,
}

/// The engine of one client socket, for calls to one server. Its `Debug` prints every call and its
/// state.
#[derive(Debug)]
pub struct Client {
    limits: Limits,
    personality: Personality,
    activities: Activities,
    outbox: Outbox,
    writing: Option<u32>,
    /// Lent as the body when no call is being written.
    scratch: Buf,
    spares: Spares,
    /// The server's boot time, from its PDUs; 0 while unknown.
    boot: u32,
    /// Our boot time, for callbacks.
    own_boot: u32,
    /// Keepalives while the server keeps context handles for us.
    alive: Alive,
    events: VecDeque<ClientEvent>,
    lending: Lending,
    counters: Counters,
}

impl Client {
    /// A client with `seed` for its UUIDs, which must be unique among clients.
    pub fn new(limits: Limits, personality: Personality, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let base = random.uuid(personality.uuid_format);
        let personality = personality.within(&limits);
        Client {
            activities: Activities::new(limits.calls_in_flight, base),
            limits,
            outbox: Outbox::default(),
            writing: None,
            scratch: Buf::new(),
            spares: Spares::default(),
            boot: 0,
            own_boot: random.next() as u32 | 1,
            alive: Alive::new(random.uuid(personality.uuid_format), base),
            personality,
            events: VecDeque::new(),
            lending: Lending::default(),
            counters: Counters::default(),
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls are being written, queued or awaiting results.
    pub fn calls_in_flight(&self) -> usize {
        self.activities.calls()
    }

    /// Acknowledges pending results now instead of after their timeout, for a client that makes no
    /// calls for a while. Then drain [`poll_transmit`](ClientEngine::poll_transmit).
    pub fn acknowledge(&mut self) {
        self.acknowledge_all();
    }

    /// True if there was anything to acknowledge.
    fn acknowledge_all(&mut self) -> bool {
        let owing = self.activities.owing();
        for &at in &owing {
            self.send_ack(at);
        }
        !owing.is_empty()
    }

    /// Sends a cancel, the `times`-th one of the call.
    fn send_cancel(&mut self, at: u32, times: u32) {
        let header = control(self.activities.get(at), PduType::Cancel);
        let body = pdu::cancel_body(times);
        let body = if self.personality.cancel_bodies {
            &body[..]
        } else {
            &[]
        };
        self.outbox.control(None, header, body);
    }

    fn send_ack(&mut self, at: u32) {
        let activity = self.activities.get(at);
        activity.stage = Stage::Idle { owes_ack: false };
        let header = self
            .personality
            .in_personality(control(activity, PduType::Ack));
        self.activities.timers.clear(at);
        self.counters.acks += 1;
        self.outbox.control(None, header, &[]);
    }

    /// Queues the activity for output.
    #[inline]
    fn queue(&mut self, at: u32) {
        let activity = self.activities.get(at);
        if !mem::replace(&mut activity.out.queued, true) {
            self.outbox.owner(at);
        }
    }

    /// Ends the call; its results must be acknowledged or not. Its memory is reused.
    fn close(&mut self, at: u32, owes_ack: bool) {
        let activity = self.activities.get(at);
        self.spares.settle(&mut activity.results.body);
        activity.out.close();
        self.spares.settle(&mut activity.out.message);
        self.activities.close(at, owes_ack);
    }

    fn fail(&mut self, at: u32, error: CallError) -> ClientEvent {
        let id = self.activities.get(at).id;
        self.close(at, false);
        ClientEvent::Failed { id, error }
    }

    /// A timer expired.
    fn alarm(&mut self, at: u32, now: Instant) {
        let call = match &mut self.activities.get(at).stage {
            Stage::Idle { .. } => return self.send_ack(at),
            // The results of the last call are acknowledged by the new one, or by abandoning it.
            Stage::Writing(_) => return self.activities.timers.clear(at),
            Stage::Sent(call) => call,
        };
        if now >= call.deadline {
            let call = *call;
            return self.time_out(at, &call);
        }
        let is_due = now >= call.again;
        if let Cancel::Unacknowledged { times, again } = &mut call.cancel
            && now >= *again
        {
            *again = now + self.personality.timeouts.cancel;
            let times = *times;
            self.send_cancel(at, times);
        }
        if is_due {
            self.try_again(at, now);
        }
        self.activities.arm(at);
    }

    fn time_out(&mut self, at: u32, call: &Sent) {
        self.counters.timeouts += 1;
        let error = match call.cancel.times() {
            0 => CallError::TimedOut {
                transmissions: call.transmissions,
            },
            _ => CallError::Cancelled,
        };
        // A server that has never responded may not be there.
        if self.activities.get(at).header.boot != 0 {
            self.orphan(at);
        }
        let event = self.fail(at, error);
        self.events.push_back(event);
    }

    /// Tells the server that nobody awaits the call any more, if it may have heard of it.
    fn orphan(&mut self, at: u32) {
        let activity = self.activities.get(at);
        if activity.kind() == CallKind::Call && !activity.out.is_untouched() {
            let header = control(activity, PduType::Cancel);
            self.outbox.control(None, header, &[]);
        }
    }

    /// Restores the receive buffer that was swapped for a message, and consumes the last datagram.
    #[inline]
    fn release(&mut self, rx: &mut Rx) {
        let Some((mut lent, at)) = self.lending.end(rx) else {
            return;
        };
        self.spares.settle(&mut lent);
        let body = &mut self.activities.get(at).results.body;
        if body.capacity() == 0 {
            *body = lent;
        }
    }
}

impl Personality {
    /// An ack or reject, as this runtime emits it.
    pub(super) fn in_personality(&self, mut header: Header) -> Header {
        if !self.names_interface {
            header.interface = [0; 16];
        }
        header
    }
}

/// A PDU for a call, without a body.
fn control(activity: &Activity, ptype: PduType) -> Header {
    Header {
        ptype,
        flags: 0,
        ..activity.header
    }
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if head.operation > u32::from(u16::MAX) {
            return Err(Misuse::NotOffered("operation above 65535").into());
        }
        let interface = uuid::of_interface(head)?;
        let object = uuid::of_object(head)?.unwrap_or_default();
        let at = self
            .activities
            .open(head.timeout, &self.personality)
            .ok_or(Misuse::TooManyCalls)?;
        self.set_header(at, head, interface, object);
        let activity = self.activities.get(at);
        self.spares.supply(&mut activity.out.message);
        activity.out.open();
        self.writing = Some(at);
        Ok(activity.id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        match self.writing {
            Some(at) => &mut self.activities.get(at).out.message,
            None => {
                self.scratch.clear();
                &mut self.scratch
            }
        }
    }

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::NDR
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(at) = self.writing else {
            return Err(Misuse::NotOffered("end of a call that did not begin").into());
        };
        if let Err(misuse) = self.check_size(at) {
            self.abandon_call();
            return Err(misuse.into());
        }
        self.writing = None;
        self.counters.calls += 1;
        self.dispatch(at, now);
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(at) = self.writing.take() {
            // The results of the previous call must still be acknowledged, by whatever is sent
            // next.
            let owes = self.activities.get(at).stage.owes_ack();
            self.close(at, false);
            if owes {
                self.send_ack(at);
            }
        }
    }

    fn cancel(&mut self, id: CallId) {
        pending_events::forget(&mut self.events, id);
        let Some(at) = self.activities.making(id) else {
            return;
        };
        if self.writing == Some(at) {
            return self.abandon_call();
        }
        self.orphan(at);
        self.close(at, false);
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        loop {
            self.release(rx);
            if rx.buf.is_empty() {
                return self.events.pop_front();
            }
            self.lending.datagram(rx);
            if let Some(event) = self.take_datagram(rx, clock.now()) {
                return Some(event);
            }
        }
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        loop {
            match self.outbox.front()? {
                Due::Control(_) => break,
                Due::Owner(at) => {
                    let activity = self.activities.get(*at);
                    if activity.out.wants(&activity.window) {
                        break;
                    }
                    activity.out.queued = false;
                    self.outbox.pop();
                }
            }
        }
        self.outbox.lent = true;
        match self.outbox.front()? {
            Due::Control(control) => Some(control.transmit()),
            Due::Owner(at) => {
                let activity = self.activities.get(*at);
                let bytes = activity.out.lend(&activity.window, &self.personality)?;
                Some(Transmit { to: None, bytes })
            }
        }
    }

    fn sent(&mut self, _n: usize) {
        if !mem::take(&mut self.outbox.lent) {
            return;
        }
        match self.outbox.front() {
            Some(Due::Owner(at)) => {
                let at = *at;
                let activity = self.activities.get(at);
                activity.out.sent();
                if activity.out.wants(&activity.window) {
                    return;
                }
                activity.out.queued = false;
                let over = activity.kind() == CallKind::OneWay && activity.stage.is_sent();
                self.outbox.pop();
                if over {
                    self.close(at, false);
                }
            }
            _ => {
                self.outbox.pop();
            }
        }
    }

    fn handle_closed(&mut self, how: Closed) {
        for at in self.activities.in_order() {
            let activity = self.activities.get(at);
            let tell = activity.stage.is_sent() && activity.kind() != CallKind::OneWay;
            let event = self.fail(at, CallError::Closed(how));
            if tell {
                self.events.push_back(event);
            }
        }
        self.writing = None;
        self.outbox.clear();
        // A datagram socket remains usable: the server may merely not have been running.
        self.activities.forget_output();
    }

    fn is_full(&self) -> bool {
        self.activities.is_full()
    }

    fn call_timeout(&self) -> Option<Duration> {
        Some(self.limits.call_timeout)
    }

    fn shrink(&mut self) {
        if self.writing.is_none() {
            self.scratch = Buf::new();
            self.spares.clear();
        }
    }

    fn next_timeout(&self) -> Option<Instant> {
        let call = self.activities.timers.first().map(|(at, _)| at);
        match self.alive.next {
            None => call,
            Some(word) => Some(call.map_or(word, |call| call.min(word))),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        while let Some((due, at)) = self.activities.timers.first()
            && due <= now
        {
            self.alarm(at, now);
        }
        if self.alive.next.is_some_and(|due| due <= now) {
            self.send_keepalive(now);
        }
    }

    fn remote_cancel(&mut self) -> Option<&mut dyn RemoteCancel> {
        Some(self)
    }

    fn liveness(&mut self) -> Option<&mut dyn Liveness> {
        Some(self)
    }
}

impl RemoteCancel for Client {
    /// The cancel is retransmitted until the server acknowledges it (C706 section 9.2.3).
    fn request_cancel(&mut self, id: CallId, now: Instant) -> bool {
        let again = now + self.personality.timeouts.cancel;
        let Some(at) = self.activities.making(id) else {
            return false;
        };
        let activity = self.activities.get(at);
        let kind = activity.kind();
        let Some(call) = activity.stage.sent().filter(|_| kind == CallKind::Call) else {
            return false;
        };
        let times = call.cancel.times() + 1;
        call.cancel = Cancel::Unacknowledged { times, again };
        call.deadline = call.deadline.min(now + self.limits.cancel_timeout);
        self.send_cancel(at, times);
        self.activities.arm(at);
        true
    }
}

impl Liveness for Client {
    fn keep_alive(&mut self, things: usize, now: Instant) {
        self.set_alive(things > 0, now);
    }

    /// A server keeps unacknowledged results for as long as its client may ask for them; with many
    /// clients that make one call each, it would soon run out of space.
    fn disconnect(&mut self) -> bool {
        self.acknowledge_all()
    }
}

mod activities;
mod alive;
mod arguments;
mod incoming;
mod questions;
mod results;
mod stage;
