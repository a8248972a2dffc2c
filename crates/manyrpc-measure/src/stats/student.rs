//! Student's distribution for any number of degrees of freedom.
//!
//! Reading list: NIST Digital Library of Mathematical Functions, 5.11.1 (the gamma function's asymptotic
//! expansion), 8.17.22 (the incomplete beta function's continued fraction); Abramowitz & Stegun, 26.7.1.

/// The probability that a value of Student's distribution lies above `t`.
pub(super) fn upper_tail(t: f64, freedom: f64) -> f64 {
    if t.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    let tail = 0.5 * incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t));
    if t > 0.0 { tail } else { 1.0 - tail }
}

/// The value above which the share `tail` of Student's distribution lies; `tail` is above 0 and at most ½.
pub(super) fn upper_quantile(tail: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while upper_tail(high, freedom) > tail && high < HIGHEST {
        high *= 2.0;
    }
    // Doubles have 53 bits: further bisection changes nothing.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        match upper_tail(middle, freedom) > tail {
            true => low = middle,
            false => high = middle,
        }
    }
    f64::midpoint(low, high)
}

/// The upper bound of the search, reached by one degree of freedom at a tail of 10⁻¹².
const HIGHEST: f64 = 1e12;

/// The regularised incomplete beta function.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    // The fraction converges quickly on this side of the maximum; the other is its complement.
    match x < (a + 1.0) / (a + b + 2.0) {
        true => front.exp() * fraction(a, b, x) / a,
        false => 1.0 - front.exp() * fraction(b, a, 1.0 - x) / b,
    }
}

/// 8.17.22, evaluated forwards (Lentz's method with Thompson and Barnett's guard against zero).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const CLOSE: f64 = 1e-15;
    const MAX_TERMS: u32 = 400;
    let apart = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / apart(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = d;
    for term in 1..MAX_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for coefficient in [even, odd] {
            d = 1.0 / apart(1.0 + coefficient * d);
            c = apart(1.0 + coefficient / c);
            step = c * d;
            value *= step;
        }
        if (step - 1.0).abs() < CLOSE {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function for positive arguments: 5.11.1, after shifting the argument up to where it
/// is accurate.
fn ln_gamma(x: f64) -> f64 {
    const FROM: f64 = 12.0;
    let (mut x, mut below) = (x, 0.0);
    while x < FROM {
        below += x.ln();
        x += 1.0;
    }
    let square = x * x;
    let series = (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square)
        / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;

    // Γ(½) = √π, Γ(5) = 24.
    #[test]
    fn the_gamma_function_is_known_in_places() {
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-12);
        assert!((ln_gamma(5.0) - 24f64.ln()).abs() < 1e-12);
        assert!((ln_gamma(101.0) - 363.739_375_555_563_5).abs() < 1e-9);
    }

    // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (tail, freedom, quantile) in [
            (0.025, 1.0, 12.706),
            (0.025, 4.0, 2.776),
            (0.05, 9.0, 1.833),
            (0.01, 30.0, 2.457),
            (0.001, 2.0, 22.327),
            (0.001, 60.0, 3.232),
            (0.5, 7.0, 0.0),
        ] {
            let found = upper_quantile(tail, freedom);
            assert!(
                (found - quantile).abs() < 0.001,
                "{tail} {freedom}: {found}"
            );
        }
    }

    // One degree of freedom is Cauchy's distribution, two have a closed form.
    #[test]
    fn tails_are_those_of_closed_forms() {
        for t in [-3.0f64, -0.5, 0.0, 0.7, 2.0, 40.0] {
            let cauchy = 0.5 - t.atan() / std::f64::consts::PI;
            assert!((upper_tail(t, 1.0) - cauchy).abs() < 1e-12, "{t}");
            let two = 0.5 - t / (2.0 * (2.0 + t * t).sqrt());
            assert!((upper_tail(t, 2.0) - two).abs() < 1e-12, "{t}");
        }
        assert_eq!(upper_tail(f64::INFINITY, 3.0), 0.0);
        assert_eq!(upper_tail(f64::NEG_INFINITY, 3.0), 1.0);
    }
}
