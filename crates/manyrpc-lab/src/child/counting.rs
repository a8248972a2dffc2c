//! The counter test as a command: `count CALLS [at-most-once|idempotent] [FIRST-WAIT-MS]`.
//!
//! Each is made over a client of its own. `idempotent` says of the operation what is not true, so that a
//! connectionless server of DCE or NCS need not protect it; other systems have no word for that. The
//! first wait before a datagram is sent again is the protocol's own unless it is said: where a
//! large part of them is lost, those of 1989 make a few calls in a minute.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc::stub::{OperationMeta, Semantics};
use manyrpc::{CallError, Client, Limits};

use super::MOST_CALLS;
use super::stubs::{self, Scheme};
use crate::generated::bench::{BENCH_V1, BENCH_V1_COUNT, BenchV1CountArgs, BenchV1CountOut};
use crate::net::counter::{Counted, count};

/// What is to be counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Order {
    calls: u64,
    idempotent: bool,
    first_wait: Option<Duration>,
}

const USAGE: &str = "count CALLS [at-most-once|idempotent] [FIRST-WAIT-MS]";

/// The order, if the line is one.
pub(super) fn order(line: &str) -> Option<Result<Order, String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["count", words @ ..] = &words[..] else {
        return None;
    };
    Some(parse(words).ok_or_else(|| USAGE.to_owned()))
}

fn parse(words: &[&str]) -> Option<Order> {
    let (calls, words) = words.split_first()?;
    let calls = calls
        .parse()
        .ok()
        .filter(|n| (1..=MOST_CALLS as u64).contains(n))?;
    let (semantics, words) = words.split_first().unwrap_or((&"at-most-once", &[]));
    let idempotent = match *semantics {
        "at-most-once" => false,
        "idempotent" => true,
        _ => return None,
    };
    let first_wait = match words {
        [] => None,
        [ms] => Some(Duration::from_millis(ms.parse().ok().filter(|ms| *ms > 0)?)),
        _ => return None,
    };
    Some(Order {
        calls,
        idempotent,
        first_wait,
    })
}

/// `count`, said to be what it is not.
static SAID_IDEMPOTENT: OperationMeta = OperationMeta {
    name: BENCH_V1_COUNT.name,
    number: BENCH_V1_COUNT.number,
    input: BENCH_V1_COUNT.input,
    output: BENCH_V1_COUNT.output,
    semantics: Semantics::Idempotent,
};

/// Makes the calls.
pub(super) fn run(scheme: Scheme, server: SocketAddr, order: &Order) -> Result<Counted, String> {
    let usual = Limits::default();
    let limits = Limits {
        first_retransmit: order.first_wait.unwrap_or(usual.first_retransmit),
        longest_retransmit: match order.first_wait {
            Some(first) => (8 * first).min(usual.longest_retransmit),
            None => usual.longest_retransmit,
        },
        ..usual
    };
    let connect = || stubs::connect_with(scheme, server, limits.clone());
    let mut client = Some(connect()?);
    Ok(count(order.calls, |number| {
        let there = match &mut client {
            Some(there) => there,
            None => client.insert(connect().map_err(drop)?),
        };
        call(there, order, number).map_err(|e| {
            // A connection that is over stays so; over datagrams there is none.
            if matches!(e, CallError::Closed(_) | CallError::Wire(_)) {
                client = None;
            }
        })
    }))
}

fn call(client: &mut Client, order: &Order, n: u64) -> Result<u64, CallError> {
    let operation = match order.idempotent {
        true => &SAID_IDEMPOTENT,
        false => &BENCH_V1_COUNT,
    };
    let answer: BenchV1CountOut = client.invoke(&BENCH_V1, operation, &BenchV1CountArgs { n })?;
    Ok(answer.result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_checked() {
        let counting = |calls, idempotent, ms: Option<u64>| Order {
            calls,
            idempotent,
            first_wait: ms.map(Duration::from_millis),
        };
        for (line, expected) in [
            ("count 7", counting(7, false, None)),
            ("count 7 at-most-once", counting(7, false, None)),
            ("count 7 idempotent 20", counting(7, true, Some(20))),
        ] {
            assert_eq!(order(line), Some(Ok(expected)));
        }
        for wrong in [
            "count",
            "count 0",
            "count x",
            "count 7 often",
            "count 7 idempotent 0",
            "count 7 idempotent 20 more",
        ] {
            assert_eq!(order(wrong), Some(Err(USAGE.to_owned())), "{wrong}");
        }
        assert_eq!(order("run count 7"), None);
    }
}
