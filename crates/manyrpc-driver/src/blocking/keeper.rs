//! Saying that a client lives, while it makes no calls.
//!
//! A client's engine is looked at by the thread that calls, while it calls. A server that keeps
//! something for the client between calls wants to hear of it all the same; so there is an engine
//! of its own for that, on a socket of its own, and a thread while there is something to keep.

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use manyrpc_engine::{ClientEngine, Instant};

use super::connect::any_port;
use crate::clock;

/// Keeps a server informed that its client lives.
#[derive(Debug)]
pub struct Keeper<E> {
    shared: Arc<Shared<E>>,
    server: SocketAddr,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Shared<E> {
    state: Mutex<State<E>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<E> {
    engine: E,
    /// How many things the server keeps.
    things: usize,
    /// There is a thread that looks at the engine's time.
    running: bool,
}

impl<E: ClientEngine + Send + 'static> Keeper<E> {
    /// Nothing is kept yet. `engine` makes no calls; it is for `server` as the client's own.
    pub fn new(engine: E, server: SocketAddr) -> Self {
        let state = State {
            engine,
            things: 0,
            running: false,
        };
        Keeper {
            shared: Arc::new(Shared {
                state: Mutex::new(state),
                changed: Condvar::new(),
            }),
            server,
            thread: Mutex::new(None),
        }
    }

    /// The server keeps so many things ([`Liveness`](manyrpc_engine::contract::Liveness)). With the first a thread starts,
    /// with the last it ends.
    ///
    /// # Errors
    /// There is no socket or thread to be had: then the server was told nothing, so that it expects
    /// nothing, and the next change tries again.
    pub fn keep(&self, things: usize) -> io::Result<()> {
        let mut state = self.shared.lock();
        if things > 0 && !state.running {
            let socket = UdpSocket::bind(any_port(self.server))?;
            socket.connect(self.server)?;
            let shared = self.shared.clone();
            let thread = thread::Builder::new().name("manyrpc-alive".to_owned());
            let started = thread.spawn(move || shared.run(&socket))?;
            *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(started);
            state.running = true;
        }
        state.things = things;
        if let Some(liveness) = state.engine.liveness() {
            liveness.keep_alive(things, clock::now());
        }
        self.shared.changed.notify_one();
        Ok(())
    }
}

impl<E> Drop for Keeper<E> {
    fn drop(&mut self) {
        self.shared.lock().things = 0;
        self.shared.changed.notify_one();
        let thread = self
            .thread
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            // It panics only with its engine, and then says nothing any more.
            let _ = thread.join();
        }
    }
}

impl<E> Shared<E> {
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E: ClientEngine> Shared<E> {
    /// Until nothing is kept any more.
    fn run(&self, socket: &UdpSocket) {
        let mut state = self.lock();
        while state.things > 0 {
            let now = clock::now();
            state.say_what_is_due(socket, now);
            let due = state.engine.next_timeout();
            let wait = due.map_or(LONGEST, |due| due.since(now));
            let woken = self.changed.wait_timeout(state, wait.min(LONGEST));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.running = false;
    }
}

impl<E: ClientEngine> State<E> {
    fn say_what_is_due(&mut self, socket: &UdpSocket, now: Instant) {
        if self.engine.next_timeout().is_some_and(|due| due <= now) {
            self.engine.handle_timeout(now);
        }
        while let Some(due) = self.engine.poll_transmit() {
            let n = due.bytes.len();
            // What the system does not take is lost, as any datagram may be; nobody answers.
            let _ = socket.send(due.bytes);
            self.engine.sent(n);
        }
    }
}

/// How long to sleep at most.
const LONGEST: std::time::Duration = std::time::Duration::from_secs(3600);
