//! The agent: `manyrpc agent`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use manyrpc_measure::agent::Key;
use manyrpc_measure::agent::message::{Notification, Request, SERVER};
use manyrpc_measure::agent::wire::{Reader, accept};
use manyrpc_measure::child::LISTEN;
use manyrpc_measure::child::{self, CHILD_ARGUMENT};
use manyrpc_measure::machine::cost::{SystemCalls, Totals, wait_until_idle};
use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::machine::placement::{allowed_cpus, pin_process};
use manyrpc_measure::machine::process::{Process, Program};

use crate::counter::CountFile;
use crate::study::kiraly::peers::SYSTEMS;

/// The timeout of a silent study.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(20);

/// Concurrent processes of a study.
const MAX_PROCESSES: usize = 64;

/// Counts that are kept for a study's servers.
const MAX_COUNTS: usize = 1000;

/// Concurrent connections that are not authenticated yet, or about to be refused because another study is served.
const MAX_CONNECTIONS: usize = 8;

/// An agent. It serves one study at a time.
#[derive(Debug)]
pub struct Agent {
    key: Key,
    ours: PathBuf,
    one: Mutex<()>,
    connections: AtomicUsize,
}

impl Agent {
    /// An agent that starts children of the program `ours` for clients that have the key.
    pub fn new(key: Key, ours: &Path) -> Self {
        Agent {
            key,
            ours: ours.to_owned(),
            one: Mutex::new(()),
            connections: AtomicUsize::new(0),
        }
    }

    /// Serves connections indefinitely. `say` logs who connected and the outcome.
    pub fn serve(self: &Arc<Self>, listener: &TcpListener, say: fn(&dyn fmt::Display)) {
        for stream in listener.incoming() {
            let Ok(stream) = stream else { continue };
            if self.connections.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
                self.connections.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let agent = Arc::clone(self);
            std::thread::spawn(move || {
                let from = stream.peer_addr().map_or("?".to_owned(), |a| a.to_string());
                let outcome = agent.connected(stream, &from, say);
                agent.connections.fetch_sub(1, Ordering::Relaxed);
                if let Err(why) = outcome {
                    say(&format_args!("{from}: {why}"));
                }
            });
        }
    }

    fn connected(
        &self,
        stream: TcpStream,
        from: &str,
        say: fn(&dyn fmt::Display),
    ) -> Result<(), String> {
        let local = stream.local_addr().map_err(|e| e.to_string())?.ip();
        let mut proven = accept(stream, &self.key)?;
        let listen = match local {
            IpAddr::V4(address) => address,
            IpAddr::V6(_) => {
                return Err("servers of the lab listen on IPv4 addresses".to_owned());
            }
        };
        let _one = match self.one.try_lock() {
            Ok(one) => one,
            Err(TryLockError::Poisoned(one)) => one.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let why = "it serves another study".to_owned();
                return proven.writer.send(&Notification::Ended { id: 0, why });
            }
        };
        say(&format_args!("{from}: a study begins"));
        let machine = Environment::read().summary();
        proven
            .writer
            .send(&Notification::Machine { words: machine })?;
        let (events, heard) = channel();
        let reader = proven.reader;
        let of_study = events.clone();
        std::thread::spawn(move || listen_to(reader, &of_study));
        let mut session = Session {
            agent: self,
            listen,
            events,
            processes: BTreeMap::new(),
            counted: BTreeMap::new(),
            counts: BTreeMap::new(),
        };
        let ended = loop {
            let Ok(event) = heard.recv() else {
                break "the study is gone".to_owned();
            };
            let news = match event {
                Event::Lost(why) => break why,
                Event::Asked(request) => session.execute(request),
                Event::Said(id, line) => Some(Notification::Line { id, line }),
                Event::Ended(id) => session.ended(id),
            };
            if let Some(Err(why)) = news.map(|news| proven.writer.send(&news)) {
                break why;
            }
        };
        // This ends the reading thread.
        proven.writer.close();
        let left = session.processes.len();
        say(&format_args!(
            "{from}: the study is over ({ended}), {left} processes with it"
        ));
        Ok(())
    }
}

/// The events of a session.
enum Event {
    Asked(Request),
    Said(u32, String),
    Ended(u32),
    Lost(String),
}

fn listen_to(mut reader: Reader, events: &Sender<Event>) {
    loop {
        let event = match reader.receive(SILENCE_TIMEOUT) {
            Ok(request) => Event::Asked(request),
            Err(why) => Event::Lost(why),
        };
        let is_over = matches!(event, Event::Lost(_));
        if events.send(event).is_err() || is_over {
            return;
        }
    }
}

/// A study's running processes. Dropping it ends them all.
struct Session<'a> {
    agent: &'a Agent,
    listen: Ipv4Addr,
    events: Sender<Event>,
    processes: BTreeMap<u32, Process>,
    /// The counters of processes whose system calls are counted.
    counted: BTreeMap<u32, SystemCalls>,
    /// The servers' count files, by the study's numbers.
    counts: BTreeMap<u32, CountFile>,
}

