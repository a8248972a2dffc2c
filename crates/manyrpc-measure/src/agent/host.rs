//! The study's end of the connection: servers on another host, through its agent.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::message::{Notification, Request, SERVER};
use super::wire::{HANDSHAKE_TIMEOUT, Key, Reader, Writer, handshake};
use crate::child::CHILD_ARGUMENT;
use crate::machine::cost::{self, Totals};
use crate::machine::process::Program;

/// The interval of the study's heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// An agent is silent while nothing happens, so a lost agent is noticed when a heartbeat cannot be sent.
const NOTIFICATION_TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// The timeout for connecting, and for an agent's answers.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Another host. A lost connection is re-established when it is needed again.
pub(crate) struct Host {
    place: String,
    key: Key,
    session: RefCell<Arc<Session>>,
    next: Cell<u32>,
    /// The files in which local servers would keep their counts; their indices are the numbers of the agent's
    /// counts.
    counts: RefCell<Vec<PathBuf>>,
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
    processes: BTreeMap<u32, Inbox>,
    lost: Option<String>,
}

/// Notifications about a process that have not been taken yet.
#[derive(Default)]
struct Inbox {
    lines: VecDeque<String>,
    used: Option<Option<Totals>>,
    system_calls: Option<Result<u64, String>>,
    ended: Option<String>,
}

impl Host {
    /// Connects to the agent at `HOST:PORT`.
    ///
    /// # Errors
    /// There is no agent, or it has another key or version.
    pub(crate) fn connect(place: &str, key: Key) -> Result<Self, String> {
        let session = Session::begin(place, &key)?;
        Ok(Host {
            place: place.to_owned(),
            key,
            session: RefCell::new(session),
            next: Cell::new(1),
            counts: RefCell::default(),
        })
    }

    /// A description of the machine.
    pub(crate) fn machine(&self) -> String {
        self.session.borrow().machine.clone()
    }

    /// Starts a child of the lab there, and returns the address at which it can be reached.
    ///
    /// # Errors
    /// The connection is lost and cannot be re-established.
    pub(crate) fn start(self: &Rc<Self>, program: &Program) -> Result<(Remote, Ipv4Addr), String> {
        let mut words = program
            .arguments
            .iter()
            .map(|a| a.to_string_lossy().into_owned());
        if words.next().as_deref() != Some(CHILD_ARGUMENT) {
            return Err("an agent starts only manyrpc's own servers".to_owned());
        }
        if self.session.borrow().is_lost() {
            *self.session.borrow_mut() = Session::begin(&self.place, &self.key)?;
        }
        let session = Arc::clone(&self.session.borrow());
        let id = self.next.replace(self.next.get() + 1);
        session.lock().processes.insert(id, Inbox::default());
        let address = session.address;
        let remote = Remote { session, id };
        let mut words: Vec<String> = words.collect();
        let keeps_count = words.len() == 3 && words[0] == SERVER;
        let counts = keeps_count.then(|| words.pop()).flatten();
        let counts = counts.map(|file| self.number_of(file.into()));
        (remote.session).send(&Request::Start { id, words, counts })?;
        Ok((remote, address))
    }

