//! The timers of a runtime's tasks, by one `timerfd`.
//!
//! A runtime that has a timer of its own set sleeps with a time limit. The kernel sets a timer for each such sleep and
//! takes it back, which is half a microsecond of a lone call whose deadline is seconds away. A `timerfd` stays set
//! however often the runtime sleeps, and is set only for what is earlier than all before.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::mem;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use manyrpc_engine::Instant;
use rustix::io::read;
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, timerfd_create, timerfd_settime,
};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::runtime::{Handle, Id};

use crate::clock;
use crate::lock::lock;
use crate::socket::timespec;
use crate::wakers::remember;
use crate::watched::watch;

/// A timer of a task.
pub(super) struct Bell {
    of: Arc<Timers>,
    /// Where it was put among the others, if it was ever set.
    place: Option<Place>,
    ringing: Arc<Mutex<Ringing>>,
}

#[derive(Default)]
struct Ringing {
    has_rung: bool,
    waker: Option<Waker>,
}

/// The millisecond in which a bell rings, as with timers of the runtime: many ring at once. Then a number, since many do.
type Place = (u64, u64);

impl Bell {
    /// One that is not set, on the current runtime.
    ///
    /// # Errors
    /// The system has no descriptors left.
    ///
    /// # Panics
    /// There is no current runtime with I/O.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Bell {
            of: Timers::current()?,
            place: None,
            ringing: Arc::default(),
        })
    }

    /// Rings at a time of the system's clock, and not when it was set to before.
    pub(super) fn set(&mut self, at: Instant) {
        let at = at.as_nanos().div_ceil(MILLISECOND);
        let mut set = lock(&self.of.set);
        set.last += 1;
        let place = (at, set.last);
        if let Some(before) = self.place.replace(place) {
            set.bells.remove(&before);
        }
        lock(&self.ringing).has_rung = false;
        set.bells.insert(place, self.ringing.clone());
        set.arm(&self.of.descriptor, at);
    }

    /// Ready when it has rung.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut ringing = lock(&self.ringing);
        if ringing.has_rung {
            ringing.has_rung = false;
            return Poll::Ready(());
        }
        remember(&mut ringing.waker, cx.waker());
        Poll::Pending
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        let mut set = lock(&self.of.set);
        if let Some(place) = self.place.take() {
            set.bells.remove(&place);
        }
        if set.bells.is_empty() {
            // The task looks then whether anybody still has a bell.
            let soon = (clock::now() + LINGERS).as_nanos() / MILLISECOND;
            set.arm(&self.of.descriptor, soon);
        }
    }
}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.place.map(|(ms, _)| ms);
        f.debug_struct("Bell")
            .field("ms", &ms)
            .finish_non_exhaustive()
    }
}

/// The timers of a runtime.
struct Timers {
    descriptor: Arc<OwnedFd>,
    set: Mutex<Set>,
}

#[derive(Default)]
struct Set {
    bells: BTreeMap<Place, Arc<Mutex<Ringing>>>,
    /// The last number that was given.
    last: u64,
    /// The millisecond for which the descriptor is set, if it is.
    armed: Option<u64>,
}

impl Set {
    /// Sets the descriptor, unless it goes off no later.
    fn arm(&mut self, descriptor: &OwnedFd, at: u64) {
        if self.armed.is_some_and(|armed| armed <= at) {
            return;
        }
        // Zero would disarm it.
        let at_ns = at.saturating_mul(MILLISECOND).max(1);
        let once = Itimerspec {
            it_interval: timespec(Duration::ZERO),
            it_value: timespec(Duration::from_nanos(at_ns)),
        };
        // Fails for what is no `timerfd` or no time only.
        let is_set = timerfd_settime(descriptor, TimerfdTimerFlags::ABSTIME, &once).is_ok();
        self.armed = is_set.then_some(at);
    }
}

/// Those of the runtimes that have any.
static RUNTIMES: Mutex<Vec<(Id, Weak<Timers>)>> = Mutex::new(Vec::new());

impl Timers {
    /// Those of the current runtime.
    fn current() -> io::Result<Arc<Self>> {
        let runtime = Handle::current().id();
        let mut runtimes = lock(&RUNTIMES);
        let known = runtimes.iter().find(|(id, _)| *id == runtime);
        if let Some(timers) = known.and_then(|(_, timers)| timers.upgrade()) {
            return Ok(timers);
        }
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let descriptor = Arc::new(timerfd_create(TimerfdClockId::Monotonic, flags)?);
        let timers = Arc::new(Timers {
            descriptor: descriptor.clone(),
            set: Mutex::default(),
        });
        let task = Task {
            events: watch(descriptor, Interest::READABLE)?,
            timers: timers.clone(),
        };
        runtimes.push((runtime, Arc::downgrade(&timers)));
        drop(runtimes);
        // A runtime that is about to end drops the task at once, which takes that lock.
        tokio::spawn(task.run());
        Ok(timers)
    }

    /// Rings the bells that are due, and sets the descriptor for the next.
    fn ring(&self) {
        let mut set = lock(&self.set);
        let now = clock::now().as_nanos() / MILLISECOND;
        let later = set.bells.split_off(&(now + 1, 0));
        let due = mem::replace(&mut set.bells, later);
        set.armed = None;
        if let Some(&(next, _)) = set.bells.keys().next() {
            set.arm(&self.descriptor, next);
        }
        drop(set);
        for bell in due.into_values() {
            let mut ringing = lock(&bell);
            ringing.has_rung = true;
            let waker = ringing.waker.take();
            drop(ringing);
            waker.into_iter().for_each(Waker::wake);
        }
    }
}

