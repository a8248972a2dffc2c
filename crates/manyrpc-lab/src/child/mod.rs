//! This program as its own server and client processes.
//!
//! `lab-child database-server SCHEME` and `lab-child database-client SCHEME ADDRESS` are the same for
//! the service of `interfaces/database.proto`, with `run info|info-photo CALLS`, over any scheme of ours;
//! its client also obeys `flood info|info-photo CALLS TASKS`: so many calls, so many at a time, all on
//! its one connection. The answer is a line `{"calls":n,"seconds":s}`.
//!
//! `lab-child busy` never waits. `lab-child relay …` is a [relay](manyrpc_measure::net::relay::RelayProcess).
//!
//! `lab-child load SYSTEM ADDRESS {json}` is a [part](crate::load::run_worker) of a load.
//!
//! `lab-child server SYSTEM` prints `PORT n` and serves until its standard input closes;
//! `lab-child client SYSTEM ADDRESS` reads `run WORKLOAD CALLS`, one command a line, and answers
//! each with a line `{"ns":[…],"cpu_ns":n}` or `{"error":"reason"}`. The peers in `peers/` do the
//! same, so whoever commands one commands all. A server of ours but the bare ones answers `served` with how many
//! calls it has carried out, in its own count; with `"checks":n` clients of ours tell how many more calls they
//! made than they timed. A server of ours with one more argument keeps
//! its count of executions in that file; a process whose environment has
//! [`LISTEN`](manyrpc_measure::child::LISTEN) listens at that address instead of on loopback.
//!
//! Our clients obey more. Their ADDRESS may be a name, `localhost:4000`; the connection that they keep
//! is opened when the first command needs it.
//!
//! | command | answer |
//! | --- | --- |
//! | `once WORKLOAD CALLS` | as to `run`; every call looks the name up, connects, calls and closes |
//! | `first WORKLOAD` | a [`FirstCall`](manyrpc_measure::machine::process::FirstCall): a fresh client's first call in its parts, and its second |
//! | `load {json}` | an [`Outcome`](crate::load::Outcome): the json is an [`Order`] |
//! | `count CALLS [at-most-once\|idempotent] [FIRST-WAIT-MS]` | a [`Counted`]: the counter test, of clients with stubs |

mod arguments;
mod counting;
mod database;
mod fresh;
mod load;
mod mgmt;
mod raw;
mod stubs;

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use manyrpc_measure::child::SERVED;
use manyrpc_measure::machine::timing;
use manyrpc_measure::net::{background, relay};

use self::arguments::Arguments;
use self::fresh::{Connect, Place};
use crate::counter::Counted;
use crate::load::Order;
use crate::system::{Transport, scheme_of_added};
use crate::workload::Workload;

/// One batch of calls, as a client reports it.
#[derive(Debug, Default)]
struct Sampled {
    ns: Vec<u64>,
    cpu_ns: u64,
    /// Calls that were made beside them, to check a result in full.
    checks: u64,
}

/// The client side of one of our systems.
trait Caller {
    /// Makes so many calls, timed one by one, and then one that is checked in full.
    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String>;

    /// Makes one call, and says whether its result is the right one as far as a look tells.
    fn call(&mut self, arguments: &Arguments, number: u64) -> Result<bool, String>;

