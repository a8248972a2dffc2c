//! A study's end: servers on another host, by its agent.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::serve::{News, Request};
use super::wire::{Key, PROVING, Reader, Writer, as_study};
use crate::child::CHILD_ARGUMENT;
use crate::machine::process::Program;

/// How often a study gives a sign of life.
const SIGN: Duration = Duration::from_secs(5);

/// An agent says nothing for as long as nothing happens: that it is gone is seen when a sign cannot go out.
const NEWS: Duration = Duration::from_secs(24 * 3600);

/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// Another host. It is connected anew when its connection was lost and it is needed again.
pub(crate) struct Host {
    place: String,
    key: Key,
    session: RefCell<Arc<Session>>,
    next: Cell<u32>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Host").field(&self.place).finish()
    }
}

/// One connection to an agent. Its threads end when it is closed.
struct Session {
    address: Ipv4Addr,
    machine: String,
    writer: Mutex<Writer>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    processes: BTreeMap<u32, Heard>,
    lost: Option<String>,
}

/// What was heard of a process and not yet asked for.
#[derive(Default)]
struct Heard {
    lines: VecDeque<String>,
    ended: Option<String>,
}

impl Host {
    /// Connects to the agent at `HOST:PORT`.
    ///
    /// # Errors
    /// Nobody is there, or it is no agent with that key and of this version.
    pub(crate) fn connect(place: &str, key: Key) -> Result<Self, String> {
        let session = Session::begin(place, &key)?;
        Ok(Host {
            place: place.to_owned(),
            key,
            session: RefCell::new(session),
            next: Cell::new(1),
        })
    }

    /// The machine it is, in words.
    pub(crate) fn machine(&self) -> String {
        self.session.borrow().machine.clone()
    }

    /// Starts a child of the lab there, and says at what address it can be reached.
    ///
    /// # Errors
    /// The connection is lost and there is no other.
    pub(crate) fn start(self: &Rc<Self>, program: &Program) -> Result<(Remote, Ipv4Addr), String> {
        let mut words = program
            .arguments
            .iter()
            .map(|a| a.to_string_lossy().into_owned());
        if words.next().as_deref() != Some(CHILD_ARGUMENT) {
            return Err("an agent starts servers of ours only".to_owned());
        }
        if self.session.borrow().is_lost() {
            *self.session.borrow_mut() = Session::begin(&self.place, &self.key)?;
        }
        let session = Arc::clone(&self.session.borrow());
        let id = self.next.replace(self.next.get() + 1);
        session.lock().processes.insert(id, Heard::default());
        let address = session.address;
        let remote = Remote { session, id };
        let words = words.collect();
        remote.session.send(&Request::Start { id, words })?;
        Ok((remote, address))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.session.borrow().close("the run is over");
    }
}

impl Session {
    fn begin(place: &str, key: &Key) -> Result<Arc<Self>, String> {
        let failed = |why: String| format!("the agent at {place}: {why}");
        let (stream, address) = connect(place).map_err(failed)?;
        let mut proven = as_study(stream, key).map_err(failed)?;
        let machine = match proven.reader.receive(PROVING).map_err(failed)? {
            News::Machine { words } => words,
            News::Ended { why, .. } => return Err(failed(why)),
            News::Line { .. } => return Err(failed("it does not say where it is".to_owned())),
        };
        let session = Arc::new(Session {
            address,
            machine,
            writer: Mutex::new(proven.writer),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let (hearing, living) = (Arc::clone(&session), Arc::clone(&session));
        std::thread::spawn(move || hearing.hear(proven.reader));
        std::thread::spawn(move || living.live());
        Ok(session)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_lost(&self) -> bool {
        self.lock().lost.is_some()
    }

    fn send(&self, request: &Request) -> Result<(), String> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = writer.send(request);
        drop(writer);
        sent.map_err(|why| self.close(&why))
    }

    /// The connection is over: why, or why it was before.
    fn close(&self, why: &str) -> String {
        let mut state = self.lock();
        let first = state
            .lost
            .get_or_insert_with(|| format!("its agent: {why}"));
        let first = first.clone();
        drop(state);
        self.changed.notify_all();
        self.writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .close();
        first
    }

    fn hear(&self, mut reader: Reader) {
        loop {
            let news = match reader.receive(NEWS) {
                Ok(news) => news,
                Err(why) => return drop(self.close(&why)),
            };
            let mut state = self.lock();
            match news {
                // What was said of a process that nobody wants any more is not kept.
                News::Line { id, line } => {
                    if let Some(heard) = state.processes.get_mut(&id) {
                        heard.lines.push_back(line);
                    }
                }
                News::Ended { id, why } => {
                    if let Some(heard) = state.processes.get_mut(&id) {
                        heard.ended = Some(why);
                    }
                }
                News::Machine { .. } => {}
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Gives signs of life until the connection is over.
    fn live(&self) {
        loop {
            let (state, waited) = self
                .changed
                .wait_timeout_while(self.lock(), SIGN, |state| state.lost.is_none())
                .unwrap_or_else(PoisonError::into_inner);
            drop(state);
            if !waited.timed_out() || self.send(&Request::Alive).is_err() {
                return;
            }
        }
    }
}

/// Connects, and says at what address; servers of the lab listen at addresses of IPv4.
fn connect(place: &str) -> Result<(TcpStream, Ipv4Addr), String> {
    let all = place.to_socket_addrs().map_err(|e| e.to_string())?;
    let mut why = "it has no address of IPv4".to_owned();
    for address in all {
        let SocketAddr::V4(v4) = address else {
            continue;
        };
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => return Ok((stream, *v4.ip())),
            Err(e) => why = e.to_string(),
        }
    }
    Err(why)
}

/// A process on another host. Dropping it ends it.
pub struct Remote {
    session: Arc<Session>,
    id: u32,
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Remote").field(&self.id).finish()
    }
}

impl Remote {
    /// Waits for the next line of output, or says why there is none.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, String> {
        let found = self.wait(patience, |heard| heard.lines.pop_front());
        match found {
            Some(Ok(line)) => Ok(line),
            Some(Err(ended)) => Err(ended),
            None => Err(format!("no answer within {} s", patience.as_secs())),
        }
    }

    /// How it ended, if it does within that time; a connection that is lost is an end, too.
    pub(crate) fn ended(&mut self, within: Duration) -> Option<String> {
        self.wait(within, |_| None::<()>)?.err()
    }

    /// What `take` finds, or why it never will; `None` when neither came in that time.
    fn wait<T>(
        &self,
        patience: Duration,
        mut take: impl FnMut(&mut Heard) -> Option<T>,
    ) -> Option<Result<T, String>> {
        let until = Instant::now() + patience;
        let mut state = self.session.lock();
        loop {
            let heard = state.processes.entry(self.id).or_default();
            if let Some(found) = take(heard) {
                return Some(Ok(found));
            }
            if let Some(why) = heard.ended.clone().or_else(|| state.lost.clone()) {
                return Some(Err(why));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let waited = self.session.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Asks it for its count of calls, which comes as a line.
    pub(crate) fn ask_served(&self) -> Result<(), String> {
        self.session.send(&Request::Served { id: self.id })
    }

    /// Has it on one CPU of its host, the same for all, or on any.
    pub(crate) fn place(&self, on_one: bool) -> Result<(), String> {
        let id = self.id;
        self.session.send(&Request::Place { id, on_one })
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        self.session.lock().processes.remove(&self.id);
        if !self.session.is_lost() {
            drop(self.session.send(&Request::Stop { id: self.id }));
        }
    }
}