/// Waits for the descriptor, as a task of the runtime.
struct Task {
    events: AsyncFd<Arc<OwnedFd>>,
    timers: Arc<Timers>,
}

impl Task {
    async fn run(self) {
        while let Ok(mut ready) = self.events.readable().await {
            let mut expirations = [0; 8];
            // Nothing to read: it was set anew meanwhile.
            let _ = read(self.events.get_ref(), &mut expirations);
            ready.clear_ready();
            self.timers.ring();
            if self.is_over() {
                return;
            }
        }
    }

    /// Nobody has a bell, nor gets one from now on.
    fn is_over(&self) -> bool {
        let mut runtimes = lock(&RUNTIMES);
        // New owners get theirs under this lock.
        let is_over = Arc::strong_count(&self.timers) == 1;
        if is_over {
            self.forget(&mut runtimes);
        }
        is_over
    }

    fn forget(&self, runtimes: &mut Vec<(Id, Weak<Timers>)>) {
        runtimes.retain(|(_, timers)| !std::ptr::eq(timers.as_ptr(), &*self.timers));
    }
}

impl Drop for Task {
    /// The runtime may have ended: another one may get its number.
    fn drop(&mut self) {
        self.forget(&mut lock(&RUNTIMES));
    }
}

const MILLISECOND: u64 = 1_000_000;

/// How long the timers of a runtime outlive the last bell.
const LINGERS: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::task::Wake;

    use tokio::runtime::{Builder, Runtime};

    use super::*;
    use crate::sim::Rng;

    fn runtimes() -> [Runtime; 2] {
        let builders = [Builder::new_current_thread(), Builder::new_multi_thread()];
        builders.map(|mut b| b.worker_threads(2).enable_all().build().unwrap())
    }

    async fn rings(bell: &mut Bell) {
        poll_fn(|cx| bell.poll(cx)).await;
    }

    #[test]
    fn bells_ring_when_they_were_last_set_to_and_not_before() {
        for (seed, runtime) in runtimes().into_iter().enumerate() {
            runtime.block_on(async {
                let tasks = (0..300).map(|n| {
                    tokio::spawn(async move {
                        let mut rng = Rng::new(seed as u64 * 1000 + n);
                        let mut bell = Bell::new().unwrap();
                        for _ in 0..5 {
                            let sets = rng.below(3) + 1;
                            let mut due = clock::now();
                            for _ in 0..sets {
                                due = clock::now() + Duration::from_micros(rng.below(20_000));
                                bell.set(due);
                            }
                            rings(&mut bell).await;
                            while clock::now() < due {
                                // It was about to ring when it was set anew.
                                assert!(sets > 1, "it rings too early");
                                bell.set(due);
                                rings(&mut bell).await;
                            }
                        }
                    })
                });
                for task in tasks.collect::<Vec<_>>() {
                    task.await.unwrap();
                }
            });
        }
    }

    /// Counts how often it is woken.
    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn a_bell_that_is_dropped_wakes_nobody_and_one_that_moves_wakes_whoever_has_it() {
        for runtime in runtimes() {
            runtime.block_on(async {
                let woken = Arc::new(Count::default());
                let waker = Waker::from(woken.clone());
                let (mut dropped, mut moved) = (Bell::new().unwrap(), Bell::new().unwrap());
                let soon = clock::now() + Duration::from_millis(5);
                for bell in [&mut dropped, &mut moved] {
                    bell.set(soon);
                    let _ = bell.poll(&mut Context::from_waker(&waker));
                }
                drop(dropped);
                // Unless it has rung by now.
                let before = woken.0.load(Relaxed);
                tokio::spawn(async move { rings(&mut moved).await })
                    .await
                    .unwrap();
                assert!(before <= woken.0.load(Relaxed) && woken.0.load(Relaxed) <= 2);
                let mut last = Bell::new().unwrap();
                last.set(soon + Duration::from_millis(5));
                rings(&mut last).await;
                drop(waker);
                assert_eq!(Arc::strong_count(&woken), 1, "wakers are released");
            });
        }
    }

    #[test]
    fn runtimes_come_and_go() {
        let mut outlives = None;
        for _ in 0..20 {
            for runtime in runtimes() {
                let mut bell = runtime.block_on(async {
                    let mut bell = Bell::new().unwrap();
                    bell.set(clock::now());
                    rings(&mut bell).await;
                    bell
                });
                // Of a runtime that has ended, while the next one may have its number.
                bell.set(clock::now() + Duration::from_secs(3600));
                drop(runtime);
                outlives = Some(bell);
            }
        }
        drop(outlives);
    }

    #[test]
    fn timers_end_when_nobody_has_any() {
        for runtime in runtimes() {
            runtime.block_on(async {
                let mut bell = Bell::new().unwrap();
                bell.set(clock::now() + Duration::from_secs(3600));
                let timers = Arc::downgrade(&bell.of);
                drop(bell);
                while timers.strong_count() > 0 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                let again = Bell::new().unwrap();
                assert!(!Weak::ptr_eq(&timers, &Arc::downgrade(&again.of)));
            });
        }
    }
}