    /// Settles with the server what must be before a call can go.
    fn prepare(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Makes so many calls, so many of them at a time, each checked in full; how long they take.
    fn flood(&mut self, _: Workload, _calls: usize, _at_once: usize) -> Result<Duration, String> {
        Err("this client makes one call at a time".to_owned())
    }

    /// Makes the calls of the counter test.
    fn count(&self, _: &counting::Order) -> Result<Counted, String> {
        Err("this client does not count".to_owned())
    }
}

/// A server that serves until this is dropped, and its port.
struct Serving {
    port: u16,
    /// How many calls were carried out, where somebody counts.
    served: Option<Arc<AtomicU64>>,
    _server: Box<dyn std::any::Any>,
}

/// Our systems, by id.
const SYSTEMS: &[(&str, Protocol)] = &[
    ("raw-udp", Protocol::Raw(Transport::Udp)),
    ("raw-tcp", Protocol::Raw(Transport::Tcp)),
    ("onc-udp", Protocol::Stubs(("onc+udp", ""))),
    ("onc-udp-forgetful", Protocol::Forgetful(("onc+udp", ""))),
    ("onc-tcp", Protocol::Stubs(("onc+tcp", ""))),
    ("json-rpc", Protocol::Stubs(("jsonrpc+tcp", ""))),
    ("json-rpc-http", Protocol::Stubs(("jsonrpc+http", ""))),
    ("xml-rpc", Protocol::Stubs(("xmlrpc+http", "/RPC2"))),
    (
        "xml-rpc-once",
        Protocol::Stubs(("xmlrpc+http", "/RPC2?connection=close")),
    ),
    ("grpc", Protocol::Stubs(("grpc", ""))),
    ("dce-co", Protocol::Stubs(("dce+tcp", ""))),
    ("dce-cl", Protocol::Stubs(("dce+udp", ""))),
    ("ncs", Protocol::Stubs(("ncs+udp", ""))),
    (
        "dce-cl-1",
        Protocol::Stubs(("dce+udp", "?personality=stop-and-wait")),
    ),
    ("samba-tcp", Protocol::Foreign(("dce+tcp", ""))),
];

#[derive(Clone, Copy)]
enum Protocol {
    Raw(Transport),
    Stubs(stubs::Scheme),
    /// The same, with a server that remembers no replies: calls that come again are carried out again.
    Forgetful(stubs::Scheme),
    /// A server that serves interfaces of its own.
    Foreign(stubs::Scheme),
}

/// Is the child that the arguments say, until its standard input closes.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["server", system] => server(system, None),
        ["server", system, counts] => server(system, Some(Path::new(counts))),
        ["busy"] => busy(),
        [relay::RELAY, ref arguments @ ..] => relay::run(arguments),
        ["background-sink"] => background::sink(),
        ["background-source", ref arguments @ ..] => background::source(arguments),
        ["client", system, address] => client(system, address),
        ["load", system, address, order] => load::run_worker(system, address, order),
        ["database-server", scheme] => database::serve(scheme).and_then(stay),
        ["database-client", scheme, address] => {
            let scheme = scheme.to_owned();
            obey(&Client::new(address, move |to| {
                Ok(Box::new(database::open(&scheme, to)?))
            }))
        }
        _ => Err(
            "usage: lab-child server SYSTEM [COUNTS] | client SYSTEM ADDRESS | database-server SCHEME | \
                  database-client SCHEME ADDRESS | load SYSTEM ADDRESS ORDER"
                .to_owned(),
        ),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// Never waits, until standard input ends.
fn busy() -> Result<(), String> {
    std::thread::spawn(|| {
        drop(io::copy(&mut io::stdin().lock(), &mut io::sink()));
        std::process::exit(0);
    });
    loop {
        std::hint::spin_loop();
    }
}

fn find(id: &str) -> Result<Protocol, String> {
    let found = SYSTEMS.iter().find(|entry| entry.0 == id);
    let protocol = found.map(|&(_, protocol)| protocol);
    protocol
        .or_else(|| scheme_of_added(id).map(|scheme| Protocol::Stubs((scheme, ""))))
        .ok_or_else(|| format!("no system `{id}`"))
}

/// Whether there is a server of ours of that name.
pub(crate) fn is_server(system: &str) -> bool {
    find(system).is_ok_and(|protocol| !matches!(protocol, Protocol::Foreign(_)))
}

fn server(system: &str, counts: Option<&Path>) -> Result<(), String> {
    stay(match find(system)? {
        Protocol::Raw(transport) => raw::serve(transport)?,
        Protocol::Stubs(scheme) => stubs::serve(scheme, true, counts)?,
        Protocol::Forgetful(scheme) => stubs::serve(scheme, false, counts)?,
        Protocol::Foreign(_) => return Err(format!("`{system}` is no server of ours")),
    })
}

/// Serves until standard input ends, which is the end of whoever started this.
fn stay(serving: Serving) -> Result<(), String> {
    say(&format!("PORT {}", serving.port))?;
    for line in io::stdin().lock().lines() {
        let asked = line.map_err(|e| e.to_string())? == SERVED;
        match &serving.served {
            Some(served) if asked => say(&served.load(Ordering::Relaxed).to_string())?,
            _ => {}
        }
    }
    std::process::exit(0)
}

fn client(system: &str, address: &str) -> Result<(), String> {
    let protocol = find(system)?;
    obey(&Client::new(address, move |server| protocol.open(server)))
}

impl Protocol {
    fn open(self, server: SocketAddr) -> Result<Box<dyn Caller>, String> {
        Ok(match self {
            Protocol::Raw(transport) => Box::new(raw::open(transport, server)?),
            Protocol::Stubs(scheme) | Protocol::Forgetful(scheme) => {
                Box::new(stubs::open(scheme, server)?)
            }
            Protocol::Foreign(scheme) => Box::new(mgmt::open(scheme, server)?),
        })
    }
}

/// Where a client's server is, and how one connects to it.
struct Client {
    place: Place,
    connect: Box<Connect>,
}

impl Client {
    fn new(
        address: &str,
        connect: impl Fn(SocketAddr) -> Result<Box<dyn Caller>, String> + Sync + 'static,
    ) -> Self {
        Client {
            place: Place::new(address),
            connect: Box::new(connect),
        }
    }

