//! The commands of the clients of `interfaces/exchange.proto`: see `../../exchange.md`.

use std::future::Future;
use std::time::{Duration, Instant};

use crate::Outcome;

/// What a call carries in each direction.
#[derive(Clone, Copy)]
pub enum Workload {
    Nothing,
    /// So many bytes.
    Echo(usize),
}

impl Workload {
    fn of(word: &str) -> Outcome<Self> {
        match word.split_once(':') {
            None if word == "nothing" => Ok(Workload::Nothing),
            Some(("echo", bytes)) => Ok(Workload::Echo(bytes.parse()?)),
            _ => Err("workloads: nothing, echo:BYTES".into()),
        }
    }

    /// The bytes; byte *i* is (31 *i* + 7) mod 256.
    pub fn data(self) -> Vec<u8> {
        let size = match self {
            Workload::Nothing => 0,
            Workload::Echo(size) => size,
        };
        (0..size).map(|i| (i * 31 + 7) as u8).collect()
    }
}

/// One connection to the server; clones share it.
pub trait Connection: Clone + Send + Sync + 'static {
    /// The data that calls carry, in the form in which calls take it.
    type Data: Clone + Send + Sync + 'static;

    fn data(workload: Workload) -> Self::Data;

    /// Makes one call, and checks its reply in full.
    fn call(
        &mut self,
        workload: Workload,
        data: &Self::Data,
    ) -> impl Future<Output = Outcome<()>> + Send;
}

/// Carries out the commands from standard input; `open` makes a connection.
pub async fn obey_commands<C: Connection>(open: impl AsyncFn() -> Outcome<C>) -> Outcome<()> {
    let mut connections = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match obey(&mut connections, &open, &words).await {
            Ok(answer) => println!("{answer}"),
            Err(reason) => {
                let reason = reason.to_string().replace(['"', '\\', '\n'], " ");
                println!("{{\"error\":\"{reason}\"}}");
            }
        }
    }
    Ok(())
}

async fn obey<C: Connection>(
    connections: &mut Vec<C>,
    open: &impl AsyncFn() -> Outcome<C>,
    words: &[&str],
) -> Outcome<String> {
    match words[..] {
        ["saturate", workload, in_flight, count, ms] => {
            let (workload, count) = (Workload::of(workload)?, count.parse()?);
            have(connections, open, count).await?;
            let time = Duration::from_millis(ms.parse()?);
            saturate(&connections[..count], workload, in_flight.parse()?, time).await
        }
        ["idle", count] => {
            have(connections, open, count.parse()?).await?;
            Ok(format!("{{\"connections\":{count}}}"))
        }
        _ => Err(
            "commands: saturate WORKLOAD IN-FLIGHT CONNECTIONS MILLISECONDS, idle CONNECTIONS"
                .into(),
        ),
    }
}

/// Opens what is missing of so many connections, with one call on each.
async fn have<C: Connection>(
    connections: &mut Vec<C>,
    open: &impl AsyncFn() -> Outcome<C>,
    count: usize,
) -> Outcome<()> {
    let data = C::data(Workload::Nothing);
    while connections.len() < count {
        let mut connection = open().await?;
        connection.call(Workload::Nothing, &data).await?;
        connections.push(connection);
    }
    Ok(())
}

/// Keeps so many calls in flight, spread evenly over the connections, until the time is over; each task makes at
/// least one.
async fn saturate<C: Connection>(
    connections: &[C],
    workload: Workload,
    in_flight: usize,
    time: Duration,
) -> Outcome<String> {
    let data = C::data(workload);
    let start = Instant::now();
    let end = start + time;
    let running: Vec<_> = (0..in_flight)
        .map(|task| {
            let (mut connection, data) =
                (connections[task % connections.len()].clone(), data.clone());
            tokio::spawn(async move {
                let mut ns = Vec::new();
                let mut before = Instant::now();
                loop {
                    connection.call(workload, &data).await?;
                    let after = Instant::now();
                    ns.push((after - before).as_nanos() as u64);
                    if after >= end {
                        return Outcome::Ok(ns);
                    }
                    before = after;
                }
            })
        })
        .collect();
    let mut ns = Vec::new();
    for task in running {
        ns.extend(task.await??);
    }
    let seconds = start.elapsed().as_secs_f64();
    ns.sort_unstable();
    let quantile = |q: f64| ns[((ns.len() as f64 * q).ceil() as usize).clamp(1, ns.len()) - 1];
    let (calls, p50, p99) = (ns.len(), quantile(0.5), quantile(0.99));
    Ok(format!(
        "{{\"calls\":{calls},\"seconds\":{seconds},\"p50_ns\":{p50},\"p99_ns\":{p99}}}"
    ))
}
