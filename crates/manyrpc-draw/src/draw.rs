//! The source of choices: a small deterministic generator.

/// Choices determined by a seed (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators", 2014).
#[derive(Clone, Debug)]
pub struct Draw {
    state: u64,
}

/// Lengths and counts at which encodings change: padding, the size of a varint.
const BOUNDARIES: [u32; 14] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129, 255, 256];

impl Draw {
    /// Creates a source of choices from a seed.
    pub fn new(seed: u64) -> Self {
        Draw { state: seed }
    }

    /// An independent source for the `index`th of many items drawn from one seed.
    pub fn nth(seed: u64, index: u64) -> Self {
        let mut draw = Draw::new(seed);
        let state = draw.number() ^ index.wrapping_mul(0xd134_2543_de82_ef95);
        Draw { state }
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.number() % n as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// One of several, by weight.
    pub fn weighted<'a, T>(&mut self, of: &'a [(u32, T)]) -> &'a T {
        let all: u32 = of.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(all as usize) as u32;
        for (weight, one) in of {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return one,
            }
        }
        unreachable!("`at` is below the sum of all weights")
    }

    /// A length or count up to `max`, mostly small or at a boundary.
    pub fn length(&mut self, max: u32) -> u32 {
        let drawn = match self.below(4) {
            0 => *self.pick(&BOUNDARIES),
            1 => self.below(1 << 10) as u32,
            _ => self.below(8) as u32,
        };
        drawn.min(max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_says_everything() {
        let of = |seed, index| {
            let mut draw = Draw::nth(seed, index);
            [(); 8].map(|()| draw.number())
        };
        assert_eq!(of(7, 3), of(7, 3));
        assert_ne!(of(7, 3), of(7, 4));
        assert_ne!(of(7, 3), of(8, 3));
    }

    #[test]
    fn choices_are_among_what_there_is() {
        let mut draw = Draw::new(1);
        let mut seen = [0; 3];
        for _ in 0..1000 {
            assert!((3..=5).contains(&draw.between(3, 5)));
            assert!(draw.length(200) <= 200);
            seen[*draw.weighted(&[(1, 0), (0, 1), (9, 2)])] += 1;
        }
        assert!(seen[0] > 0 && seen[1] == 0 && seen[2] > seen[0], "{seen:?}");
    }
}