    /// The connection that is kept, opened when there is none.
    fn kept<'k>(
        &self,
        kept: &'k mut Option<Box<dyn Caller>>,
    ) -> Result<&'k mut Box<dyn Caller>, String> {
        match kept {
            Some(caller) => Ok(caller),
            None => Ok(kept.insert(self.connect()?)),
        }
    }

    /// A connection of its own.
    fn connect(&self) -> Result<Box<dyn Caller>, String> {
        (self.connect)(self.place.resolve()?)
    }
}

/// Carries out the commands of standard input.
fn obey(client: &Client) -> Result<(), String> {
    let mut kept = None;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let answer = command(&line).and_then(|command| carry_out(client, &mut kept, &command));
        let refusal = |reason| serde_json::json!({ "error": reason }).to_string();
        say(&answer.unwrap_or_else(refusal))?;
    }
    Ok(())
}

fn carry_out(
    client: &Client,
    kept: &mut Option<Box<dyn Caller>>,
    command: &Command,
) -> Result<String, String> {
    let (connect, place) = (&*client.connect, &client.place);
    match *command {
        Command::Run { workload, calls } => {
            let sampled = client.kept(kept)?.run(workload, calls)?;
            Ok(samples_line(&sampled))
        }
        Command::Once { workload, calls } => {
            fresh::once(connect, place, workload, calls).map(|s| samples_line(&s))
        }
        Command::First { workload } => {
            let first = fresh::first(connect, place, workload)?;
            serde_json::to_string(&first).map_err(|e| e.to_string())
        }
        Command::Load(ref order) => {
            let outcome = load::make(client, order)?;
            serde_json::to_string(&outcome).map_err(|e| e.to_string())
        }
        Command::Count(ref order) => {
            let counted = client.kept(kept)?.count(order)?;
            serde_json::to_string(&counted).map_err(|e| e.to_string())
        }
        Command::Flood {
            workload,
            calls,
            at_once,
        } => {
            let took = client.kept(kept)?.flood(workload, calls, at_once)?;
            let seconds = took.as_secs_f64();
            Ok(serde_json::json!({ "calls": calls, "seconds": seconds }).to_string())
        }
    }
}

/// Most calls of one command: their samples are kept in memory.
const MOST_CALLS: usize = 10_000_000;

#[derive(Debug, PartialEq)]
enum Command {
    Run {
        workload: Workload,
        calls: usize,
    },
    Once {
        workload: Workload,
        calls: usize,
    },
    First {
        workload: Workload,
    },
    Load(Order),
    Count(counting::Order),
    /// So many at a time, not timed one by one.
    Flood {
        workload: Workload,
        calls: usize,
        at_once: usize,
    },
}

const COMMANDS: &str = "commands: run WORKLOAD CALLS, once WORKLOAD CALLS, first WORKLOAD, \
                        load {json}, count CALLS, flood WORKLOAD CALLS TASKS";

