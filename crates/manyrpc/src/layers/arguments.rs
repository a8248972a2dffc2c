//! Arguments that are marshalled when a connection below the layers tells how.
//!
//! A request must own all it has, since layers may keep it, and a caller's arguments are borrowed.
//! But the caller is still there: it awaits the response. So whoever needs the arguments says in
//! which encoding, and the caller marshals them when it is polled next, which is at once unless a
//! layer has moved the request to another task.

use std::fmt;
use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use manyrpc_codec::{Buf, Encoding};
use manyrpc_engine::{CallError, Misuse};

use crate::sync::atomic::{AtomicBool, Ordering::Relaxed};
use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Marshals arguments that it owns.
pub(super) type Marshal = Box<dyn Fn(Encoding, &mut Buf) -> Result<(), Misuse> + Send + Sync>;

/// The arguments of a request and of all its repetitions.
#[derive(Clone)]
pub(super) struct Arguments(Arc<Shared>);

struct Shared {
    /// They were handed to a connection, so the call may have been executed.
    handed_on: AtomicBool,
    state: Mutex<State>,
}

struct State {
    /// In each encoding that was asked for.
    marshalled: Vec<(Encoding, Result<Arc<Buf>, Misuse>)>,
    /// Which are asked for, by whom.
    wanted: Vec<(Encoding, Waker)>,
    source: Source,
}

/// Who marshals.
enum Source {
    Own(Marshal),
    Caller {
        waker: Waker,
        /// It is being polled, and looks afterwards at what is wanted.
        looks: bool,
    },
    /// A caller that no longer awaits the response.
    Gone,
}

impl fmt::Debug for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arguments")
            .field("handed_on", &self.were_handed_on())
            .finish_non_exhaustive()
    }
}

impl Arguments {
    pub(super) fn owned(marshal: Marshal) -> Self {
        Self::from(Source::Own(marshal))
    }

    fn from(source: Source) -> Self {
        let state = Mutex::new(State {
            marshalled: Vec::new(),
            wanted: Vec::new(),
            source,
        });
        let handed_on = AtomicBool::new(false);
        Arguments(Arc::new(Shared { handed_on, state }))
    }

    /// Of a caller; it marshals while it polls [`Lent`].
    pub(super) fn lent() -> (Self, Lent) {
        let arguments = Self::from(Source::Caller {
            waker: Waker::noop().clone(),
            looks: false,
        });
        let lent = Lent(arguments.clone());
        (arguments, lent)
    }

    pub(super) fn were_handed_on(&self) -> bool {
        self.0.handed_on.load(Relaxed)
    }

    /// Appends them to a connection's buffer if they are marshalled in its encoding.
    pub(super) fn hand_on(&self, encoding: Encoding, body: &mut Buf) -> bool {
        let marshalled = self.lock().marshalled_in(encoding).cloned();
        let Some(Ok(bytes)) = marshalled else {
            return false;
        };
        body.put(bytes.data());
        self.0.handed_on.store(true, Relaxed);
        true
    }

    /// Waits until they are marshalled.
    ///
    /// # Errors
    /// They cannot be, or their caller is gone.
    pub(super) async fn marshalled(&self, encoding: Encoding) -> Result<(), CallError> {
        poll_fn(|cx| self.poll_marshalled(encoding, cx)).await
    }

    fn poll_marshalled(&self, encoding: Encoding, cx: &Context<'_>) -> Poll<Result<(), CallError>> {
        let mut state = self.lock();
        if let Some(marshalled) = state.marshalled_in(encoding) {
            let refused = marshalled.as_ref().map(drop);
            return Poll::Ready(refused.map_err(|misuse| misuse.clone().into()));
        }
        let State { wanted, source, .. } = &mut *state;
        match source {
            Source::Own(marshal) => {
                let mut bytes = Buf::new();
                let written = marshal(encoding, &mut bytes);
                let written = written.map(|()| Arc::new(bytes));
                let refused = written.as_ref().map(drop).map_err(Misuse::clone);
                state.marshalled.push((encoding, written));
                Poll::Ready(refused.map_err(CallError::from))
            }
            Source::Gone => Poll::Ready(Err(CallError::Cancelled)),
            Source::Caller { waker, looks } => {
                let mine = |(of, waker): &(Encoding, Waker)| {
                    *of == encoding && waker.will_wake(cx.waker())
                };
                if !wanted.iter().any(mine) {
                    wanted.push((encoding, cx.waker().clone()));
                }
                if !*looks {
                    waker.wake_by_ref();
                }
                Poll::Pending
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn marshalled_in(&self, encoding: Encoding) -> Option<&Result<Arc<Buf>, Misuse>> {
        let mut marshalled = self.marshalled.iter();
        let found = marshalled.find(|(of, _)| *of == encoding);
        found.map(|(_, bytes)| bytes)
    }
}

/// The caller's side of arguments. When it is dropped, they can no longer be marshalled.
pub(super) struct Lent(Arguments);

impl Lent {
    /// Polls what may ask for the arguments, and marshals them if it does.
    pub(super) fn poll<T>(
        &self,
        cx: &mut Context<'_>,
        mut call: impl FnMut(&mut Context<'_>) -> Poll<T>,
        mut write: impl FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Poll<T> {
        loop {
            self.looks_afterwards(cx);
            if let Poll::Ready(end) = call(cx) {
                return Poll::Ready(end);
            }
            let Some(encoding) = self.wanted() else {
                return Poll::Pending;
            };
            let mut bytes = Buf::new();
            let written = write(encoding, &mut bytes).map(|()| Arc::new(bytes));
            self.put(encoding, written, cx);
        }
    }

    fn looks_afterwards(&self, cx: &Context<'_>) {
        if let Source::Caller { waker, looks } = &mut self.0.lock().source {
            waker.clone_from(cx.waker());
            *looks = true;
        }
    }

    /// An encoding that is asked for.
    fn wanted(&self) -> Option<Encoding> {
        let mut state = self.0.lock();
        if let Source::Caller { looks, .. } = &mut state.source {
            *looks = false;
        }
        state.wanted.first().map(|(encoding, _)| *encoding)
    }

    fn put(&self, encoding: Encoding, written: Result<Arc<Buf>, Misuse>, cx: &Context<'_>) {
        let mut state = self.0.lock();
        let all = std::mem::take(&mut state.wanted);
        let (woken, others) = all.into_iter().partition(|(of, _)| *of == encoding);
        state.wanted = others;
        state.marshalled.push((encoding, written));
        drop(state);
        let woken: Vec<(Encoding, Waker)> = woken;
        for (_, waker) in woken {
            // The caller polls on in any case.
            if !waker.will_wake(cx.waker()) {
                waker.wake();
            }
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.source = Source::Gone;
        let wanted = std::mem::take(&mut state.wanted);
        drop(state);
        for (_, waker) in wanted {
            waker.wake();
        }
    }
}
