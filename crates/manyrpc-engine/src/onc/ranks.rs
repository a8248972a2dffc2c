//! Which of many numbered items has the highest count, when counts change by one at a time.

use alloc::vec::Vec;

use crate::list::{Links, List};

#[derive(Clone, Debug, Default)]
struct Rank {
    count: usize,
    links: Links,
}

impl AsMut<Links> for Rank {
    fn as_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

/// Numbered items by count; those with equal counts share a list.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    of: Vec<Rank>,
    lists: Vec<List>,
    top: usize,
}

impl Ranks {
    /// Sets the count of `who`. Items with count 0 are in no list.
    #[inline]
    pub(super) fn set(&mut self, who: u32, count: usize) {
        if self
            .of
            .get(who as usize)
            .is_none_or(|rank| rank.count != count)
        {
            self.change(who, count);
        }
    }

    fn change(&mut self, who: u32, count: usize) {
        if who as usize >= self.of.len() {
            self.of.resize(who as usize + 1, Rank::default());
        }
        if count >= self.lists.len() {
            self.lists.resize(count + 1, List::default());
        }
        let of = &mut self.of;
        let old = core::mem::replace(&mut of[who as usize].count, count);
        if old > 0 {
            self.lists[old].remove(of, who);
        }
        if count > 0 {
            self.lists[count].push_back(of, who);
        }
        self.top = self.top.max(count);
        while self.top > 0 && self.lists[self.top].len() == 0 {
            self.top -= 1;
        }
    }

    /// An item with the highest count; `None` when all are 0.
    #[inline]
    pub(super) fn top(&self) -> Option<u32> {
        self.lists.get(self.top).and_then(List::first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_has_the_highest_count() {
        let (mut ranks, mut model, mut r) = (Ranks::default(), [0usize; 20], 1u64);
        assert_eq!(ranks.top(), None);
        for _ in 0..20_000 {
            r = r
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let who = (r >> 40) as usize % model.len();
            if r >> 63 == 0 {
                model[who] += 1;
            } else {
                model[who] = model[who].saturating_sub(1);
            }
            ranks.set(who as u32, model[who]);
            let most = model.iter().copied().max().unwrap_or(0);
            assert_eq!(ranks.top().map_or(0, |top| model[top as usize]), most);
        }
    }
}
