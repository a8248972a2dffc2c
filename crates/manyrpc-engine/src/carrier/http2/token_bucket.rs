//! Rate limits for actions of a peer that cost us work without advancing a message.

use crate::time::Instant;

const NS_PER_SECOND: u64 = 1_000_000_000;

/// A token bucket.
#[derive(Debug)]
pub(super) struct TokenBucket {
    left: u32,
    most: u32,
    per_second: u32,
    filled: Instant,
}

impl TokenBucket {
    pub(super) fn new(most: u32, per_second: u32) -> Self {
        TokenBucket {
            left: most,
            most,
            per_second,
            filled: Instant::ZERO,
        }
    }

    /// Takes a token; false when there is none.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        if self.left == 0 {
            self.fill(now);
        }
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => return false,
        };
        true
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.as_nanos().saturating_sub(self.filled.as_nanos());
        let more = u128::from(passed) * u128::from(self.per_second) / u128::from(NS_PER_SECOND);
        if more > 0 {
            self.earn(u32::try_from(more).unwrap_or(u32::MAX));
            self.filled = now;
        }
    }

    /// Adds `n` tokens, up to the maximum.
    #[inline]
    pub(super) fn earn(&mut self, n: u32) {
        self.left = self.left.saturating_add(n).min(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_out_and_fills_with_time_and_with_work() {
        let at = Instant::from_nanos;
        let mut token_bucket = TokenBucket::new(3, 10);
        assert!((0..3).all(|_| token_bucket.take(at(0))));
        assert!(!token_bucket.take(at(NS_PER_SECOND / 10 - 1)));
        assert!(token_bucket.take(at(NS_PER_SECOND / 10)));
        assert!(!token_bucket.take(at(NS_PER_SECOND / 10)));
        token_bucket.earn(1);
        assert!(token_bucket.take(at(NS_PER_SECOND / 10)));
        // Never more than the maximum, however long the peer was quiet.
        let later = at(u64::MAX);
        assert!((0..3).all(|_| token_bucket.take(later)));
        assert!(!token_bucket.take(later));
    }
}
