//! This program as its own server and client processes.
//!
//! `lab-child database-server SCHEME` and `lab-child database-client SCHEME ADDRESS` are the same for the service
//! of `interfaces/database.proto`, with `run info|info-photo CALLS`, over any of our schemes; the client also
//! accepts `flood info|info-photo CALLS TASKS`: CALLS calls, TASKS at a time, all on one connection. The answer is
//! a line `{"calls":n,"seconds":s}`. `lab-child database-server-async` and `lab-child database-client-async` are
//! the same with futures on a runtime. `lab-child client-async SYSTEM ADDRESS` is the client of a system with futures on a
//! current-thread runtime, with `run nothing CALLS` only.
//!
//! `lab-child exchange-server SCHEME` and `lab-child exchange-client SCHEME ADDRESS` are the service of
//! `interfaces/exchange.proto` on a runtime, driven as `peers/exchange.md` says; with `busy-poll` behind that they poll
//! before they sleep.
//!
//! `lab-child busy` keeps a CPU busy. `lab-child relay …` is a [relay](manyrpc_measure::net::relay::RelayProcess).
//!
//! `lab-child load SYSTEM ADDRESS {json}` is a [worker](crate::load::run_worker) of a load.
//!
//! `lab-child server SYSTEM` prints `PORT n` and serves until its standard input closes;
//! `lab-child client SYSTEM ADDRESS` reads `run WORKLOAD CALLS`, one command a line, and answers
//! each with a line `{"ns":[…],"cpu_ns":n}` or `{"error":"reason"}`. The peers in `peers/` do the same, so one
//! conductor can drive them all. Our servers, except the raw ones, answer `served` with their own count of
//! executed calls; in `"checks":n` our clients report how many additional calls they made without timing them. Our
//! servers take an optional argument, the file that keeps their count of executions; a process whose environment
//! has [`LISTEN`](manyrpc_measure::child::LISTEN) listens on that address instead of loopback.
//!
//! Our clients accept further commands. Their ADDRESS may be a name, `localhost:4000`; the persistent connection
//! is opened when the first command needs it.
//!
//! | command | answer |
//! | --- | --- |
//! | `once WORKLOAD CALLS` | as for `run`; every call resolves the name, connects, calls and closes |
//! | `first WORKLOAD` | a [`FirstCall`](manyrpc_measure::machine::process::FirstCall): the parts of a fresh
//! client's first call, and its second call |
//! | `load {json}` | an [`Outcome`](crate::load::Outcome): the json is an [`LoadCommand`] |
//! | `count CALLS [at-most-once\|idempotent] [FIRST-WAIT-MS]` | a [`Counted`]: the counter test, for clients with
//! stubs |

mod arguments;
mod connect;
mod counting;
mod database;
mod database_async;
mod exchange;
mod flood;
mod fresh;
mod load;
mod mgmt;
mod raw;
mod stubs;
mod stubs_async;

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
use self::fresh::{Connect, ServerName};
use crate::counter::Counted;
use crate::load::LoadCommand;
use crate::system::{Transport, scheme_of_added};
use crate::workload::Workload;

/// One batch of calls, as a client reports it.
#[derive(Debug, Default)]
struct Sampled {
    ns: Vec<u64>,
    cpu_ns: u64,
    /// Additional calls, made to check a result in full.
    checks: u64,
}

/// The client side of one of our systems.
trait Caller {
    /// Makes `calls` calls, timed one by one, and then one that is checked in full.
    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String>;

    /// Makes one call; returns whether its result passes a quick check.
    fn call(&mut self, arguments: &Arguments, number: u64) -> Result<bool, String>;