fn command(line: &str) -> Result<Command, String> {
    let number = |word: &str| {
        let number = word.parse().ok().filter(|n| (1..=MOST_CALLS).contains(n));
        number.ok_or_else(|| format!("calls go from 1 to {MOST_CALLS}"))
    };
    if let Some(json) = line.strip_prefix("load ") {
        let order = serde_json::from_str(json).map_err(|e| format!("no load: {e}"))?;
        return Ok(Command::Load(order));
    }
    if let Some(order) = counting::order(line) {
        return order.map(Command::Count);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words[..] {
        ["run", workload, calls] => Command::Run {
            workload: workload.parse()?,
            calls: number(calls)?,
        },
        ["once", workload, calls] => Command::Once {
            workload: workload.parse()?,
            calls: number(calls)?,
        },
        ["first", workload] => Command::First {
            workload: workload.parse()?,
        },
        ["flood", workload, calls, tasks] => Command::Flood {
            workload: workload.parse()?,
            calls: number(calls)?,
            at_once: number(tasks)?,
        },
        _ => return Err(COMMANDS.to_owned()),
    })
}

fn samples_line(sampled: &Sampled) -> String {
    let mut line = String::with_capacity(sampled.ns.len() * 6 + 40);
    line.push_str("{\"ns\":[");
    for (i, ns) in sampled.ns.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(line, "{comma}{ns}").expect("a string takes everything");
    }
    let Sampled { cpu_ns, checks, .. } = sampled;
    write!(line, "],\"cpu_ns\":{cpu_ns},\"checks\":{checks}}}").expect("a string takes everything");
    line
}

fn say(line: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|e| format!("nobody reads: {e}"))
}

/// Times the calls, and what they cost the calling thread.
///
/// `call` gets the call's number and gives what it made of the result; a wrong result or a failure
/// ends the batch.
#[inline(always)]
fn timed(
    calls: usize,
    mut call: impl FnMut(usize) -> Result<bool, String>,
) -> Result<Sampled, String> {
    let mut ns = Vec::with_capacity(calls);
    let mut number = 0;
    let mut problem = None;
    let before = thread_cpu_ns();
    timing::sample(calls, &mut ns, || {
        let outcome = call(number);
        number += 1;
        match outcome {
            Ok(true) => true,
            Ok(false) => {
                problem = Some("the result is wrong".to_owned());
                false
            }
            Err(reason) => {
                problem = Some(reason);
                false
            }
        }
    });
    let cpu_ns = thread_cpu_ns().saturating_sub(before);
    match problem {
        Some(reason) => Err(format!("call {}: {reason}", number - 1)),
        None => Ok(Sampled {
            ns,
            cpu_ns,
            checks: 0,
        }),
    }
}

fn thread_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_checked() {
        let (workload, calls, at_once) = (Workload::Echo(12), 100, 64);
        let run = Command::Run { workload, calls };
        assert_eq!(command("run echo:12 100"), Ok(run));
        let once = Command::Once { workload, calls };
        assert_eq!(command("once echo:12 100"), Ok(once));
        assert_eq!(command("first echo:12"), Ok(Command::First { workload }));
        let flood = Command::Flood {
            workload,
            calls,
            at_once,
        };
        assert_eq!(command("flood echo:12 100 64"), Ok(flood));
        for wrong in [
            "",
            "run",
            "run echo:12",
            "run echo:12 0",
            "run morse 3",
            "stop",
            "run add 99999999999",
            "flood add 7",
            "flood add 7 0",
            "once add",
            "first",
            "first add 1",
            "load",
            "load {}",
            "load {\"mix\":\"add\"}",
        ] {
            assert!(command(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn answers_are_what_the_conductor_reads() {
        let line = samples_line(&Sampled {
            ns: vec![12, 7],
            cpu_ns: 40,
            checks: 1,
        });
        let answer = manyrpc_measure::machine::process::Answer::parse(&line).unwrap();
        assert_eq!((answer.ns, answer.cpu_ns), (vec![12, 7], 40));
        assert_eq!(answer.checks, 1);
    }

    #[test]
    fn a_wrong_result_ends_the_batch_and_is_no_figure() {
        let wrong = timed(10, |i| Ok(i < 3)).unwrap_err();
        assert_eq!(wrong, "call 3: the result is wrong");
        assert!(timed(10, |_| Err("no".to_owned())).is_err());
        assert_eq!(timed(10, |_| Ok(true)).unwrap().ns.len(), 10);
    }
}
