//! The world's random numbers: the same on every machine.

use core::time::Duration;

/// A seeded generator (xoshiro256++, seeded through splitmix64).
///
/// Not for secrets. Nothing depends on the platform: even the logarithm behind
/// [`Delay::Exponential`](super::Delay) uses only exactly rounded operations.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator with any seed.
    pub fn new(seed: u64) -> Self {
        let mut x = seed;
        let state = core::array::from_fn(|_| {
            x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
            mix(x)
        });
        Rng { state }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// Uniformly distributed from 0 (included) to 1 (excluded).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with probability `p`. A probability of zero or less draws nothing.
    pub fn chance(&mut self, p: f64) -> bool {
        p > 0.0 && self.unit() < p
    }

    /// Uniformly distributed from 0 to `n - 1`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Exponentially distributed with this mean.
    pub fn exponential(&mut self, mean: Duration) -> Duration {
        let u = 1.0 - self.unit();
        Duration::from_nanos((-ln(u) * mean.as_nanos() as f64) as u64)
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The natural logarithm of a number from 2⁻⁵³ to 1. The standard library's result may differ in
/// the last bit between machines, and then a run would not repeat.
fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) as i64 - 1023) as f64;
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    // ln m = 2 artanh((m - 1) / (m + 1)), m in 1..2, so the argument is at most 1/3.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let mut series = 0.0;
    for odd in (0..20).rev() {
        series = series * square + 1.0 / f64::from(2 * odd + 1);
    }
    exponent * core::f64::consts::LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_the_logarithm() {
        for x in [1.0, 0.999_999, 0.75, 0.5, 0.1, 1e-3, 1e-9, 1.2e-16] {
            let error = (ln(x) - f64::ln(x)).abs();
            assert!(
                error <= 1e-16 + 1e-14 * f64::ln(x).abs(),
                "ln {x} is off by {error}"
            );
        }
    }

    #[test]
    fn known_answers_of_xoshiro256_plus_plus() {
        // The first outputs for the state 1, 2, 3, 4, as published with the rand_xoshiro crate.
        let mut rng = Rng {
            state: [1, 2, 3, 4],
        };
        let expected = [41_943_041, 58_720_359, 3_588_806_011_781_223];
        assert_eq!([(); 3].map(|()| rng.next_u64()), expected);
    }

    #[test]
    fn means_are_right() {
        let mut rng = Rng::new(7);
        let n = 100_000;
        let mean = Duration::from_micros(250);
        let sum: Duration = (0..n).map(|_| rng.exponential(mean)).sum();
        let ratio = sum.as_secs_f64() / n as f64 / mean.as_secs_f64();
        assert!((0.98..1.02).contains(&ratio), "{ratio}");
        let hits = (0..n).filter(|_| rng.chance(0.2)).count();
        assert!((19_400..20_600).contains(&hits), "{hits}");
        assert!((0..1000).all(|_| rng.below(6) < 6));
    }
}
