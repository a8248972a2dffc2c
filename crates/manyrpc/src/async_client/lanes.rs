//! The connections of a client that tasks share.

use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use manyrpc_driver::counters::Counters;
use manyrpc_driver::tokio::node::Caller;
use manyrpc_driver::tokio::within;
use manyrpc_engine::{CallError, CallHead, Closed};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::SentWith;
use crate::boot::seed;
use crate::line::Line;

/// Opens connections to a server.
pub(crate) trait Connector: Send + Sync {
    /// Opens another.
    ///
    /// # Errors
    /// There will be none.
    fn connect(self: Arc<Self>) -> Result<Connecting, CallError>;

    /// What calls are sent with, unless their client has something else.
    fn sent_with(&self) -> SentWith<'_> {
        SentWith::default()
    }

    /// To whom, as spans tell it.
    #[cfg(feature = "tracing")]
    fn called(&self) -> crate::spans::Called<'_> {
        crate::spans::Called::default()
    }
}

/// A connection that is being opened.
pub(crate) type Connecting = Pin<Box<dyn Future<Output = Result<Line, CallError>> + Send>>;

/// Whether a client's server can be reached, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Connectivity {
    /// There is no connection; the next call opens one.
    Idle,
    /// A connection is being opened.
    Connecting,
    /// The last attempt to connect has succeeded.
    Ready,
    /// The last attempt to connect has failed; calls fail until the next attempt, which is made by
    /// the first call after a pause.
    Failing,
}

/// Tells of changes of a client's [`Connectivity`].
#[derive(Debug)]
pub struct Connectivities(watch::Receiver<Connectivity>);

impl Connectivities {
    /// Waits for the next change; `None` if all handles of the client are gone.
    pub async fn next(&mut self) -> Option<Connectivity> {
        self.0.changed().await.ok()?;
        Some(*self.0.borrow_and_update())
    }
}

/// The connections of a client.
pub(crate) struct Lanes {
    connector: Arc<dyn Connector>,
    state: Mutex<State>,
    /// The attempt to open a connection, once another had to be opened. It is a task, which goes on if its caller does not
    /// wait for it; whoever holds the lock does. Others wait for the lock instead of making attempts of their own.
    attempt: OnceLock<Box<tokio::sync::Mutex<Attempt>>>,
    /// One for each call that may be in flight, where each needs a connection of its own.
    permits: Option<Box<Semaphore>>,
}

/// At most one task.
type Attempt = JoinSet<Result<Line, CallError>>;

struct State {
    /// Shared connections, or those without a call.
    free: Vec<Line>,
    /// Why the last attempt to connect failed.
    failed: Option<Box<Failed>>,
    connectivity: Connectivity,
    /// Tells of its changes, once somebody has asked.
    told: Option<watch::Sender<Connectivity>>,
    /// How many connections are lent to single calls.
    lent: u32,
    /// Those on which no more calls begin.
    former: Option<Box<Former>>,
}

#[derive(Default)]
struct Former {
    /// With calls in flight.
    leaving: Vec<Line>,
    /// The counters of those that are gone.
    counters: Counters,
}

struct Failed {
    error: CallError,
    /// When the next attempt may be made.
    again_at: Instant,
    /// The pause before it.
    pause: Duration,
}

/// A connection for one call.
pub(crate) struct Lane<'l> {
    lanes: &'l Lanes,
    /// `None` only before it is open, and while it is dropped.
    connection: Option<Line>,
    /// It is this call's own, and counts as one of those that there may be.
    is_alone: bool,
}

impl Lane<'_> {
    pub(crate) fn connection(&self) -> &Line {
        self.connection.as_ref().expect("it is there until dropped")
    }

    /// Whether a call that could not begin on the connection begins on another one, since this one takes no more calls.
    /// `refusals` counts those of a call, which are not borne with for ever.
    pub(crate) fn begins_elsewhere(&self, refused: &CallError, refusals: &mut u32) -> bool {
        *refusals += 1;
        // The reason that a server gives for closing is a fault.
        let is_end = matches!(refused, CallError::Closed(_) | CallError::Fault(_));
        is_end && *refusals <= REFUSALS && self.connection().is_over()
    }

    fn take(&mut self, connection: Line) {
        if self.is_alone {
            self.lanes.lock().lent += 1;
        }
        self.connection = Some(connection);
    }

    /// A call without a reply was sent. Where each call has a connection of its own, the server
    /// still answers it there: the connection is not used again, and is closed once all is sent.
    pub(crate) fn end_one_way(mut self) {
        if self.is_alone {
            let connection = self.connection.take();
            let mut state = self.lanes.lock();
            state.lent -= 1;
            if let Some(connection) = connection {
                state.note_gone(&connection);
            }
        }
    }
}

impl Drop for Lane<'_> {
    /// The connection is free for another call.
    fn drop(&mut self) {
        if !self.is_alone {
            return;
        }
        if let Some(connection) = self.connection.take() {
            let mut state = self.lanes.lock();
            state.lent -= 1;
            state.free.push(connection);
        }
        self.lanes.add_permit();
    }
}