impl Session<'_> {
    fn execute(&mut self, request: Request) -> Option<Notification> {
        match request {
            Request::Alive => None,
            Request::Start { id, words, counts } => {
                let started = self.start(id, &words, counts);
                started.err().map(|why| Notification::Ended { id, why })
            }
            Request::Place { id, on_one } => {
                let all = allowed_cpus();
                let cpus = match on_one {
                    true => &all[all.len().saturating_sub(1)..],
                    false => &all,
                };
                let process = self.processes.get(&id)?;
                let why = pin_process(process.id(), cpus).err()?;
                Some(Notification::Ended { id, why })
            }
            Request::Served { id } => {
                let why = self
                    .processes
                    .get_mut(&id)?
                    .send_line(child::SERVED)
                    .err()?;
                Some(Notification::Ended { id, why })
            }
            Request::Used { id } => {
                let used = self.when_idle(id).and_then(|all| Totals::of_all(&all));
                Some(Notification::Used { id, used })
            }
            Request::SystemCalls { id, on: true } => {
                let so_far = self.system_calls(id);
                Some(Notification::SystemCalls { id, so_far })
            }
            Request::SystemCalls { id, on: false } => {
                self.counted.remove(&id);
                None
            }
            Request::Stop { id } => {
                self.counted.remove(&id);
                self.processes.remove(&id);
                None
            }
        }
    }

    /// A process and its descendants, once all of them are idle.
    fn when_idle(&self, id: u32) -> Option<Vec<u32>> {
        let family = self.processes.get(&id)?.family();
        wait_until_idle(&family);
        Some(family)
    }

    fn system_calls(&mut self, id: u32) -> Result<u64, String> {
        let family = self.when_idle(id).ok_or("there is no such process")?;
        let calls = match self.counted.entry(id) {
            Entry::Occupied(counted) => counted.into_mut(),
            Entry::Vacant(none) => none.insert(SystemCalls::count(&family)?),
        };
        calls.so_far().map_err(|e| e.to_string())
    }

    fn start(&mut self, id: u32, words: &[String], counts: Option<u32>) -> Result<(), String> {
        if self.processes.contains_key(&id) {
            return Err(format!("process {id} exists already"));
        }
        if self.processes.len() >= MAX_PROCESSES {
            return Err(format!("an agent runs at most {MAX_PROCESSES} processes"));
        }
        let words = checked(words)?;
        if counts.is_some() && words[0] != SERVER {
            return Err("only servers with an interface of the lab keep counts".to_owned());
        }
        let told = format!("{LISTEN}={}", self.listen);
        let mut arguments: Vec<OsString> = vec![told.into(), self.agent.ours.clone().into()];
        arguments.push(CHILD_ARGUMENT.into());
        arguments.extend(words.into_iter().map(OsString::from));
        let counts = counts.map(|number| self.count_file(number)).transpose()?;
        arguments.extend(counts.map(OsString::from));
        let program = Program {
            path: "env".into(),
            arguments,
        };
        let told = OutputForwarder {
            id,
            events: self.events.clone(),
        };
        let process = Process::start_telling(&program, move |line| told.line(line))?;
        self.processes.insert(id, process);
        Ok(())
    }

    /// The file of a count, by its number.
    fn count_file(&mut self, number: u32) -> Result<PathBuf, String> {
        if self.counts.len() >= MAX_COUNTS && !self.counts.contains_key(&number) {
            return Err(format!("an agent keeps at most {MAX_COUNTS} counts"));
        }
        let file = self.counts.entry(number).or_insert_with(CountFile::new);
        Ok(file.path().to_owned())
    }

    fn ended(&mut self, id: u32) -> Option<Notification> {
        let mut process = self.processes.remove(&id)?;
        let why = process.ended(Duration::ZERO);
        let why = why.unwrap_or_else(|| "it closed its output".to_owned());
        Some(Notification::Ended { id, why })
    }
}

/// Reports a process's lines, and finally the end of its output.
struct OutputForwarder {
    id: u32,
    events: Sender<Event>,
}

impl OutputForwarder {
    fn line(&self, line: String) -> bool {
        let line = line.chars().take(MAX_LINE_CHARS).collect();
        self.events.send(Event::Said(self.id, line)).is_ok()
    }
}

impl Drop for OutputForwarder {
    fn drop(&mut self) {
        drop(self.events.send(Event::Ended(self.id)));
    }
}

/// Characters of a process's line that are forwarded.
const MAX_LINE_CHARS: usize = 500;

/// Checks the arguments of a child against those that an agent starts; nothing else is taken from a study.
fn checked(words: &[String]) -> Result<Vec<String>, String> {
    let all: Vec<&str> = words.iter().map(String::as_str).collect();
    let known = match all[..] {
        ["busy"] => true,
        [SERVER, system] => crate::child::is_server(system),
        ["database-server", scheme] => SYSTEMS.iter().any(|known| known.scheme == scheme),
        _ => false,
    };
    match known {
        true => Ok(words.to_vec()),
        false => Err("an agent starts servers of the lab, and no other program".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_servers_of_the_lab_is_started() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        for fine in [
            "busy",
            "server onc-udp",
            "server raw-tcp",
            "database-server grpc",
        ] {
            assert_eq!(checked(&words(fine)), Ok(words(fine)));
        }
        for wrong in [
            "",
            "server",
            "server samba-tcp",
            "server onc-udp /etc/passwd",
            "server ../x",
            "client onc-udp 127.0.0.1:1",
            "relay udp 127.0.0.1:1 none 1",
            "background-source 127.0.0.1:1 9 9 9 9",
            "database-server sh",
            "sh -c id",
        ] {
            assert!(checked(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
