//! Finds calls that keep a thread of a runtime, where nothing else is served meanwhile.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_engine::{Call, Handler, Instant};
use rustix::time::{ClockId, clock_gettime};

/// Reports calls that keep their thread for long. Two readings of a coarse clock for each call,
/// some nanoseconds each.
#[derive(Debug)]
pub(crate) struct Blocking {
    may_take: Duration,
    now: fn() -> Instant,
    calls: AtomicU64,
}

impl Blocking {
    /// Reports calls that take at least this long.
    pub(crate) fn new(may_take: Duration) -> Self {
        Blocking {
            may_take,
            now: coarse,
            calls: AtomicU64::new(0),
        }
    }

    /// How many calls were reported.
    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Relaxed)
    }

    /// When a call, or a turn of its future, begins.
    #[inline]
    fn begin(&self) -> Instant {
        (self.now)()
    }

    /// It has returned.
    #[inline]
    fn end(&self, begun: Instant, handler: &dyn Handler, call: &Call) {
        let took = self.begin().since(begun);
        if took >= self.may_take {
            self.report(handler, call, took);
        }
    }

    /// Executes a call, or a turn of its future.
    #[inline]
    pub(crate) fn during<T>(
        &self,
        handler: &dyn Handler,
        call: &Call,
        execute: impl FnOnce() -> T,
    ) -> T {
        let begun = self.begin();
        let executed = execute();
        self.end(begun, handler, call);
        executed
    }

    #[cold]
    fn report(&self, handler: &dyn Handler, call: &Call, took: Duration) {
        self.calls.fetch_add(1, Relaxed);
        handler.has_blocked(call, took);
    }
}

/// The time of the last tick of the system's clock, of which there are 100 to 1,000 in a second.
#[inline]
fn coarse() -> Instant {
    let t = clock_gettime(ClockId::MonotonicCoarse);
    Instant::from_nanos(t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Mutex;

    use manyrpc_engine::{Buf, CallId, Encoding, InterfaceKey, Outcome};

    use super::*;

    thread_local!(static NOW: Cell<u64> = const { Cell::new(0) });

    #[derive(Default)]
    struct Told(Mutex<Vec<(u32, Duration)>>);

    impl Handler for Told {
        fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
            Outcome::Done
        }

        fn has_blocked(&self, call: &Call, took: Duration) {
            self.0
                .lock()
                .expect("no panic")
                .push((call.operation, took));
        }
    }

    #[test]
    fn calls_that_take_as_long_as_they_may_not_are_reported() {
        let blocking = Blocking {
            now: || Instant::from_nanos(NOW.get()),
            ..Blocking::new(Duration::from_millis(100))
        };
        let told = Told::default();
        for (operation, ms) in [(1, 0), (2, 99), (3, 100), (4, 250)] {
            let call = Call::new(
                CallId(7),
                InterfaceKey::Named,
                operation,
                Encoding::Xdr,
                0..0,
            );
            let begun = blocking.begin();
            NOW.set(NOW.get() + ms * 1_000_000);
            blocking.end(begun, &told, &call);
        }
        let told = told.0.into_inner().expect("no panic");
        let long = [100, 250].map(Duration::from_millis);
        assert_eq!(told, [(3, long[0]), (4, long[1])]);
        assert_eq!(blocking.calls(), 2);
    }
}
