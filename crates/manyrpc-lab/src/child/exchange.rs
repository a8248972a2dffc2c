//! The service of `interfaces/exchange.proto` on tokio: a server, and a client that keeps calls in flight. Commands
//! and answers are those of `peers/exchange.md`.

use std::io::{self, BufRead};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manyrpc::server::Caps;
use manyrpc::{AsyncClient, Binding, ClientOptions, Context, Fault, Server};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use manyrpc_measure::machine::environment::congestion_control;

use super::connect::options;
use super::{Serving, say};
use crate::generated::exchange::{
    AsyncExchange, AsyncExchangeClient, AsyncExchangeServer, Blob, Empty,
};
use crate::system::tasks;
use crate::workload::{Workload, pattern};

/// How long a call may take: a megabyte waits for a thousand others, on a machine that may be busy.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

struct Application;

impl AsyncExchange for Application {
    async fn nothing(&self, _: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        Ok(request)
    }

    async fn echo<'a>(&'a self, _: &'a Context<'a>, blob: Blob<'a>) -> Result<Blob<'a>, Fault> {
        Ok(blob)
    }
}

/// A runtime with a thread for each CPU that this process may use.
fn runtime() -> Result<Runtime, String> {
    let runtime = Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|e| e.to_string())
}

/// How long both sides poll before they sleep, if they are to.
const BUSY_POLL: Duration = Duration::from_micros(50);

fn busy_poll(how: &[&str]) -> Result<Duration, String> {
    match how {
        [] => Ok(Duration::ZERO),
        [tasks::BUSY_POLL] => Ok(BUSY_POLL),
        other => Err(format!(
            "unknown: `{}`; `busy-poll` or nothing",
            other.join(" ")
        )),
    }
}

/// Serves over the scheme, on a port chosen by the system.
pub(super) fn serve(scheme: &str, how: &[&str]) -> Result<Serving, String> {
    let busy_poll = busy_poll(how)?;
    let runtime = runtime()?;
    let address = manyrpc_measure::child::listen_address();
    let server = Server::builder()
        .service(AsyncExchangeServer(Application))
        .caps(Caps {
            congestion: congestion_control(),
            busy_poll,
            ..Caps::default()
        })
        .listen(&format!("{scheme}://{address}:0"))
        .map_err(|e| e.to_string())?;
    let running = runtime
        .block_on(server.start_on_runtime())
        .map_err(|e| e.to_string())?;
    let port = running.bindings().iter().find_map(|b| b.port());
    Ok(Serving {
        port: port.unwrap_or(0),
        served: None,
        _server: Box::new((running, runtime)),
    })
}

/// One command of a client.
#[derive(Debug, PartialEq)]
enum Command {
    /// Keep calls in flight for some time.
    Saturate {
        workload: Workload,
        in_flight: usize,
        connections: usize,
        time: Duration,
    },
    /// Have so many connections.
    Idle(usize),
}

const COMMANDS: &str =
    "commands: saturate WORKLOAD IN-FLIGHT CONNECTIONS MILLISECONDS, idle CONNECTIONS";

fn command(line: &str) -> Result<Command, String> {
    let number = |word: &str| match word.parse() {
        Ok(0) | Err(_) => Err(format!("`{word}` is not a number from 1")),
        Ok(number) => Ok(number),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words[..] {
        ["saturate", workload, in_flight, connections, ms] => Command::Saturate {
            workload: carried(workload.parse()?)?,
            in_flight: number(in_flight)?,
            connections: number(connections)?,
            time: Duration::from_millis(number(ms)? as u64),
        },
        ["idle", connections] => Command::Idle(number(connections)?),
        _ => return Err(COMMANDS.to_owned()),
    })
}

/// The workload, if the service has an operation for it.
fn carried(workload: Workload) -> Result<Workload, String> {
    match workload {
        Workload::Nothing | Workload::Echo(_) => Ok(workload),
        other => Err(format!("there is no `{other}` here: nothing, echo:N")),
    }
}

/// Carries out the commands from standard input.
pub(super) fn execute_commands(scheme: &str, server: &str, how: &[&str]) -> Result<(), String> {
    let server: SocketAddr = server.parse().map_err(|e| format!("`{server}`: {e}"))?;
    let (binding, mut given) = options((scheme, ""), server)?;
    given.driver.busy_poll = busy_poll(how)?;
    let mut client = Client {
        runtime: runtime()?,
        binding,
        options: Arc::new(ClientOptions {
            timeout: Some(CALL_TIMEOUT),
            ..given
        }),
        connections: Vec::new(),
    };
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let answer = command(&line).and_then(|command| client.obey(&command));
        say(&answer.unwrap_or_else(|reason| json!({ "error": reason }).to_string()))?;
    }
    Ok(())
}

struct Client {
    runtime: Runtime,
    binding: Binding,
    options: Arc<ClientOptions>,
    /// Those that are open so far; each is a client of its own.
    connections: Vec<AsyncExchangeClient>,
}

impl Client {
    fn obey(&mut self, command: &Command) -> Result<String, String> {
        match *command {
            Command::Idle(count) => {
                self.have(count)?;
                Ok(json!({ "connections": count }).to_string())
            }
            Command::Saturate {
                workload,
                in_flight,
                connections,
                time,
            } => {
                self.have(connections)?;
                let connections = &self.connections[..connections];
                self.runtime
                    .block_on(saturate(connections, workload, in_flight, time))
            }
        }
    }

