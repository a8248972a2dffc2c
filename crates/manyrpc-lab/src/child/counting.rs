//! The counter test as a command: `count CALLS [at-most-once|idempotent] [wait=MS] [clients=N]`.
//!
//! The calls are divided among concurrent clients created for the test. `idempotent` falsely declares the
//! operation idempotent, so that a connectionless server of DCE or NCS need not protect it; other systems have no
//! such declaration. The first retransmission interval is the protocol's own unless given: with heavy loss, those
//! of 1989 make only a few calls a minute.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use manyrpc::limits::DatagramLimits;
use manyrpc::stub::{OperationMeta, Semantics};
use manyrpc::{CallError, Client, Limits};

use super::MAX_CALLS;
use super::connect::{Scheme, connect_with};
use crate::counter::{Counted, MAX_CLIENTS, count, sent};
use crate::generated::bench::{BENCH_V1, BENCH_V1_COUNT, BenchV1CountArgs, BenchV1CountOut};

/// The parameters of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CountCommand {
    calls: u64,
    idempotent: bool,
    first_wait: Option<Duration>,
    clients: usize,
}

const USAGE: &str = "count CALLS [at-most-once|idempotent] [wait=MS] [clients=N]";

/// Parses the command, if the line is one.
pub(super) fn order(line: &str) -> Option<Result<CountCommand, String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["count", words @ ..] = &words[..] else {
        return None;
    };
    Some(parse(words).ok_or_else(|| USAGE.to_owned()))
}

fn parse(words: &[&str]) -> Option<CountCommand> {
    let (calls, words) = words.split_first()?;
    let calls = calls.parse().ok();
    let mut order = CountCommand {
        calls: calls.filter(|n| (1..=MAX_CALLS as u64).contains(n))?,
        idempotent: false,
        first_wait: None,
        clients: 1,
    };
    for word in words {
        match word.split_once('=') {
            None if *word == "at-most-once" => order.idempotent = false,
            None if *word == "idempotent" => order.idempotent = true,
            Some(("wait", ms)) => {
                let ms = ms.parse().ok().filter(|ms| *ms > 0)?;
                order.first_wait = Some(Duration::from_millis(ms));
            }
            Some(("clients", clients)) => {
                let clients = clients.parse().ok();
                order.clients = clients.filter(|n| (1..=MAX_CLIENTS).contains(n))?;
            }
            _ => return None,
        }
    }
    (order.clients as u64 <= order.calls).then_some(order)
}

/// `count`, falsely declared idempotent.
static DECLARED_IDEMPOTENT: OperationMeta = OperationMeta {
    name: BENCH_V1_COUNT.name,
    number: BENCH_V1_COUNT.number,
    input: BENCH_V1_COUNT.input,
    output: BENCH_V1_COUNT.output,
    semantics: Semantics::Idempotent,
};

/// Makes the calls.
pub(super) fn run(
    scheme: Scheme,
    server: SocketAddr,
    order: &CountCommand,
) -> Result<Counted, String> {
    let share = |client| {
        let clients = order.clients as u64;
        order.calls / clients + u64::from((client as u64) < order.calls % clients)
    };
    let all = (0..order.clients).map(|number| {
        let client = CountingClient {
            scheme,
            server,
            order,
            number,
        };
        (client, share(number))
    });
    thread::scope(|scope| {
        let running: Vec<_> = all
            .map(|(client, calls)| scope.spawn(move || client.run(calls)))
            .collect();
        running.into_iter().try_fold(Counted::default(), |sum, of| {
            let counted = of.join().map_err(|_| "a client has panicked".to_owned())?;
            Ok(sum + counted?)
        })
    })
}

/// One of the clients.
struct CountingClient<'o> {
    scheme: Scheme,
    server: SocketAddr,
    order: &'o CountCommand,
    number: usize,
}

impl CountingClient<'_> {
    fn connect(&self) -> Result<Client, String> {
        connect_with(self.scheme, self.server, self.order.limits())
    }

    fn run(&self, calls: u64) -> Result<Counted, String> {
        let mut client = Some(self.connect()?);
        Ok(count(calls, |call| {
            let there = match &mut client {
                Some(there) => there,
                None => client.insert(self.connect().map_err(drop)?),
            };
            self.call(there, call).map_err(|e| {
                // A closed connection stays closed; datagrams have none.
                if matches!(e, CallError::Closed(_) | CallError::Wire(_)) {
                    client = None;
                }
            })
        }))
    }

    fn call(&self, client: &mut Client, call: u64) -> Result<u64, CallError> {
        let operation = match self.order.idempotent {
            true => &DECLARED_IDEMPOTENT,
            false => &BENCH_V1_COUNT,
        };
        let n = sent(self.number, call);
        let answer: BenchV1CountOut =
            client.invoke(&BENCH_V1, operation, &BenchV1CountArgs { n })?;
        Ok(answer.result)
    }
}

/// Longest wait between two transmissions of one call.
const MAX_RETRANSMIT: Duration = Duration::from_secs(8);

impl CountCommand {
    fn limits(&self) -> Limits {
        let Some(first) = self.first_wait else {
            return Limits::default();
        };
        Limits {
            datagram: DatagramLimits {
                first_retransmit: Some(first),
                longest_retransmit: Some((8 * first).min(MAX_RETRANSMIT)),
                ..DatagramLimits::default()
            },
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_checked() {
        let counting = |idempotent, ms: Option<u64>, clients| CountCommand {
            calls: 7,
            idempotent,
            first_wait: ms.map(Duration::from_millis),
            clients,
        };
        for (line, expected) in [
            ("count 7", counting(false, None, 1)),
            ("count 7 at-most-once", counting(false, None, 1)),
            ("count 7 idempotent wait=20", counting(true, Some(20), 1)),
            ("count 7 clients=7 wait=1", counting(false, Some(1), 7)),
        ] {
            assert_eq!(order(line), Some(Ok(expected)));
        }
        for wrong in [
            "count",
            "count 0",
            "count x",
            "count 7 often",
            "count 7 idempotent wait=0",
            "count 7 idempotent 20",
            "count 7 clients=0",
            "count 7 clients=8",
            "count 1000 clients=65",
        ] {
            assert_eq!(order(wrong), Some(Err(USAGE.to_owned())), "{wrong}");
        }
        assert_eq!(order("run count 7"), None);
    }
}