/// That there may be a connection for one more call. Given back when dropped.
#[cfg(feature = "tower")]
pub(crate) struct Reservation(Option<Arc<Lanes>>);

#[cfg(feature = "tower")]
impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(lanes) = &self.0 {
            lanes.add_permit();
        }
    }
}

#[cfg(feature = "tower")]
impl Lanes {
    /// Whether there may be only so many connections.
    pub(crate) fn are_limited(&self) -> bool {
        self.permits.is_some()
    }

    /// Waits until there may be a connection for one more call.
    pub(crate) async fn reserve(self: Arc<Self>) -> Reservation {
        self.take_permit().await;
        Reservation(Some(self))
    }

    /// As [`lane`](Self::lane), of what was reserved here.
    pub(crate) async fn reserved_lane<'h>(
        self: &Arc<Self>,
        mut reserved: Reservation,
        head: &CallHead<'h>,
    ) -> Result<(Lane<'_>, CallHead<'h>), CallError> {
        let is_alone = reserved.0.take().is_some();
        within(head, head.timeout, self.lane_for(is_alone)).await
    }
}

impl Lanes {
    /// Without connections. `alone`: each call in flight needs a connection of its own, of which
    /// there are at most this many.
    pub(crate) fn new(connector: Arc<dyn Connector>, alone: Option<usize>) -> Self {
        Lanes {
            connector,
            state: Mutex::new(State {
                free: Vec::new(),
                failed: None,
                connectivity: Connectivity::Idle,
                told: None,
                lent: 0,
                former: None,
            }),
            attempt: OnceLock::new(),
            permits: alone.map(|most| Box::new(Semaphore::new(most.max(1)))),
        }
    }

    pub(crate) fn connector(&self) -> &dyn Connector {
        &*self.connector
    }

    /// The connection of a peer, which is not opened again when it has ended.
    pub(crate) fn of_peer(caller: Caller) -> Self {
        let lanes = Lanes::new(Arc::new(Ended(caller.clone())), None);
        lanes.adopt(Line::Shared(caller));
        lanes
    }

