//! Levy's dependability test: how many calls are silently lost, how many carried out twice.
//!
//! Reading list: H. M. Levy, "A Comparison of Commercial RPC Systems" (1989), "Dependability": the client
//! sends an integer and increments it, the server compares it with its own counter.
//!
//! The operation `count` of `interfaces/bench.x` answers with the server's own count of its executions for
//! that client: each has a number, which goes with its calls. So every client can tell what happened to its
//! calls from the answers alone, however many there are at once.
//! Topology two answers, with `f` calls in between that were said to have failed, the count grows
//!
//! | by | which means |
//! | --- | --- |
//! | 1 to 1 + `f` | nothing wrong: a call that failed may have been carried out, nobody said otherwise |
//! | more | so many calls were carried out once too often, this one or one before it |
//! | nothing, or it shrinks | the call was said to have succeeded and was not carried out: lost |
//!
//! - A call that the network doubled and the server carried out twice makes the count grow by 2, at its
//!   own answer or at the next, as its second execution came before or after the answer.
//! - A call that was sent again and answered from the server's memory of replies makes it grow by 1.
//! - The answer of an earlier call, taken for this one's, does not let it grow: lost. If this one was carried out all
//!   the same, the next answer shows that as a duplicate, so that such a mistake may count on both sides.
//! - A duplicate of the first call, and one that comes after the last answer, would not be seen: one more call
//!   in front tells where the count begins, and one at the end looks for what has come late. Neither is counted.
//! - Where calls fail, the duplicates found are a lower bound: a failed call that was not carried out
//!   may hide another that was, twice.
//!
//! A server that is started anew has to go on counting where it was, as a data base would: see
//! [`Application::counting_in`](crate::application::Application::counting_in). Its memory of replies
//! is what it may lose.

use std::ops::{Add, AddAssign};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

/// The most clients that are counted apart.
pub const MOST_CLIENTS: usize = 64;

/// Where a client's number lies in what it sends: above that of its call.
const CLIENT_SHIFT: u32 = 48;

/// What a client sends: its number, and that of its call.
pub const fn sent(client: usize, call: u64) -> u64 {
    ((client as u64) << CLIENT_SHIFT) | call
}

/// The client that sent this, below [`MOST_CLIENTS`].
pub const fn sender(sent: u64) -> usize {
    (sent >> CLIENT_SHIFT) as usize % MOST_CLIENTS
}

/// What came of a number of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Calls made, failed ones included.
    pub calls: u64,
    /// Calls that were said to have failed.
    pub failed: u64,
    /// Calls that were said to have succeeded and were not carried out.
    pub lost: u64,
    /// Executions above one for each call.
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

/// Keeps account while the calls are made.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    last: Option<u64>,
    failed_since: u64,
    counted: Counted,
}

impl Tally {
    /// Begins at this answer, if that is known.
    pub fn beginning(last: Option<u64>) -> Self {
        Tally {
            last,
            ..Tally::default()
        }
    }

    /// A call succeeded with this answer.
    pub fn answered(&mut self, count: u64) {
        self.counted.calls += 1;
        self.compare(count);
    }

    /// A call was said to have failed.
    pub fn failed(&mut self) {
        self.counted.calls += 1;
        self.counted.failed += 1;
        self.failed_since += 1;
    }

    /// What came of it. `count` is the answer to one more call, if it has one.
    pub fn finish(mut self, count: Option<u64>) -> Counted {
        if let Some(count) = count {
            self.compare(count);
        }
        self.counted
    }

    fn compare(&mut self, count: u64) {
        let Some(last) = self.last else {
            // Whatever was counted before is not ours.
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

/// Makes so many calls of `count`, which is given the number to send, one before them and one after.
pub fn count<E>(calls: u64, mut call: impl FnMut(u64) -> Result<u64, E>) -> Counted {
    let mut tally = Tally::beginning(call(0).ok());
    for number in 1..=calls {
        match call(number) {
            Ok(count) => tally.answered(count),
            Err(_) => tally.failed(),
        }
    }
    tally.finish(call(calls + 1).ok())
}

/// The file in which a server that is started anew finds its count; it is gone with this.
#[derive(Debug)]
pub(crate) struct CountFile(PathBuf);

impl CountFile {
    /// One of its own.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (us, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        CountFile(std::env::temp_dir().join(format!("manyrpc-count-{us}-{number}")))
    }

    /// Where it is.
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

    /// What a server answers to each call, `None` for a failure; the first and the last are not counted.
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
        // An old answer, and the execution that it hid.
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
        for (client, call) in [(0, 0), (3, 1_000_000), (MOST_CLIENTS - 1, 10_000_000)] {
            assert_eq!(sender(sent(client, call)), client);
        }
        assert!(sender(u64::MAX) < MOST_CLIENTS);
    }
}