    /// The number of a count's file on the agent.
    fn number_of(&self, file: PathBuf) -> u32 {
        let mut counts = self.counts.borrow_mut();
        let known = counts.iter().position(|known| *known == file);
        let place = known.unwrap_or_else(|| {
            counts.push(file);
            counts.len() - 1
        });
        place as u32
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
        let mut authenticated = handshake(stream, key).map_err(failed)?;
        let machine = match authenticated
            .reader
            .receive(HANDSHAKE_TIMEOUT)
            .map_err(failed)?
        {
            Notification::Machine { words } => words,
            Notification::Ended { why, .. } => return Err(failed(why)),
            _ => return Err(failed("it does not describe its machine".to_owned())),
        };
        let session = Arc::new(Session {
            address,
            machine,
            writer: Mutex::new(authenticated.writer),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let (hearing, living) = (Arc::clone(&session), Arc::clone(&session));
        std::thread::spawn(move || hearing.receive(authenticated.reader));
        std::thread::spawn(move || living.send_heartbeats());
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

    /// Closes the connection; returns the reason, or the earlier one if it was closed already.
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

    fn receive(&self, mut reader: Reader) {
        loop {
            let news: Notification = match reader.receive(NOTIFICATION_TIMEOUT) {
                Ok(news) => news,
                Err(why) => return drop(self.close(&why)),
            };
            let mut state = self.lock();
            // Notifications about a dropped process are discarded.
            if let Some(heard) = news.of().and_then(|id| state.processes.get_mut(&id)) {
                heard.receive(news);
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// What `take` finds for a process, or why it never will; `None` on timeout.
    fn wait<T>(
        &self,
        id: u32,
        patience: Duration,
        mut take: impl FnMut(&mut Inbox) -> Option<T>,
    ) -> Option<Result<T, String>> {
        let until = Instant::now() + patience;
        let mut state = self.lock();
        loop {
            let heard = state.processes.entry(id).or_default();
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
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Sends heartbeats until the connection is over.
    fn send_heartbeats(&self) {
        loop {
            let (state, waited) = self
                .changed
                .wait_timeout_while(self.lock(), HEARTBEAT_INTERVAL, |state| {
                    state.lost.is_none()
                })
                .unwrap_or_else(PoisonError::into_inner);
            drop(state);
            if !waited.timed_out() || self.send(&Request::Alive).is_err() {
                return;
            }
        }
    }
}

impl Inbox {
    fn receive(&mut self, news: Notification) {
        match news {
            Notification::Line { line, .. } => self.lines.push_back(line),
            Notification::Used { used, .. } => self.used = Some(used),
            Notification::SystemCalls { so_far, .. } => self.system_calls = Some(so_far),
            Notification::Ended { why, .. } => self.ended = Some(why),
            Notification::Machine { .. } => {}
        }
    }
}

/// Connects, and returns the peer's address; servers of the lab listen on IPv4 addresses.
fn connect(place: &str) -> Result<(TcpStream, Ipv4Addr), String> {
    let all = place.to_socket_addrs().map_err(|e| e.to_string())?;
    let mut why = "it has no IPv4 address".to_owned();
    for address in all {
        let SocketAddr::V4(v4) = address else {
            continue;
        };
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
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
    /// Waits for the next line of output; an error says why there is none.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, String> {
        let take = |heard: &mut Inbox| heard.lines.pop_front();
        let found = self.session.wait(self.id, patience, take);
        match found {
            Some(Ok(line)) => Ok(line),
            Some(Err(ended)) => Err(ended),
            None => Err(format!("no answer within {} s", patience.as_secs())),
        }
    }

    /// How it ended, if it does within that time; a lost connection counts as an end.
    pub(crate) fn ended(&mut self, within: Duration) -> Option<String> {
        self.session.wait(self.id, within, |_| None::<()>)?.err()
    }

    /// Asks it for its count of calls, which it prints as a line.
    pub(crate) fn ask_served(&self) -> Result<(), String> {
        self.session.send(&Request::Served { id: self.id })
    }

    /// Binds it to one CPU of its host, the same for all, or to none.
    pub(crate) fn place(&self, on_one: bool) -> Result<(), String> {
        let id = self.id;
        self.session.send(&Request::Place { id, on_one })
    }

    /// The source of its costs.
    pub(crate) fn costs(&self) -> RemoteCosts {
        RemoteCosts {
            session: Arc::clone(&self.session),
            id: self.id,
            counts: Cell::new(false),
        }
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

/// Reports the costs of a process on another host and of its descendants, as long as the process exists. Dropping
/// it stops the counting of system calls.
pub(crate) struct RemoteCosts {
    session: Arc<Session>,
    id: u32,
    counts: Cell<bool>,
}

impl fmt::Debug for RemoteCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteCosts").field(&self.id).finish()
    }
}

impl RemoteCosts {
    fn ask<T>(
        &self,
        request: &Request,
        take: impl Fn(&mut Inbox) -> Option<T>,
    ) -> Result<T, String> {
        // A late answer does not belong to this request.
        drop(take(
            self.session.lock().processes.entry(self.id).or_default(),
        ));
        self.session.send(request)?;
        let answer = self.session.wait(self.id, CONNECT_TIMEOUT, take);
        answer.unwrap_or_else(|| Err("its agent does not answer".to_owned()))
    }
}

impl cost::RemoteProcesses for RemoteCosts {
    fn totals(&self) -> Option<Totals> {
        let request = Request::Used { id: self.id };
        self.ask(&request, |heard| heard.used.take()).ok()?
    }

    fn system_calls(&self) -> Result<u64, String> {
        self.counts.set(true);
        let (id, on) = (self.id, true);
        let request = Request::SystemCalls { id, on };
        self.ask(&request, |heard| heard.system_calls.take())?
    }
}

impl Drop for RemoteCosts {
    fn drop(&mut self) {
        if self.counts.get() && !self.session.is_lost() {
            let (id, on) = (self.id, false);
            drop(self.session.send(&Request::SystemCalls { id, on }));
        }
    }
}
