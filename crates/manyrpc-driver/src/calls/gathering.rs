//! Calls with several repliers: which replies count, and when they are complete.

use std::net::SocketAddr;

/// Which of several replies to a call are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// All until the call's timeout or, with members, until each has replied.
    #[default]
    UntilTimeout,
    /// The first `n`.
    First(usize),
    /// One from each member.
    Everyone,
}

/// The replies to one call so far.
#[derive(Debug)]
pub(crate) struct Gathering {
    wanted: Wanted,
    /// Members that have not replied; `None` if anybody may reply.
    missing: Option<Vec<SocketAddr>>,
    replies: usize,
}

impl Gathering {
    /// No replies yet. Without members anybody may reply.
    pub(crate) fn new(wanted: Wanted, members: &[SocketAddr]) -> Self {
        Gathering {
            wanted,
            missing: (!members.is_empty()).then(|| members.to_vec()),
            replies: 0,
        }
    }

    /// Whether a reply from this address counts: with members, the first of each.
    pub(crate) fn counts(&mut self, from: SocketAddr) -> bool {
        if let Some(missing) = &mut self.missing {
            let Some(at) = missing.iter().position(|member| *member == from) else {
                return false;
            };
            missing.swap_remove(at);
        }
        self.replies += 1;
        true
    }

    /// Whether no more replies are wanted.
    pub(crate) fn is_complete(&self) -> bool {
        let all = self.missing.as_ref().is_some_and(Vec::is_empty);
        all || matches!(self.wanted, Wanted::First(n) if self.replies >= n)
    }

    /// How many replies counted.
    pub(crate) fn replies(&self) -> usize {
        self.replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(port: u16) -> SocketAddr {
        ([127, 0, 0, 1], port).into()
    }

    #[test]
    fn anybody_answers_as_often_as_he_likes_until_enough_have() {
        let mut until = Gathering::new(Wanted::UntilTimeout, &[]);
        let mut first = Gathering::new(Wanted::First(2), &[]);
        for (n, port) in [1, 1, 2].into_iter().enumerate() {
            assert!(until.counts(at(port)) && !until.is_complete());
            assert_eq!(first.is_complete(), n >= 2);
            assert!(first.counts(at(port)));
        }
        assert_eq!((until.replies(), first.replies()), (3, 3));
        assert!(Gathering::new(Wanted::First(0), &[]).is_complete());
    }

    #[test]
    fn members_answer_once_each_and_nobody_else() {
        let members = [at(1), at(2), at(3)];
        for (wanted, complete) in [
            (Wanted::Everyone, [false, false, false, false, true]),
            (Wanted::UntilTimeout, [false, false, false, false, true]),
            (Wanted::First(2), [false, false, false, true, true]),
        ] {
            let mut gathering = Gathering::new(wanted, &members);
            let replies = [(2, true), (2, false), (4, false), (1, true), (3, true)];
            for ((port, counts), complete) in replies.into_iter().zip(complete) {
                assert_eq!(gathering.counts(at(port)), counts);
                assert_eq!(gathering.is_complete(), complete, "{wanted:?} {port}");
            }
        }
    }
}