    /// A connection for a call. Opens one if there is none; with all connections in use, waits: for at most the call's
    /// timeout. Its head then has the time that is left.
    ///
    /// # Errors
    /// None can be opened, or not in time.
    pub(crate) async fn lane<'h>(
        self: &Arc<Self>,
        head: &CallHead<'h>,
    ) -> Result<(Lane<'_>, CallHead<'h>), CallError> {
        if let Some(lane) = self.lane_now() {
            return Ok((lane, *head));
        }
        let lane = async {
            let is_alone = self.take_permit().await;
            self.lane_for(is_alone).await
        };
        // Rare, and then long: futures of calls that need not wait should be small.
        Box::pin(within(head, head.timeout, lane)).await
    }

    /// A connection for a call, if none has to be waited for.
    fn lane_now(&self) -> Option<Lane<'_>> {
        if let Some(permits) = &self.permits {
            permits.try_acquire().ok()?.forget();
        }
        let mut lane = Lane {
            lanes: self,
            connection: None,
            is_alone: self.permits.is_some(),
        };
        lane.take(self.free()?);
        Some(lane)
    }

    /// Waits for a permit, if they are needed.
    async fn take_permit(&self) -> bool {
        let Some(permits) = &self.permits else {
            return false;
        };
        if let Ok(permit) = permits.acquire().await {
            // The lane gives it back.
            permit.forget();
        }
        true
    }

    fn add_permit(&self) {
        if let Some(permits) = &self.permits {
            permits.add_permits(1);
        }
    }

    /// A connection for a call, with a permit if that is needed.
    async fn lane_for(self: &Arc<Self>, is_alone: bool) -> Result<Lane<'_>, CallError> {
        let mut lane = Lane {
            lanes: self,
            connection: None,
            is_alone,
        };
        let connection = match self.free() {
            Some(connection) => connection,
            None => self.open().await?,
        };
        lane.take(connection);
        Ok(lane)
    }

    /// Takes over a connection that is open, as the first.
    pub(crate) fn adopt(&self, connection: Line) {
        let mut state = self.lock();
        // Most have one connection.
        state.free.reserve_exact(1);
        state.free.push(connection);
        state.tell(Connectivity::Ready);
    }

    pub(crate) fn connectivity(&self) -> Connectivity {
        let state = self.lock();
        let known = state.connectivity;
        let has_ended = known == Connectivity::Ready
            && self.permits.is_none()
            && state.free.iter().all(Line::is_over);
        if has_ended { Connectivity::Idle } else { known }
    }

    pub(crate) fn watch(&self) -> Connectivities {
        let state = &mut *self.lock();
        let now = state.connectivity;
        let told = state.told.get_or_insert_with(|| watch::Sender::new(now));
        Connectivities(told.subscribe())
    }

    pub(crate) fn in_flight(&self) -> usize {
        let state = self.lock();
        let shared: usize = state.open().map(Line::in_flight).sum();
        shared + state.lent as usize
    }

    pub(crate) fn counters(&self) -> Counters {
        let state = self.lock();
        let former = state.former.as_deref();
        let mut all = former.map_or_else(Counters::default, |former| former.counters);
        for connection in state.open() {
            all += connection.counters();
        }
        all
    }

    /// A connection that can be used now.
    fn free(&self) -> Option<Line> {
        let mut state = self.lock();
        loop {
            let last = state.free.last()?;
            if last.is_over() {
                state.let_go_of_the_last();
                continue;
            }
            return match &self.permits {
                Some(_) => state.free.pop(),
                None => Some(last.clone()),
            };
        }
    }

    async fn open(self: &Arc<Self>) -> Result<Line, CallError> {
        let mut attempt = self.attempt.get_or_init(Box::default).lock().await;
        if self.permits.is_none()
            && let Some(connection) = self.free()
        {
            return Ok(connection);
        }
        loop {
            let is_own = attempt.is_empty();
            if is_own {
                self.begin(&mut attempt)?;
            }
            match attempt.join_next().await {
                Some(Ok(Ok(connection))) if is_own || !connection.is_over() => {
                    if self.permits.is_none() {
                        self.lock().free.push(connection.clone());
                    }
                    return Ok(connection);
                }
                Some(Ok(Err(error))) if is_own => return Err(error),
                Some(Err(end)) if end.is_panic() => resume_unwind(end.into_panic()),
                // The runtime shuts down.
                Some(Err(_)) if is_own => return Err(CallError::Cancelled),
                // An attempt whose caller has gone may have ended long ago.
                _ => {}
            }
        }
    }

    /// Begins an attempt to open a connection.
    fn begin(self: &Arc<Self>, attempt: &mut Attempt) -> Result<(), CallError> {
        self.refuse_while_failing()?;
        match self.connector.clone().connect() {
            Ok(connecting) => {
                self.lock().tell(Connectivity::Connecting);
                attempt.spawn(told(connecting, Arc::downgrade(self)));
                Ok(())
            }
            Err(error) => {
                self.lock().note_failure(&error);
                Err(error)
            }
        }
    }

    fn refuse_while_failing(&self) -> Result<(), CallError> {
        match &self.lock().failed {
            Some(failed) if Instant::now() < failed.again_at => Err(failed.error.clone()),
            _ => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An attempt to connect, which tells its end.
async fn told(connecting: Connecting, lanes: Weak<Lanes>) -> Result<Line, CallError> {
    let end = connecting.await;
    if let Some(lanes) = lanes.upgrade() {
        let mut state = lanes.lock();
        match &end {
            Ok(_) => {
                state.failed = None;
                state.tell(Connectivity::Ready);
            }
            Err(error) => state.note_failure(error),
        }
    }
    end
}

/// A peer's connection, which has ended when another is asked for.
struct Ended(Caller);

impl Connector for Ended {
    fn connect(self: Arc<Self>) -> Result<Connecting, CallError> {
        Err(self.0.closed().unwrap_or(CallError::Closed(Closed::ByUs)))
    }
}

impl State {
    /// Connecting failed: the pause before the next attempt grows, and is drawn at random around
    /// that, so that the clients of a server that comes back do not all come at once.
    fn note_failure(&mut self, error: &CallError) {
        let last = self.failed.take().map(|failed| failed.pause);
        let pause = last.map_or(FIRST_PAUSE, |last| (last * 8 / 5).min(LONGEST_PAUSE));
        let thousandths = 800 + (seed() % 401) as u32;
        self.failed = Some(Box::new(Failed {
            error: error.clone(),
            again_at: Instant::now() + pause * thousandths / 1000,
            pause,
        }));
        self.tell(Connectivity::Failing);
    }

    fn open(&self) -> impl Iterator<Item = &Line> {
        let former = self.former.iter();
        let leaving = former.flat_map(|former| &former.leaving);
        self.free.iter().chain(leaving)
    }

    /// No more calls begin on the last connection.
    fn let_go_of_the_last(&mut self) {
        let former = self.former.get_or_insert_default();
        former.leaving.extend(self.free.pop());
        let is_gone = |line: &mut Line| line.in_flight() == 0;
        for gone in former.leaving.extract_if(.., is_gone) {
            former.counters += gone.counters();
        }
    }

    /// A connection is not used any more.
    fn note_gone(&mut self, connection: &Line) {
        let former = self.former.get_or_insert_default();
        former.counters += connection.counters();
    }

    fn tell(&mut self, connectivity: Connectivity) {
        self.connectivity = connectivity;
        if let Some(told) = &self.told {
            told.send_replace(connectivity);
        }
    }
}

/// How many connections may refuse a call because they end, each after another had to be opened for it.
const REFUSALS: u32 = 5;
/// The pause after a first failure to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause, as in gRPC's connection backoff protocol.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);
