//! Levy's dependability test: how many calls are silently lost, and how many are executed twice.
//!
//! Reading list: H. M. Levy, "A Comparison of Commercial RPC Systems" (1989), "Dependability": the client
//! sends an integer and increments it, the server compares it with its own counter.
//!
//! The operation `count` of `interfaces/bench.x` returns the server's own count of its executions for that client;
//! each client has a number, which it sends with its calls. So every client can tell what happened to its calls
//! from the replies alone, however many clients there are. Between two replies, with `f` reported failures in
//! between, the count grows
//!
//! | by | meaning |
//! | --- | --- |
//! | 1 to 1 + `f` | correct: a failed call may have been executed or not |
//! | more | that many additional executions, of this call or an earlier one |
//! | 0 or less | lost: the call was reported successful and not executed |
//!
//! - A call that the network duplicated and the server executed twice makes the count grow by 2, at its own reply
//!   or at the next one, depending on whether the second execution preceded the reply.
//! - A call that was retransmitted and answered from the server's reply cache makes it grow by 1.
//! - The reply to an earlier call, taken for this one's, does not make it grow: lost. If this call was executed
//!   all the same, the next reply shows that as a duplicate, so such a mistake may count as both.
//! - A duplicate of the first call, and one after the last reply, would not be seen: one additional call at the
//!   start establishes the count, and one at the end catches late executions. Neither is counted.
//! - If calls fail, the duplicates found are a lower bound: a failed call that was not executed may hide another
//!   that was executed twice.
//!
//! A restarted server has to continue its count, as a database would: see
//! [`Application::counting_in`](crate::application::Application::counting_in). It may lose only its reply cache.

use std::ops::{Add, AddAssign};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

/// The largest number of clients with separate counts.
pub const MAX_CLIENTS: usize = 64;

/// The position of a client's number in the argument, above the call's number.
const CLIENT_SHIFT: u32 = 48;

/// The argument of a call: the client's number and the call's.
pub const fn sent(client: usize, call: u64) -> u64 {
    ((client as u64) << CLIENT_SHIFT) | call
}

/// The client that sent an argument, below [`MAX_CLIENTS`].
pub const fn sender(sent: u64) -> usize {
    (sent >> CLIENT_SHIFT) as usize % MAX_CLIENTS
}

/// The result of a number of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Calls made, failed ones included.
    pub calls: u64,
    /// Calls that were reported as failed.
    pub failed: u64,
    /// Calls that were reported as successful and not executed.
    pub lost: u64,
    /// Executions beyond one per call.
    pub duplicated: u64,
}

impl AddAssign for Counted {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.failed += other.failed;
        self.lost += other.lost;
        self.duplicated += other.duplicated;
    }
}

impl Add for Counted {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// Evaluates the replies while calls are made.
#[derive(Clone, Debug, Default)]
pub struct CounterTest {
    last: Option<u64>,
    failed_since: u64,
    counted: Counted,
}

impl CounterTest {
    /// Starts from this reply, if known.
    pub fn beginning(last: Option<u64>) -> Self {
        CounterTest {
            last,
            ..CounterTest::default()
        }
    }

    /// Records a successful call with this reply.
    pub fn answered(&mut self, count: u64) {
        self.counted.calls += 1;
        self.compare(count);
    }

    /// Records a failed call.
    pub fn failed(&mut self) {
        self.counted.calls += 1;
        self.counted.failed += 1;
        self.failed_since += 1;
    }

    /// The result. `count` is the reply to the additional last call, if there was one.
    pub fn finish(mut self, count: Option<u64>) -> Counted {
        if let Some(count) = count {
            self.compare(count);
        }
        self.counted
    }

    fn compare(&mut self, count: u64) {
        let Some(last) = self.last else {
            // Earlier executions are not ours.
            (self.last, self.failed_since) = (Some(count), 0);
            return;
        };
        if count <= last {
            self.counted.lost += 1;
            return;
        }
        let allowed = 1 + self.failed_since;
        self.counted.duplicated += (count - last).saturating_sub(allowed);
        (self.last, self.failed_since) = (Some(count), 0);
    }
}

/// Makes `calls` calls through `call`, which gets the argument to send, plus one before and one after.
pub fn count<E>(calls: u64, mut call: impl FnMut(u64) -> Result<u64, E>) -> Counted {
    let mut test = CounterTest::beginning(call(0).ok());
    for number in 1..=calls {
        match call(number) {
            Ok(count) => test.answered(count),
            Err(_) => test.failed(),
        }
    }
    test.finish(call(calls + 1).ok())
}

/// The file in which a restarted server finds its count; dropping this removes it.
#[derive(Debug)]
pub(crate) struct CountFile(PathBuf);

impl CountFile {
    /// A new file with a unique name.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (us, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        CountFile(std::env::temp_dir().join(format!("manyrpc-count-{us}-{number}")))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for CountFile {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The replies of a server, `None` for a failure; the first and the last are not counted.
    fn counted(answers: &[Option<u64>]) -> Counted {
        let mut answers = answers.iter();
        let calls = answers.len() as u64 - 2;
        count(calls, |_| answers.next().copied().flatten().ok_or(()))
    }

    fn result(calls: u64, failed: u64, lost: u64, duplicated: u64) -> Counted {
        Counted {
            calls,
            failed,
            lost,
            duplicated,
        }
    }

    #[test]
    fn in_order_is_fine_wherever_it_starts() {
        assert_eq!(counted(&[1, 2, 3, 4].map(Some)), result(2, 0, 0, 0));
        assert_eq!(counted(&[71, 72, 73].map(Some)), result(1, 0, 0, 0));
    }

    #[test]
    fn duplicates_are_found_at_their_answer_at_the_next_and_at_the_end() {
        assert_eq!(counted(&[1, 3, 4].map(Some)), result(1, 0, 0, 1));
        assert_eq!(counted(&[1, 2, 6, 7].map(Some)), result(2, 0, 0, 3));
        assert_eq!(counted(&[1, 2, 4].map(Some)), result(1, 0, 0, 1));
    }

    #[test]
    fn answers_without_executions_are_losses() {
        assert_eq!(counted(&[1, 1, 2, 3].map(Some)), result(2, 0, 1, 0));
        // An old reply, and the execution that it hid.
        assert_eq!(counted(&[5, 6, 5, 8, 9].map(Some)), result(3, 0, 1, 1));
    }

    #[test]
    fn failures_may_have_been_carried_out_or_not() {
        let fine = result(3, 2, 0, 0);
        for after in [2, 3, 4] {
            let answers = [Some(1), None, None, Some(after), Some(after + 1)];
            assert_eq!(counted(&answers), fine);
        }
        let answers = [Some(1), None, None, Some(5), Some(6)];
        assert_eq!(counted(&answers), result(3, 2, 0, 1));
        assert_eq!(counted(&[None, None, None]), result(1, 1, 0, 0));
        assert_eq!(counted(&[None, Some(9), None]), result(1, 0, 0, 0));
    }

    #[test]
    fn clients_are_told_apart() {
        for (client, call) in [(0, 0), (3, 1_000_000), (MAX_CLIENTS - 1, 10_000_000)] {
            assert_eq!(sender(sent(client, call)), client);
        }
        assert!(sender(u64::MAX) < MAX_CLIENTS);
    }
}