    /// Completes the protocol's negotiation with the server.
    fn prepare(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Makes `calls` calls, `at_once` at a time, each checked in full; returns the time they take.
    fn flood(&mut self, _: Workload, _calls: usize, _at_once: usize) -> Result<Duration, String> {
        Err("this client makes one call at a time".to_owned())
    }

    /// Makes the calls of the counter test.
    fn count(&self, _: &counting::CountCommand) -> Result<Counted, String> {
        Err("this client does not count".to_owned())
    }
}

/// A server that serves until this is dropped, and its port.
struct Serving {
    port: u16,
    /// The number of executed calls, if the server counts.
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
    ("soap", Protocol::Stubs(("soap+http", ""))),
    ("soap-mtom", Protocol::Stubs(("soap+http", "?mtom=on"))),
    ("grpc", Protocol::Stubs(("grpc", ""))),
    ("iiop", Protocol::Stubs(("iiop", ""))),
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
    Stubs(connect::Scheme),
    /// The same, with a server without a reply cache: retransmitted calls are executed again.
    Forgetful(connect::Scheme),
    /// A foreign server with its own interfaces.
    Foreign(connect::Scheme),
}

/// Runs as the child given by the arguments, until its standard input closes.
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
        ["client-async", system, address] => client_async(system, address),
        ["exchange-server", scheme, ref how @ ..] => {
            exchange::serve(scheme, how).and_then(serve_until_eof)
        }
        ["exchange-client", scheme, address, ref how @ ..] => {
            exchange::execute_commands(scheme, address, how)
        }
        ["load", system, address, order] => load::run_worker(system, address, order),
        ["database-server", scheme] => database::serve(scheme).and_then(serve_until_eof),
        ["database-client", scheme, address] => {
            let scheme = scheme.to_owned();
            execute_commands(&Client::new(address, move |to| {
                Ok(Box::new(database::open(&scheme, to)?))
            }))
        }
        ["database-server-async", scheme] => {
            database_async::serve(scheme).and_then(serve_until_eof)
        }
        ["database-client-async", scheme, address] => {
            let scheme = scheme.to_owned();
            execute_commands(&Client::new(address, move |to| {
                Ok(Box::new(database_async::open(&scheme, to)?))
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

/// Spins until standard input ends.
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

/// Whether one of our servers has that name.
pub(crate) fn is_server(system: &str) -> bool {
    find(system).is_ok_and(|protocol| !matches!(protocol, Protocol::Foreign(_)))
}

fn server(system: &str, counts: Option<&Path>) -> Result<(), String> {
    serve_until_eof(match find(system)? {
        Protocol::Raw(transport) => raw::serve(transport)?,
        Protocol::Stubs(scheme) => stubs::serve(scheme, true, counts)?,
        Protocol::Forgetful(scheme) => stubs::serve(scheme, false, counts)?,
        Protocol::Foreign(_) => return Err(format!("`{system}` is not one of our servers")),
    })
}

/// Serves until standard input ends, which is when the parent ends.
fn serve_until_eof(serving: Serving) -> Result<(), String> {
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
    execute_commands(&Client::new(address, move |server| protocol.open(server)))
}

fn client_async(system: &str, address: &str) -> Result<(), String> {
    let scheme = match find(system)? {
        Protocol::Stubs(scheme) => scheme,
        _ => return Err(format!("`{system}` has no client with futures")),
    };
    execute_commands(&Client::new(address, move |server| {
        Ok(Box::new(stubs_async::open(scheme, server)?))
    }))
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

/// The address of a client's server, and how to connect to it.
struct Client {
    place: ServerName,
    connect: Box<Connect>,
}

impl Client {
    fn new(
        address: &str,
        connect: impl Fn(SocketAddr) -> Result<Box<dyn Caller>, String> + Sync + 'static,
    ) -> Self {
        Client {
            place: ServerName::new(address),
            connect: Box::new(connect),
        }
    }

    /// The persistent connection, opened if necessary.
    fn kept<'k>(
        &self,
        kept: &'k mut Option<Box<dyn Caller>>,
    ) -> Result<&'k mut Box<dyn Caller>, String> {
        match kept {
            Some(caller) => Ok(caller),
            None => Ok(kept.insert(self.connect()?)),
        }
    }

    /// Opens a fresh connection.
    fn connect(&self) -> Result<Box<dyn Caller>, String> {
        (self.connect)(self.place.resolve()?)
    }
}

/// Executes the commands from standard input.
fn execute_commands(client: &Client) -> Result<(), String> {
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

/// The most calls per command, since their samples are kept in memory.
const MAX_CALLS: usize = 10_000_000;

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
    Load(LoadCommand),
    Count(counting::CountCommand),
    /// Concurrent calls, not timed one by one.
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
        let number = word.parse().ok().filter(|n| (1..=MAX_CALLS).contains(n));
        number.ok_or_else(|| format!("the number of calls must be from 1 to {MAX_CALLS}"))
    };
    if let Some(json) = line.strip_prefix("load ") {
        let order = serde_json::from_str(json).map_err(|e| format!("not a load: {e}"))?;
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
        .map_err(|e| format!("cannot write to standard output: {e}"))
}

/// Times the calls, and measures the CPU time of the calling thread.
///
/// `call` gets the call's number and returns whether the result is right; a wrong result or a failure ends the
/// batch.
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