    /// Opens what is missing of so many connections, with one call on each.
    fn have(&mut self, count: usize) -> Result<(), String> {
        let (binding, options) = (&self.binding, &self.options);
        while self.connections.len() < count {
            let connection = self.runtime.block_on(async {
                let client = AsyncClient::connect(binding, None, options.clone()).await;
                let stub = AsyncExchangeClient::new(client.map_err(|e| e.to_string())?);
                call(&stub, Workload::Nothing, &[]).await.map(|()| stub)
            })?;
            self.connections.push(connection);
        }
        Ok(())
    }
}

/// Makes one call, and checks its reply in full.
async fn call(stub: &AsyncExchangeClient, workload: Workload, data: &[u8]) -> Result<(), String> {
    if workload == Workload::Nothing {
        let reply = stub.nothing(&Empty::default()).await;
        return reply.map(drop).map_err(|e| e.to_string());
    }
    let blob = Blob {
        data: data.into(),
        unknown: Vec::new(),
    };
    match stub.echo(&blob).await.map_err(|e| e.to_string())?.data == data {
        true => Ok(()),
        false => Err("the result is wrong".to_owned()),
    }
}

/// Keeps so many calls in flight, spread evenly over the connections, until the time is over; each task makes at
/// least one. The answer is the command's.
async fn saturate(
    connections: &[AsyncExchangeClient],
    workload: Workload,
    in_flight: usize,
    time: Duration,
) -> Result<String, String> {
    let data: Arc<[u8]> = match workload {
        Workload::Echo(size) => pattern(size).into(),
        _ => Arc::default(),
    };
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for task in 0..in_flight {
        let stub = connections[task % connections.len()].clone();
        tasks.spawn(calls_until(stub, workload, Arc::clone(&data), start + time));
    }
    let mut ns: Vec<u64> = Vec::new();
    while let Some(done) = tasks.join_next().await {
        ns.extend(done.map_err(|e| e.to_string())??);
    }
    let seconds = start.elapsed().as_secs_f64();
    ns.sort_unstable();
    let quantile = |q: f64| ns[((ns.len() as f64 * q).ceil() as usize).clamp(1, ns.len()) - 1];
    Ok(json!({
        "calls": ns.len(),
        "seconds": seconds,
        "p50_ns": quantile(0.5),
        "p99_ns": quantile(0.99),
    })
    .to_string())
}

/// The nanoseconds of each call that one task makes.
async fn calls_until(
    stub: AsyncExchangeClient,
    workload: Workload,
    data: Arc<[u8]>,
    end: Instant,
) -> Result<Vec<u64>, String> {
    let mut ns = Vec::new();
    let mut before = Instant::now();
    loop {
        call(&stub, workload, &data).await?;
        let after = Instant::now();
        ns.push(after.duration_since(before).as_nanos() as u64);
        if after >= end {
            return Ok(ns);
        }
        before = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With one copy of large results, of those that arrive in pieces, there is none for the caller.
    #[test]
    fn a_large_result_is_shared_where_it_was_received() {
        use crate::generated::exchange::{
            EXCHANGE, EXCHANGE_ECHO, ExchangeEchoArgs, ExchangeEchoOut,
        };

        for scheme in ["grpc", "raw+tcp", "onc+tcp"] {
            let serving = serve(scheme, &[]).unwrap();
            let server = format!("{scheme}://127.0.0.1:{}", serving.port);
            runtime().unwrap().block_on(async {
                let client = AsyncClient::open(&server).await.unwrap();
                let (sent, nothing) = (pattern(1_000_000), pattern(0));
                for sent in [&sent, &nothing, &sent] {
                    let request = &Blob {
                        data: sent.into(),
                        ..Blob::default()
                    };
                    let arguments = ExchangeEchoArgs { request };
                    let mut reply = client
                        .invoke(&EXCHANGE, &EXCHANGE_ECHO, &arguments)
                        .await
                        .unwrap();
                    let whole = reply.share();
                    let output: ExchangeEchoOut<'_> = reply.results(&EXCHANGE_ECHO).unwrap();
                    assert_eq!(&*output.result.data, &sent[..], "{scheme}");
                    // It panics at bytes that lie elsewhere.
                    let data = whole.slice_ref(&output.result.data);
                    drop((reply, whole));
                    assert_eq!(data, sent[..], "{scheme}");
                }
            });
        }
    }

    #[test]
    fn commands_are_checked() {
        let saturate = Command::Saturate {
            workload: Workload::Echo(12),
            in_flight: 64,
            connections: 2,
            time: Duration::from_millis(50),
        };
        assert_eq!(command("saturate echo:12 64 2 50"), Ok(saturate));
        assert_eq!(command("idle 7"), Ok(Command::Idle(7)));
        for wrong in [
            "",
            "idle",
            "idle 0",
            "idle x",
            "saturate add 1 1 1",
            "saturate nothing 0 1 1",
            "saturate nothing 1 1",
        ] {
            assert!(command(wrong).is_err(), "{wrong}");
        }
    }
}
